import Foundation
import StrataViewGraph

extension PickerContent {
    var tag: HTMLTag {
        var tag = HTMLTag("select", class: "picker")
        // The options are inserted after the element, so the script selects one by this value.
        tag["data-value"] = selection.map { String($0) } ?? ""
        tag.style(tint: tint, size: size)
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension PickerOption {
    var tag: HTMLTag {
        var tag = HTMLTag("option")
        tag["value"] = String(id)
        return tag
    }
}

extension ChoicesContent {
    var tag: HTMLTag {
        let look =
            switch appearance {
            case .segmented: "segmented"
            case .inline: "inline"
            case .radioGroup: "radios"
            case .menu: "in-menu"
            }
        var tag = HTMLTag("div", class: "choices \(look)")
        tag["role"] = appearance == .menu ? "group" : "radiogroup"
        tag.style(tint: tint, size: size)
        if !isEnabled { tag["aria-disabled"] = "true" }
        return tag
    }
}

extension ChoiceContent {
    var tag: HTMLTag {
        var tag = HTMLTag("button", class: appearance == .menu ? "button menu-item checkable" : "choice")
        tag["type"] = "button"
        tag["role"] = appearance == .menu ? "menuitemradio" : "radio"
        tag["aria-checked"] = isSelected ? "true" : "false"
        tag["data-action"] = PressEvent.name
        tag["tabindex"] = isTabStop && appearance != .menu ? "0" : "-1"
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension DatePickerContent {
    var tag: HTMLTag {
        var tag = HTMLTag("input", class: hasBorder ? "date-field bordered" : "date-field")
        tag["type"] =
            switch components {
            case .date: "date"
            case .hourAndMinute: "time"
            default: "datetime-local"
            }
        tag["value"] = text(of: date)
        // The limits are dates, so they do not apply to a time of day alone.
        if components.contains(.date) {
            if let earliest { tag["min"] = text(of: earliest) }
            tag["max"] = latest.map(text(of:)) ?? (components == .date ? "9999-12-31" : "9999-12-31T23:59")
        }
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension ColorPickerContent {
    var tag: HTMLTag {
        var tag = HTMLTag("input", class: "color-field")
        tag["type"] = "color"
        tag["value"] = color.hexadecimal
        if !isEnabled { tag["disabled"] = "" }
        return tag
    }
}

extension Color {
    /// The color in the form of HTML's color fields, such as "#0a64d8". A semantic color has the
    /// value of the light appearance.
    fileprivate var hexadecimal: String {
        switch base {
        case .semantic(let semantic): return semantic.hexadecimal
        // A color field has only colors of sRGB: the components of Display P3 are used as they are.
        case .components(let red, let green, let blue), .displayP3(let red, let green, let blue):
            return Self.hexadecimal(red, green, blue)
        case .adaptive(let light, _): return Self.hexadecimal(light.red, light.green, light.blue)
        }
    }

    private static func hexadecimal(_ components: Double...) -> String {
        let bytes = components.map { $0.isNaN ? 0 : Int((min(max($0, 0), 1) * 255).rounded()) }
        return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Color.Semantic {
    /// The values of `tokens.css` in the light appearance.
    fileprivate var hexadecimal: String {
        switch self {
        case .primary: "#1c1c1e"
        case .secondary, .gray: "#6a6a70"
        case .tertiary, .quaternary: "#9a9aa0"
        case .background: "#ffffff"
        case .separator: "#c6c6c8"
        case .accent, .blue: "#0a64d8"
        case .red: "#d70015"
        case .orange: "#d9700a"
        case .yellow: "#b58a00"
        case .green: "#248a3d"
        case .mint: "#0c817b"
        case .teal: "#00788c"
        case .cyan: "#0071a4"
        case .indigo: "#4a47c9"
        case .purple: "#8944ab"
        case .pink: "#d30f45"
        case .brown: "#7f6545"
        case .black, .clear: "#000000"
        case .white: "#ffffff"
        }
    }
}
