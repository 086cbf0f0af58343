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
        if !tag.isControl { tag["tabindex"] = "-1" }
    }
}

extension Element {
    /// Whether a view around the element ignores its children for assistive technology.
    ///
    /// Modifiers put layers between the view and its children. Actions, menus and dialogs of the view
    /// are its children here, but not in the app.
    func isIgnored(in parent: Element?) -> Bool {
        var container = parent
        while let next = container {
            if next.ignoresChildren { return next.canIgnoreChildren && !holdsActions && !isPresentation }
            guard next.arrangesLayers else { return false }
            container = next.parent
        }
        return false
    }

    /// Whether assistive technology does not present what is inside the element, because a modifier
    /// of the element or of one around it hides that. A menu or dialog is not a part of its view.
    var hidesChildren: Bool {
        var container: Element? = self
        while let next = container, !next.isPresentation {
            let accessibility = next.traits.accessibility
            if accessibility.isHidden == true || accessibility.childrenAreReplaced { return true }
            if next.isIgnored(in: next.parent) { return true }
            container = next.parent
        }
        return false
    }

    /// Whether the content has no role of its own that needs the children, as a list needs its rows.
    private var canIgnoreChildren: Bool {
        switch content {
        case .layout, .drawing, .media, .text, .control(.group), .presentation(.menuOwner): true
        default: false
        }
    }

    /// Whether the element has actions for assistive technology, in layers.
    private var holdsActions: Bool {
        if case .control(.group(.accessibilityElements)) = content { return true }
        return arrangesLayers && children.contains(where: \.holdsActions)
    }

    private var isPresentation: Bool {
        switch content {
        case .presentation(.menuOwner): false
        case .presentation: true
        default: false
        }
    }
}

extension HTMLTag {
    /// Whether the keyboard can give the element the focus.
    var canHaveFocus: Bool { isControl || self["tabindex"] != nil }

    /// Whether the element can have the focus without a tab index.
    fileprivate var isControl: Bool {
        ["button", "input", "select", "textarea", "summary"].contains(name) || self["href"] != nil
    }
}
