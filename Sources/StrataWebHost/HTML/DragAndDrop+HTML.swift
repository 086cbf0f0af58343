import StrataViewGraph

extension InteractionProperties {
    /// Writes the attributes by which `drags.js` and `drops.js` know draggable elements and
    /// destinations.
    ///
    /// Both can have the focus, because the keyboard copies items and pastes them.
    func writeDragAndDrop(to tag: inout HTMLTag) {
        if let drag {
            tag["draggable"] = "true"
            tag["data-drag"] = drag.types?.joined(separator: " ") ?? ""
            if drag.reportsLift { tag["data-drag-lift"] = "" }
            if drag.mayOpenWindow { tag["data-drag-window"] = "" }
            tag.addShortcut("Control+C")
        }
        if !drops.isEmpty {
            tag["data-drop"] = drops.map(\.attribute).joined(separator: "|")
            if drops.contains(where: \.reportsMoves) { tag["data-drop-moves"] = "" }
            tag.addShortcut("Control+V")
        }
        guard drag != nil || !drops.isEmpty, tag["tabindex"] == nil else { return }
        // Browsers give the focus to a control by themselves.
        guard !["button", "input", "select", "textarea", "a", "summary"].contains(tag.name) else { return }
        if tag.isGeneric { tag["role"] = "group" }
        tag["tabindex"] = "0"
    }
}

extension DropProperties {
    /// The accepted types, separated by spaces.
    var attribute: String { accepted.joined(separator: " ") }
}

extension HTMLTag {
    /// Adds a key combination to those that assistive technology tells.
    mutating func addShortcut(_ shortcut: String) {
        self["aria-keyshortcuts"] = self["aria-keyshortcuts"].map { "\($0) \(shortcut)" } ?? shortcut
    }
}
