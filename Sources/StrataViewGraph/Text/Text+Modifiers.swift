public import Foundation

// Of several modifiers that set one property of a text, the innermost wins: a modifier keeps the
// value that a segment already has.
extension Text {
    /// Sets the font of the text; nil for the font of the environment.
    public nonisolated func font(_ font: Font?) -> Text { styled { $0.font = $0.font ?? font } }

    /// Sets the weight of the text; nil for the font's.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> Text { styled { $0.weight = $0.weight ?? weight } }

    /// Sets the design of the typeface; nil for the font's.
    public nonisolated func fontDesign(_ design: Font.Design?) -> Text { styled { $0.design = $0.design ?? design } }

    /// Sets the style that the text is drawn with: a color, a gradient, or a hierarchical style
    /// such as `.secondary`.
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        if let color = style as? Color { return foregroundColor(color) }
        return styled { if $0.color == nil { $0.foreground = $0.foreground ?? TextRunStyle.Foreground(style: style) } }
    }

    /// Sets the color of the text; nil for the color of the environment.
    public nonisolated func foregroundColor(_ color: Color?) -> Text {
        styled { if $0.foreground == nil { $0.color = $0.color ?? color } }
    }

    /// Makes the text bold.
    public nonisolated func bold() -> Text { bold(true) }

    /// Makes the text bold. False has no effect.
    public nonisolated func bold(_ isActive: Bool) -> Text { fontWeight(isActive ? .bold : nil) }

    /// Makes the text italic.
    public nonisolated func italic() -> Text { italic(true) }

    /// Makes the text italic; if false, upright also within italic text.
    public nonisolated func italic(_ isActive: Bool) -> Text { styled { $0.isItalic = $0.isItalic ?? isActive } }

    /// Sets a typeface whose characters have the same width, or the default design if false.
    public nonisolated func monospaced(_ isActive: Bool = true) -> Text {
        styled { $0.design = $0.design ?? (isActive ? .monospaced : .default) }
    }

    /// Gives all digits the same width, so that numbers line up.
    public nonisolated func monospacedDigit() -> Text { styled { $0.hasMonospacedDigits = $0.hasMonospacedDigits ?? true } }

    /// Draws a line under the text.
    public nonisolated func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
        underline(isActive, pattern: .solid, color: color)
    }

    /// Draws a line with a pattern under the text.
    public nonisolated func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        styled { $0.underline = $0.underline ?? (isActive ? .line(LineStyle(pattern: pattern, color: color)) : TextLine.none) }
    }

    /// Draws a line through the text.
    public nonisolated func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        strikethrough(isActive, pattern: .solid, color: color)
    }

    /// Draws a line with a pattern through the text.
    public nonisolated func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        styled {
            $0.strikethrough = $0.strikethrough ?? (isActive ? .line(LineStyle(pattern: pattern, color: color)) : TextLine.none)
        }
    }

    /// Adds space after each character, in points. No effect in a text with `tracking(_:)`.
    public nonisolated func kerning(_ kerning: CGFloat) -> Text { styled { $0.kerning = $0.kerning ?? kerning } }

    /// Adds space after each character, in points. Replaces the space of `kerning(_:)`.
    public nonisolated func tracking(_ tracking: CGFloat) -> Text { styled { $0.tracking = $0.tracking ?? tracking } }

    /// Raises the text by a distance in points; a negative one lowers it.
    public nonisolated func baselineOffset(_ baselineOffset: CGFloat) -> Text {
        styled { $0.baselineOffset = $0.baselineOffset ?? baselineOffset }
    }

    /// Returns the text with the style of each segment changed.
    nonisolated func styled(_ change: (inout TextRunStyle) -> Void) -> Text {
        Text(
            segments: segments.map { segment in
                var segment = segment
                change(&segment.style)
                return segment
            })
    }
}
