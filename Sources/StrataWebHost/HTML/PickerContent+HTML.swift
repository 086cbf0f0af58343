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
        tag.style(tint: tint)
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
    /// The color in the form of HTML's color fields, such as "#0a5cc8", without its opacity. A color
    /// that differs between appearances has its light value. A color that sRGB does not have gets the
    /// nearest components. Separators and controls are translucent, and have the values that they have
    /// on white.
    var hexadecimal: String {
        var components = Color(base, opacity: 1).components(in: .light)
        if case .semantic(let semantic) = base, semantic != .clear { components = components.onWhite }
        components.alpha = 1
        return components.hexadecimal
    }
}

extension ColorComponents {
    /// The components of the color in front of white.
    fileprivate var onWhite: ColorComponents {
        func mixed(_ component: Double) -> Double { component * alpha + 1 - alpha }
        return ColorComponents(red: mixed(red), green: mixed(green), blue: mixed(blue), alpha: 1)
    }
}
