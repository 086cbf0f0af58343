public import Foundation

extension EnvironmentValues {
    /// The font of text; `body` where no outer view has set one. Setting nil sets `body`.
    public var font: Font? {
        get { textStyle.baseFont }
        set { textStyle.baseFont = newValue ?? .body }
    }
}

extension View {
    /// Sets the font of text; nil for `body`. A weight, a design, italics and digits that modifiers
    /// of an outer view set apply to the font, too.
    public func font(_ font: Font?) -> some View { changingText { $0.baseFont = font ?? .body } }

    /// Sets the weight of text, in every font; nil for the fonts' own.
    public func fontWeight(_ weight: Font.Weight?) -> some View { changingText { $0.fontTraits.weight = weight } }

    /// Sets the design of the typeface, in every font; nil for the fonts' own.
    public func fontDesign(_ design: Font.Design?) -> some View { changingText { $0.fontTraits.design = design } }

    /// Makes text bold. False removes a weight that an outer view has set.
    public func bold(_ isActive: Bool = true) -> some View { fontWeight(isActive ? .bold : nil) }

    /// Makes text italic, or upright if false.
    public func italic(_ isActive: Bool = true) -> some View { changingText { $0.fontTraits.isItalic = isActive } }

    /// Sets a typeface whose characters have the same width. False removes a design that an outer
    /// view has set.
    public func monospaced(_ isActive: Bool = true) -> some View { fontDesign(isActive ? .monospaced : nil) }

    /// Gives all digits the same width, so that numbers line up.
    public func monospacedDigit() -> some View { changingText { $0.fontTraits.hasMonospacedDigits = true } }

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
