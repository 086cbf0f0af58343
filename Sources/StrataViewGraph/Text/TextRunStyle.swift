package import Foundation

/// The style of a part of a text: what it says itself. The rest comes from the text around it.
package struct TextRunStyle: Hashable, Sendable {
    package var font: Font?
    package var weight: Font.Weight?
    package var design: Font.Design?
    package var isItalic: Bool?
    package var hasMonospacedDigits: Bool?
    package var color: Color?
    /// A gradient in place of the color.
    package var paint: ShapePaint?
    /// The style of the text, which becomes a color or paint in an environment.
    var foreground: Foreground?
    package var background: Color?
    package var underline: TextLine?
    package var strikethrough: TextLine?
    /// Space after each character, in points.
    package var tracking: CGFloat?
    /// The distance by which the text is raised, in points.
    package var baselineOffset: CGFloat?
    package var link: URL?

    package init() {}

    /// Returns the style with another one for what it does not say itself.
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
        style.baselineOffset = baselineOffset ?? outer.baselineOffset
        style.link = link ?? outer.link
        return style
    }

    /// Returns the style as it is in an environment.
    func resolved(in environment: EnvironmentValues) -> TextRunStyle {
        guard let foreground else { return self }
        let paint = foreground.style._paint(in: environment)
        var style = self
        style.foreground = nil
        style.color = paint.color
        style.paint = paint.plainColor == nil ? paint : nil
        return style
    }

    /// A style of text. Two are equal if they look the same without an environment.
    struct Foreground: Hashable, Sendable {
        let style: any ShapeStyle

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.paint == rhs.paint && type(of: lhs.style) == type(of: rhs.style) }

        func hash(into hasher: inout Hasher) { hasher.combine(paint) }

        private var paint: ShapePaint { style._paint(in: EnvironmentValues()) }
    }
}

/// A line under or through text.
package enum TextLine: Hashable, Sendable {
    /// No line, where the text around has one.
    case none
    case line(Text.LineStyle)
}

extension Text {
    /// The look of a line under or through text.
    public struct LineStyle: Hashable, Sendable {
        /// The pattern of a line.
        public enum Pattern: Hashable, Sendable {
            case solid, dot, dash, dashDot, dashDotDot
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
    /// Returns the style with what a part of the text says itself.
    func applying(_ run: TextRunStyle) -> TextStyle {
        var style = self
        if let font = run.font { style.font = font }
        if let weight = run.weight { style.font.weight = weight }
        if let design = run.design { style.font.design = design }
        if let isItalic = run.isItalic { style.font.isItalic = isItalic }
        if let hasMonospacedDigits = run.hasMonospacedDigits { style.font.hasMonospacedDigits = hasMonospacedDigits }
        if let color = run.color {
            style.color = color
            style.paint = run.paint
        }
        if let background = run.background { style.background = background }
        if let underline = run.underline { style.underline = underline }
        if let strikethrough = run.strikethrough { style.strikethrough = strikethrough }
        if let tracking = run.tracking { style.tracking = tracking }
        if let offset = run.baselineOffset { style.baselineOffset = offset }
        return style
    }
}
