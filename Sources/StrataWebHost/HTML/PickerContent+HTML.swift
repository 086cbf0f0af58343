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
        if keepsMenuOpen { tag["data-stays"] = "" }
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
    /// The color in the form of HTML's color fields, such as "#0a5cc8". A semantic color has the
    /// value of the light appearance.
    var hexadecimal: String {
        switch base {
        case .semantic(let semantic): return semantic.hexadecimal
        case .components(let red, let green, let blue): return Self.hexadecimal(red, green, blue)
        case .displayP3(let red, let green, let blue):
            // A color field has only colors of sRGB. Others get the nearest components.
            let color = Self.sRGB(displayP3: (red, green, blue))
            return Self.hexadecimal(color.red, color.green, color.blue)
        case .adaptive(let light, _): return Self.hexadecimal(light.red, light.green, light.blue)
        case .mixture(let first, let second, let fraction, let space):
            let mixed = Self.mixed(first.lightComponents, second.lightComponents, fraction, isDevice: space == .device)
            return Self.hexadecimal(mixed[0], mixed[1], mixed[2])
        }
    }

    /// Returns the components in sRGB of a color in Display P3, by way of components that are
    /// proportional to the intensity of light. Both color spaces have the same transfer function and
    /// white point. The result may be outside of 0 to 1.
    private static func sRGB(
        displayP3 color: (red: Double, green: Double, blue: Double)
    ) -> (red: Double, green: Double, blue: Double) {
        func light(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
        func encoded(_ light: Double) -> Double {
            light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        }
        let (red, green, blue) = (light(color.red), light(color.green), light(color.blue))
        return (
            encoded(1.224_940_2 * red - 0.224_940_2 * green), encoded(-0.042_057 * red + 1.042_057 * green),
            encoded(-0.019_637_6 * red - 0.078_636 * green + 1.098_273_6 * blue)
        )
    }

    private static func hexadecimal(_ components: Double...) -> String {
        let bytes = components.map { $0.isNaN ? 0 : Int((min(max($0, 0), 1) * 255).rounded()) }
        return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Color.Semantic {
    /// The values of `tokens.css` in the light appearance. Separators and controls are translucent
    /// there, and have the values that they have on white.
    fileprivate var hexadecimal: String {
        switch self {
        case .primary: "#1c1c1e"
        case .secondary, .gray: "#6a6a70"
        case .tertiary: "#9a9aa0"
        case .quaternary: "#c4c4c9"
        case .background, .surface: "#ffffff"
        case .control: "#efeff0"
        case .separator: "#e5e5e5"
        case .accent, .blue: "#0a5cc8"
        case .red: "#d70015"
        case .orange: "#d9700a"
        case .yellow: "#b58a00"
        case .green: "#218339"
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
