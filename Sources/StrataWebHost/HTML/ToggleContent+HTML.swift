import StrataViewGraph

extension ToggleContent {
    var tag: HTMLTag {
        var tag: HTMLTag
        switch appearance {
        case .switch:
            tag = HTMLTag("button", class: "toggle switch")
            tag["role"] = "switch"
            // A switch has no third position: while values differ it is off.
            tag["aria-checked"] = isOn ? "true" : "false"
        case .checkbox:
            tag = HTMLTag("button", class: "toggle checkbox")
            tag["role"] = "checkbox"
            tag["aria-checked"] = state
        case .button:
            tag = HTMLTag("button", class: "toggle pressed button bordered")
            tag["aria-pressed"] = state
        }
        tag["type"] = "button"
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }

    private var state: String { isMixed ? "mixed" : isOn ? "true" : "false" }
}
