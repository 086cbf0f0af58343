import StrataViewGraph

extension ToggleContent {
    var tag: HTMLTag {
        var tag: HTMLTag
        switch appearance {
        case .switch:
            tag = HTMLTag("button", class: "toggle switch")
            tag["role"] = "switch"
            // ARIA has no mixed state for a switch. While values differ, it is off.
            tag["aria-checked"] = isOn ? "true" : "false"
        case .checkbox:
            tag = HTMLTag("button", class: "toggle checkbox")
            tag["role"] = "checkbox"
            tag["aria-checked"] = state
        case .button:
            tag = HTMLTag("button", class: "toggle pressed button bordered")
            tag["aria-pressed"] = state
        case .menuItem:
            tag = HTMLTag("button", class: "toggle button menu-item checkable")
            tag["role"] = "menuitemcheckbox"
            tag["aria-checked"] = state
            tag["tabindex"] = "-1"
        }
        if hidesLabel { tag.addClass("unlabeled") }
        if let tint { tag.addCSS("--accent:\(tint.css);--switch:\(tint.css)") }
        tag["type"] = "button"
        if let shortcut { tag["aria-keyshortcuts"] = shortcut.ariaName }
        if keepsMenuOpen { tag["data-stays"] = "" }
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }

    private var state: String { isMixed ? "mixed" : isOn ? "true" : "false" }
}
