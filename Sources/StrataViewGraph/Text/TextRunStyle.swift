package import Foundation

/// The style that the modifiers of a ``Text`` set on a part of it. Properties that are nil are
/// inherited from the environment's `TextStyle`.
package struct TextRunStyle: Hashable, Sendable {
    package var font: Font?
    package var weight: Font.Weight?
    package var design: Font.Design?
    package var isItalic: Bool?
    package var hasMonospacedDigits: Bool?
    package var color: Color?
    /// A gradient or material in place of the color.
    package var paint: ShapePaint?
    /// The unresolved style that the text is drawn with. `resolved(in:)` makes it a color or a
    /// paint.
    var foreground: Foreground?
    package var background: Color?
    package var underline: TextLine?
    package var strikethrough: TextLine?
    /// The space after each character, in points.
    package var tracking: CGFloat?
    /// The space after each character, in points, for a text without `tracking`.
    package var kerning: CGFloat?
    /// The distance by which the text is raised, in points.
    package var baselineOffset: CGFloat?
    package var link: URL?
    /// Whether the app opens the link, and not the browser.
    package var isLinkHandled = false
    /// The name for assistive technology, before `resolved(in:)`.
    var label: Label?
    /// The name for assistive technology.
    package var spokenLabel: String?

    package init() {}

    /// Returns the style with the values of an outer style for the properties that it does not set.
    /// An outer weight does not replace the weight of the style's own font. An outer label replaces
    /// the style's own.
    func inheriting(_ outer: TextRunStyle) -> TextRunStyle {
        var style = self
        style.font = font ?? outer.font
        style.weight = weight ?? (font?.weight == nil ? outer.weight : nil)
        style.design = design ?? outer.design
        style.isItalic = isItalic ?? outer.isItalic
        style.hasMonospacedDigits = hasMonospacedDigits ?? outer.hasMonospacedDigits
        if color == nil, paint == nil, foreground == nil {
            style.color = outer.color
            style.paint = outer.paint
            style.foreground = outer.foreground
        }
        style.background = background ?? outer.background
        style.underline = underline ?? outer.underline
        style.strikethrough = strikethrough ?? outer.strikethrough
        style.tracking = tracking ?? outer.tracking
        style.kerning = kerning ?? outer.kerning
        style.baselineOffset = baselineOffset ?? outer.baselineOffset
        style.link = link ?? outer.link
        style.label = outer.label ?? label
        style.spokenLabel = outer.spokenLabel ?? spokenLabel
        return style
    }

    /// Returns the style with the traits that an outer view sets for every font, if the style has a
    /// font of its own. Hosts draw such a font without those of the text around it.
    func inheriting(_ outer: FontTraits) -> TextRunStyle {
        guard font != nil else { return self }
        var style = self
        style.weight = weight ?? outer.weight
        style.design = design ?? outer.design
        style.isItalic = isItalic ?? outer.isItalic
        style.hasMonospacedDigits = hasMonospacedDigits ?? outer.hasMonospacedDigits
        return style
    }

    /// Returns the style with its foreground style resolved to a color or a paint, and its label to
    /// a string, in an environment.
    func resolved(in environment: EnvironmentValues) -> TextRunStyle {
        var style = self
        if let label {
            style.label = nil
            style.spokenLabel = label.text.string(in: environment)
        }
        guard let foreground else { return style }
        let paint = foreground.style._paint(in: environment)
        style.foreground = nil
        style.color = paint.color
        style.paint = paint.isColorOnly ? nil : paint
        return style
    }

    /// An unresolved label. Texts have no hash.
    struct Label: Hashable, Sendable {
        let text: Text

        func hash(into hasher: inout Hasher) {}
    }

    /// An unresolved style. Two are equal if they have the same type and, in the default
    /// environment, the same paint: shape styles need not be `Equatable`.
    struct Foreground: Hashable, Sendable {
        let style: any ShapeStyle

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.paint == rhs.paint && type(of: lhs.style) == type(of: rhs.style) }

        func hash(into hasher: inout Hasher) { hasher.combine(paint) }

        private var paint: ShapePaint { style._paint(in: EnvironmentValues()) }
    }
}

/// A line under or through text.
package enum TextLine: Hashable, Sendable {
    /// No line, also where an outer view has set one.
    case none
    case line(Text.LineStyle)
}

extension Text {
    /// The look of a line under or through text.
    public struct LineStyle: Hashable, Sendable {
        /// The pattern of a line.
        public enum Pattern: Hashable, Sendable {
            /// A continuous line.
            case solid
            /// Dots.
            case dot
            /// Dashes.
            case dash
            /// Alternating dashes and dots. Browsers draw dashes.
            case dashDot
            /// A dash and two dots, repeatedly. Browsers draw dashes.
            case dashDotDot
        }

        package let pattern: Pattern
        package let color: Color?

        /// Creates a line; without a color it has that of the text.
        public init(pattern: Pattern = .solid, color: Color? = nil) {
            self.pattern = pattern
            self.color = color
        }

        /// A solid line in the color of the text.
        public static let single = LineStyle()
    }
}

extension TextStyle {
    /// Returns the style with the properties that a style of a part of the text sets.
    func applying(_ run: TextRunStyle) -> TextStyle {
        var style = self
        if let font = run.font { style.baseFont = font }
        if let weight = run.weight { style.fontTraits.weight = weight }
        if let design = run.design { style.fontTraits.design = design }
        if let isItalic = run.isItalic { style.fontTraits.isItalic = isItalic }
        if let hasMonospacedDigits = run.hasMonospacedDigits { style.fontTraits.hasMonospacedDigits = hasMonospacedDigits }
        if let color = run.color {
            style.color = color
            style.paint = run.paint
        }
        if let background = run.background { style.background = background }
        if let underline = run.underline { style.underline = underline }
        if let strikethrough = run.strikethrough { style.strikethrough = strikethrough }
        if let tracking = run.tracking ?? run.kerning { style.tracking = tracking }
        if let offset = run.baselineOffset { style.baselineOffset = offset }
        return style
    }
}
