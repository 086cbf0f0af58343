import Foundation
import StrataViewGraph

extension ControlContent {
    var tag: HTMLTag {
        switch self {
        case .button(let button): button.tag
        case .textField(let field): field.tag
        case .toggle(let toggle): toggle.tag
        case .progress(let progress): progress.tag
        case .picker(let picker): picker.tag
        case .option(let option): option.tag
        case .optionGroup(let title): Self.optionGroup(title)
        case .choices(let choices): choices.tag
        case .choice(let choice): choice.tag
        case .slider(let slider): slider.tag
        case .stepper(let stepper): stepper.tag
        case .datePicker(let picker): picker.tag
        case .colorPicker(let picker): picker.tag
        case .gauge(let gauge): gauge.tag
        case .menu: HTMLTag("div", class: "menu")
        case .menuItems(let startsAtButton): Self.menuItems(startsAtButton)
        case .link(let link): link.tag
        case .share(let share): share.tag
        case .labeled(let layout): layout.tag
        case .controlLabel(let isHidden): HTMLTag("div", class: isHidden ? "control-label hidden" : "control-label")
        case .group(let group): group.tag
        case .search(let search): search.tag
        }
    }

    /// Writes the HTML that the element has inside besides its children. Returns false if it has
    /// none.
    ///
    /// - Parameter isHidden: Whether assistive technology does not present it.
    func writeInside(to writer: inout HTMLWriter, isHidden: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .option(let option): writer.text(option.title)
        case .group(let group): return group.writeInside(to: &writer)
        case .search(let search): return search.writeInside(to: &writer, isHidden: isHidden())
        default: return false
        }
        return true
    }

    /// Writes content that only an insertion has, because the browser owns it afterward: the text
    /// of a field for several lines.
    func writeInitially(to writer: inout HTMLWriter) {
        guard case .textField(let field) = self, field.hasLines else { return }
        // HTML drops a line break at the start of a textarea.
        writer.markup("\n")
        writer.text(field.text)
    }

    private static func optionGroup(_ title: String) -> HTMLTag {
        var tag = HTMLTag("optgroup")
        tag["label"] = title
        return tag
    }

    private static func menuItems(_ startsAtButton: Bool) -> HTMLTag {
        var tag = HTMLTag("div", class: "menu-items")
        tag["role"] = "menu"
        tag["popover"] = "manual"
        if startsAtButton { tag["data-order"] = "priority" }
        return tag
    }
}

extension HTMLTag {
    /// Sets the accent color, and adds a class for a size other than regular.
    mutating func style(tint: Color?, size: ControlSize = .regular) {
        if let tint { addCSS("--accent:\(tint.css)") }
        if size != .regular { addClass("size-\(size.rawValue)") }
    }

    /// Sets the color of selected rows. The accent color stays that of the controls in the rows, which
    /// have tints of their own.
    mutating func style(selection: Color?) { if let selection { addCSS("--selection:\(selection.css)") } }

    /// Adds a declaration to the inline style.
    mutating func addCSS(_ declaration: String) { self["style"] = (self["style"].map { $0 + ";" } ?? "") + declaration }
}

extension KeyboardShortcut {
    /// The shortcut in the syntax of WAI-ARIA's aria-keyshortcuts, such as "Alt+Shift+R". The
    /// command key is Meta there. On computers other than a Mac, the script expects Control
    /// instead.
    var ariaName: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append("Control") }
        if modifiers.contains(.option) { parts.append("Alt") }
        if modifiers.contains(.shift) { parts.append("Shift") }
        if modifiers.contains(.command) { parts.append("Meta") }
        switch key {
        case .return: parts.append("Enter")
        case .escape: parts.append("Escape")
        case .delete: parts.append("Backspace")
        case .space: parts.append("Space")
        case .tab: parts.append("Tab")
        case .upArrow: parts.append("ArrowUp")
        case .downArrow: parts.append("ArrowDown")
        case .leftArrow: parts.append("ArrowLeft")
        case .rightArrow: parts.append("ArrowRight")
        case .deleteForward: parts.append("Delete")
        case .home: parts.append("Home")
        case .end: parts.append("End")
        case .pageUp: parts.append("PageUp")
        case .pageDown: parts.append("PageDown")
        case .clear: parts.append("Clear")
        case "+": parts.append("Plus")
        default: parts.append(key.character.uppercased())
        }
        return parts.joined(separator: "+")
    }
}
