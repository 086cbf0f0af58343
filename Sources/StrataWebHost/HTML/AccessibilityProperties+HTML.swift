import StrataViewGraph

extension AccessibilityProperties {
    /// Writes other names, the order of reading, and the connections with other elements.
    func writeConnections(to tag: inout HTMLTag, of element: Element) {
        if !inputLabels.isEmpty { tag["data-input-labels"] = inputLabels.joined(separator: "\n") }
        if !linkedGroups.isEmpty { tag["data-linked"] = linkedGroups.map(String.init).joined(separator: " ") }
        if let sortPriority {
            tag["data-sort-priority"] = ""
            // A lower number is read first.
            let order = min(max(sortPriority.isNaN ? 0 : -sortPriority * 100, -1e6), 1e6).rounded()
            tag.addCSS("reading-order:\(Int(order))")
        }
        if let pair { write(pair, to: &tag, of: element) }
    }

    /// Writes the reference from the content of a labeled pair to its label.
    private func write(_ pair: LabeledPair, to tag: inout HTMLTag, of element: Element) {
        let id = "pair-\(pair.number)"
        if pair.isLabel {
            // Combined children name their element by its own ID.
            if let own = tag["id"], tag["aria-labelledby"] == own { tag["aria-labelledby"] = id }
            tag["id"] = id
        } else if label == nil {
            guard tag.isGeneric else { return tag["aria-labelledby"] = id }
            // A text is read after its label.
            let own = tag["id"] ?? "e\(element.id)"
            tag["id"] = own
            tag["role"] = "group"
            tag["aria-labelledby"] = "\(id) \(own)"
        }
    }

    /// Makes the target of an `accessibilityFocused` modifier able to have the focus, unless it is
    /// without it.
    func writeFocus(to tag: inout HTMLTag) {
        guard isFocusTarget, tag["tabindex"] == nil else { return }
        let isControl = ["button", "input", "select", "textarea", "summary"].contains(tag.name) || tag["href"] != nil
        if !isControl { tag["tabindex"] = "-1" }
    }
}
