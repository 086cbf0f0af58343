public import Foundation

/// A font: a text style or a size in points, with an optional family, weight and design.
public struct Font: Hashable, Sendable {
    /// A size and weight by purpose, which the host defines.
    public enum TextStyle: String, Hashable, Sendable, CaseIterable {
        /// The largest titles.
        case largeTitle
        /// Titles of the first level.
        case title
        /// Titles of the second level.
        case title2
        /// Titles of the third level.
        case title3
        /// Headings in body text.
        case headline
        /// Headings below a headline.
        case subheadline
        /// Body text.
        case body
        /// Callouts.
        case callout
        /// Footnotes.
        case footnote
        /// Captions of images and values.
        case caption
        /// The smallest captions.
        case caption2
    }

    /// A design of the system's typeface.
    public enum Design: Hashable, Sendable {
        /// The system's usual typeface.
        case `default`
        /// A typeface with serifs.
        case serif
        /// A typeface with rounded strokes, where the browser has one.
        case rounded
        /// A typeface whose characters have the same width.
        case monospaced
    }

    /// The thickness of strokes, in ascending order. The raw value is the weight in CSS.
    public enum Weight: Int, Hashable, Sendable {
        /// The thinnest strokes.
        case ultraLight = 100
        /// Thinner strokes than `light`.
        case thin = 200
        /// Thinner strokes than `regular`.
        case light = 300
        /// The usual strokes.
        case regular = 400
        /// Slightly thicker strokes than `regular`.
        case medium = 500
        /// Strokes between `medium` and `bold`.
        case semibold = 600
        /// Bold strokes.
        case bold = 700
        /// Thicker strokes than `bold`.
        case heavy = 800
        /// The thickest strokes.
        case black = 900
    }

    /// The distance between lines.
    public enum Leading: Hashable, Sendable {
        /// The font's own distance.
        case standard
        /// Less than the font's own.
        case tight
        /// More than the font's own.
        case loose
    }

    package enum Size: Hashable, Sendable {
        case style(TextStyle)
        case points(CGFloat)
        /// A size in points, multiplied by the factor of the `DynamicTypeSize`.
        case scaledPoints(CGFloat)
    }

    package var size: Size
    /// The name of the family; nil for the system's font.
    package var family: String?
    package var weight: Weight?
    package var design: Design = .default
    package var isItalic = false
    package var hasMonospacedDigits = false
    package var capitals: Capitals?
    package var leading = Leading.standard

    /// The letters that are drawn as small capitals.
    package enum Capitals: Hashable, Sendable {
        case all, lowercase, uppercase
    }

    private init(_ size: Size, family: String? = nil, weight: Weight? = nil, design: Design? = nil) {
        self.size = size
        self.family = family
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

    /// Returns a font by the name of its family, in a size that scales with the dynamic type size.
    /// A browser that does not have the font uses the system's.
    public static func custom(_ name: String, size: CGFloat) -> Font { Font(.scaledPoints(size), family: name) }

    /// Returns a font by the name of its family, in a size that scales with the dynamic type size.
    ///
    /// - Parameters:
    ///   - name: The name of the family.
    ///   - size: The size in points, in the standard dynamic type size.
    ///   - textStyle: No effect: all text styles scale by the same factor.
    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font(.scaledPoints(size), family: name)
    }

    /// Returns a font by the name of its family, in a size that does not scale.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { Font(.points(fixedSize), family: name) }

    /// The largest titles.
    public static let largeTitle = Font(.style(.largeTitle))
    /// Titles of the first level.
    public static let title = Font(.style(.title))
    /// Titles of the second level.
    public static let title2 = Font(.style(.title2))
    /// Titles of the third level.
    public static let title3 = Font(.style(.title3))
    /// Headings in body text, in a heavier weight.
    public static let headline = Font(.style(.headline))
    /// Headings below a headline.
    public static let subheadline = Font(.style(.subheadline))
    /// Body text, which is the default.
    public static let body = Font(.style(.body))
    /// Callouts.
    public static let callout = Font(.style(.callout))
    /// Footnotes.
    public static let footnote = Font(.style(.footnote))
    /// Captions of images and values.
    public static let caption = Font(.style(.caption))
    /// The smallest captions.
    public static let caption2 = Font(.style(.caption2))
}

extension Font {
    /// Returns the font in a weight.
    public func weight(_ weight: Weight) -> Font { changing { $0.weight = weight } }

    /// Returns the font in bold.
    public func bold() -> Font { weight(.bold) }

    /// Returns the font in bold, or as it is.
    public func bold(_ isActive: Bool) -> Font { isActive ? bold() : self }

    /// Returns the font in italics.
    public func italic() -> Font { changing { $0.isItalic = true } }

    /// Returns the font in italics, or upright.
    public func italic(_ isActive: Bool) -> Font { changing { $0.isItalic = isActive } }

    /// Returns the font with digits of the same width, so that numbers line up.
    public func monospacedDigit() -> Font { changing { $0.hasMonospacedDigits = true } }

    /// Returns the font with characters of the same width.
    public func monospaced() -> Font { changing { $0.design = .monospaced } }

    /// Returns the font with small capitals for all letters.
    public func smallCaps() -> Font { changing { $0.capitals = .all } }

    /// Returns the font with small capitals for lowercase letters.
    public func lowercaseSmallCaps() -> Font { changing { $0.capitals = .lowercase } }

    /// Returns the font with small capitals for uppercase letters.
    public func uppercaseSmallCaps() -> Font { changing { $0.capitals = .uppercase } }

    /// Returns the font with another distance between lines.
    public func leading(_ leading: Leading) -> Font { changing { $0.leading = leading } }

    private func changing(_ change: (inout Font) -> Void) -> Font {
        var font = self
        change(&font)
        return font
    }
}
