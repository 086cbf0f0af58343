import Foundation
import StrataViewGraph

extension TextStyle {
    /// The declarations of a whole text.
    var css: [String] {
        var rules: [String] = []
        if font.size != .style(.body) || typeSize != hostTypeSize { rules += font.size.css(textSize) }
        rules += font.css
        if let color { rules.append("color:\(color.css)") }
        if case .gradient(let gradient)? = paint?.base {
            rules += ["color:transparent", "background:\(gradient.css(alpha: paint?.alpha ?? 1)) text"]
        }
        if let shadows = paint?.shadows { rules += shadows.filterCSS }
        if let background { rules.append("background:\(background.css)") }
        rules += TextLine.css(underline: underline, strikethrough: strikethrough)
        if let tracking { rules.append("letter-spacing:\(tracking.px)") }
        // A whole text is a box, which vertical-align does not affect.
        if let baselineOffset { rules += ["position:relative", "top:\((-baselineOffset).px)"] }
        return rules + paragraphCSS
    }

    private var paragraphCSS: [String] {
        var rules: [String] = []
        if lineSpacing > 0 { rules.append("line-height:calc(1.35em + \(lineSpacing.px))") }
        switch alignment {
        case .leading: break
        case .center: rules.append("text-align:center")
        case .trailing: rules.append("text-align:end")
        }
        switch letterCase {
        case .uppercase?: rules.append("text-transform:uppercase")
        case .lowercase?: rules.append("text-transform:lowercase")
        case nil: if hasLetterCase { rules.append("text-transform:none") }
        }
        if let isSelectable {
            let value = isSelectable ? "text" : "none"
            // Safari knows only the one with its prefix.
            rules += ["-webkit-user-select:\(value)", "user-select:\(value)"]
        }
        if let lineLimit { rules.append("-webkit-line-clamp:\(lineLimit)") }
        if let reservedLines { rules.append("min-height:\(min(reservedLines, 1000))lh") }
        return rules
    }
}

/// The size of text in an environment. The browser itself scales the sizes of the style sheet to the
/// size that the user has set there, and no others.
struct TextSize {
    /// The ratio to the standard size.
    let factor: Double
    /// The ratio to the size that the browser gives to text in the standard size.
    let hostFactor: Double
}

extension TextStyle {
    /// The size of the text.
    var textSize: TextSize {
        TextSize(factor: typeSize.factor, hostFactor: typeSize == hostTypeSize ? 1 : typeSize.factor / hostTypeSize.factor)
    }
}

extension TextRunStyle {
    /// Returns the declarations of a part of a text, scaled for a size of text.
    func css(_ textSize: TextSize) -> [String] {
        var rules: [String] = []
        if let font { rules += font.size.css(textSize) + font.css }
        if let weight { rules.append("font-weight:\(weight.rawValue)") }
        if let design { rules.append("font-family:\(design.css)") }
        if let isItalic { rules.append("font-style:\(isItalic ? "italic" : "normal")") }
        if hasMonospacedDigits == true { rules.append("font-variant-numeric:tabular-nums") }
        if let color { rules.append("color:\(color.css)") }
        if case .gradient(let gradient)? = paint?.base {
            rules += ["color:transparent", "background:\(gradient.css(alpha: paint?.alpha ?? 1)) text"]
        }
        if let shadows = paint?.shadows { rules += shadows.filterCSS }
        if let background { rules.append("background:\(background.css)") }
        rules += TextLine.css(underline: underline, strikethrough: strikethrough)
        if let tracking = tracking ?? kerning { rules.append("letter-spacing:\(tracking.px)") }
        if let baselineOffset { rules.append("vertical-align:\(baselineOffset.px)") }
        return rules
    }
}

extension Font {
    /// The declarations of all properties except the size.
    fileprivate var css: [String] {
        var rules: [String] = []
        if let family = family?.cssName { rules.append("font-family:\"\(family)\",var(--sans)") }
        if let weight { rules.append("font-weight:\(weight.rawValue)") }
        if design != .default { rules.append("font-family:\(design.css)") }
        if isItalic { rules.append("font-style:italic") }
        if hasMonospacedDigits { rules.append("font-variant-numeric:tabular-nums") }
        switch capitals {
        case .all?: rules.append("font-variant-caps:all-small-caps")
        case .lowercase?: rules.append("font-variant-caps:small-caps")
        case .uppercase?: rules.append("font-variant-caps:unicase")
        case nil: break
        }
        switch leading {
        case .standard: break
        case .tight: rules.append("line-height:1.15")
        case .loose: rules.append("line-height:1.6")
        }
        return rules
    }
}

extension Font.Size {
    /// Returns the declarations of the size, scaled for a size of text.
    fileprivate func css(_ textSize: TextSize) -> [String] {
        switch self {
        case .style(let style) where textSize.hostFactor == 1: ["font:var(--font-\(style.rawValue))"]
        case .style(let style):
            ["font:var(--font-\(style.rawValue))", "font-size:calc(var(--size-\(style.rawValue)) * \(textSize.hostFactor))"]
        case .points(let size): ["font-size:\(size.px)"]
        case .scaledPoints(let size): ["font-size:\((size * textSize.factor).px)"]
        }
    }
}

extension Font.Design {
    fileprivate var css: String {
        switch self {
        case .default: "var(--sans)"
        case .serif: "var(--serif)"
        case .rounded: "var(--rounded)"
        case .monospaced: "var(--monospaced)"
        }
    }
}

extension String {
    /// The string as a font name in CSS, without characters that could end the name; nil if none
    /// are left.
    fileprivate var cssName: String? {
        let name = filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        return name.isEmpty ? nil : name
    }
}

extension TextLine {
    /// Returns the declarations of underline and strikethrough. CSS has one pattern and color for
    /// both: the underline's, if there is one.
    fileprivate static func css(underline: TextLine?, strikethrough: TextLine?) -> [String] {
        let lines = [(underline?.style, "underline"), (strikethrough?.style, "line-through")].compactMap { style, name in
            style.map { (style: $0, name: name) }
        }
        guard let first = lines.first else {
            return underline == TextLine.none || strikethrough == TextLine.none ? ["text-decoration:none"] : []
        }
        var words = lines.map(\.name)
        switch first.style.pattern {
        case .solid: break
        case .dot: words.append("dotted")
        case .dash, .dashDot, .dashDotDot: words.append("dashed")
        }
        if let color = first.style.color { words.append(color.css) }
        return ["text-decoration:\(words.joined(separator: " "))"]
    }

    private var style: Text.LineStyle? { if case .line(let style) = self { style } else { nil } }
}
