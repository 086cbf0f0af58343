public import Foundation

/// A font: a text style or a size in points, with a weight and a design.
public struct Font: Hashable, Sendable {
    /// A size by purpose, from the largest to the smallest.
    public enum TextStyle: String, Hashable, Sendable, CaseIterable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    /// The family of a typeface.
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    /// The thickness of strokes; the raw value is the CSS weight.
    public enum Weight: Int, Hashable, Sendable {
        case ultraLight = 100, thin = 200, light = 300, regular = 400, medium = 500, semibold = 600, bold = 700, heavy = 800,
            black = 900
    }

    package enum Size: Hashable, Sendable {
        case style(TextStyle)
        case points(CGFloat)
    }

    package var size: Size
    package var weight: Weight?
    package var design: Design = .default
    package var hasMonospacedDigits = false

    private init(_ size: Size, weight: Weight? = nil, design: Design? = nil) {
        self.size = size
        self.weight = weight
        self.design = design ?? .default
    }

    /// Returns the system's font in a size in points.
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.points(size), weight: weight, design: design)
    }

    /// Returns the system's font in a text style.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    /// The largest titles.
    public static let largeTitle = Font(.style(.largeTitle))
    /// Titles of the first level.
    public static let title = Font(.style(.title))
    /// Titles of the second level.
    public static let title2 = Font(.style(.title2))
    /// Titles of the third level.
    public static let title3 = Font(.style(.title3))
    /// Headings in running text, in a heavier weight.
    public static let headline = Font(.style(.headline))
    /// Headings below a headline.
    public static let subheadline = Font(.style(.subheadline))
    /// Running text; the default.
    public static let body = Font(.style(.body))
    /// Highlighted remarks.
    public static let callout = Font(.style(.callout))
    /// Footnotes.
    public static let footnote = Font(.style(.footnote))
    /// Captions of images and values.
    public static let caption = Font(.style(.caption))
    /// The smallest captions.
    public static let caption2 = Font(.style(.caption2))

    /// Returns the font in a weight.
    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    /// Returns the font in bold.
    public func bold() -> Font { weight(.bold) }

    /// Returns the font with digits of the same width, so that numbers line up.
    public func monospacedDigit() -> Font {
        var font = self
        font.hasMonospacedDigits = true
        return font
    }
}
