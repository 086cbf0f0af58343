public import Foundation

extension EnvironmentValues {
    /// The font of text; `body` where no outer view has set one. Setting nil sets `body`.
    public var font: Font? {
        get { textStyle.font }
        set { textStyle.font = newValue ?? .body }
    }
}

extension View {
    /// Sets the font of text, including its weight and design; nil for `body`.
    public func font(_ font: Font?) -> some View { changingText { $0.font = font ?? .body } }

    /// Sets the weight of text; nil for the font's own. A font that is set inside the view replaces
    /// it.
    public func fontWeight(_ weight: Font.Weight?) -> some View { changingText { $0.font.weight = weight } }

    /// Sets the design of the typeface; nil for the default design.
    public func fontDesign(_ design: Font.Design?) -> some View { changingText { $0.font.design = design ?? .default } }

    /// Makes text bold. False removes a weight that an outer view has set.
    public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

    /// Makes text italic, or upright if false.
    public func italic(_ isActive: Bool = true) -> some View { changingText { $0.font.isItalic = isActive } }

    /// Sets a typeface whose characters have the same width, or the default design if false.
    public func monospaced(_ isActive: Bool = true) -> some View { fontDesign(isActive ? .monospaced : .default) }

    /// Gives all digits the same width, so that numbers line up.
    public func monospacedDigit() -> some View { changingText { $0.font.hasMonospacedDigits = true } }

    /// Draws a line under text.
    public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil) -> some View {
        changingText { $0.underline = isActive ? .line(Text.LineStyle(pattern: pattern, color: color)) : nil }
    }

    /// Draws a line through text.
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View {
        changingText { $0.strikethrough = isActive ? .line(Text.LineStyle(pattern: pattern, color: color)) : nil }
    }

    /// Adds space after each character, in points.
    public func kerning(_ kerning: CGFloat) -> some View { changingText { $0.tracking = kerning } }

    /// Adds space after each character, in points.
    public func tracking(_ tracking: CGFloat) -> some View { changingText { $0.tracking = tracking } }

    /// Raises text by a distance in points; a negative one lowers it.
    public func baselineOffset(_ baselineOffset: CGFloat) -> some View { changingText { $0.baselineOffset = baselineOffset } }
}
