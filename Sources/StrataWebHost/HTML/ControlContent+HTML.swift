import Foundation
import StrataViewGraph

extension ControlContent {
    var tag: HTMLTag {
        switch self {
        case .button(let button): button.tag
        case .textField(let field): field.tag
        case .toggle(let toggle): toggle.tag
        case .progress(let fraction): Self.progressTag(fraction)
        }
    }

    private static func progressTag(_ fraction: Double?) -> HTMLTag {
        var tag = HTMLTag(
            "div", class: fraction == nil ? "spinner" : "progress", css: fraction.map { ["--fraction:\($0)"] } ?? [])
        tag["role"] = "progressbar"
        if let fraction {
            tag["aria-valuemin"] = "0"
            tag["aria-valuemax"] = "100"
            tag["aria-valuenow"] = String(Int((fraction * 100).rounded()))
        }
        return tag
    }
}

extension ButtonContent {
    fileprivate var tag: HTMLTag {
        let look =
            switch appearance {
            case .automatic: "automatic"
            case .bordered: "bordered"
            case .prominent: "prominent"
            case .plain: "plain"
            }
        var tag = HTMLTag("button", class: "button \(look)" + (role == .destructive ? " destructive" : ""))
        tag["type"] = "button"
        tag["data-action"] = PressEvent.name
        if let shortcut { tag["aria-keyshortcuts"] = shortcut.ariaName }
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension TextFieldContent {
    fileprivate var tag: HTMLTag {
        var tag = HTMLTag("input", class: "field")
        tag["type"] = "text"
        tag["value"] = text
        tag["placeholder"] = prompt
        tag["aria-label"] = label
        tag["maxlength"] = String(InputEvent.longestText)
        tag["autocomplete"] = "off"
        tag["spellcheck"] = "false"
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension KeyboardShortcut {
    /// The shortcut in the syntax of WAI-ARIA's aria-keyshortcuts, such as "Alt+Shift+R". The
    /// command key is Meta there; the script uses Control instead on keyboards without one.
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
        case "+": parts.append("Plus")
        default: parts.append(key.character.uppercased())
        }
        return parts.joined(separator: "+")
    }
}
