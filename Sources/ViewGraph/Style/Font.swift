public import Foundation

/// A font: a text style or a size in points, with weight and design.
public struct Font: Hashable, Sendable {
    /// Sizes by purpose, largest first.
    public enum TextStyle: String, Hashable, Sendable, CaseIterable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

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

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.points(size), weight: weight, design: design)
    }

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    public static let largeTitle = Font(.style(.largeTitle))
    public static let title = Font(.style(.title))
    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let callout = Font(.style(.callout))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    public func bold() -> Font { weight(.bold) }

    public func monospacedDigit() -> Font {
        var font = self
        font.hasMonospacedDigits = true
        return font
    }
}

/// How text below a modifier looks.
package struct TextStyle: Hashable, Sendable {
    package var font = Font.body
    package var color: Color?
    /// Lines before the text is cut with an ellipsis; nil for as many as it takes.
    package var lineLimit: Int?

    package init() {}
}
