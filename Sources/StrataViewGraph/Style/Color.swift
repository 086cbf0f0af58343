/// A style for text and shapes.
public protocol ShapeStyle: Sendable {
    /// The color that hosts draw for the style.
    var _color: Color { get }
}

/// A color: a semantic one, which follows the browser's light or dark appearance, or fixed
/// components.
public struct Color: ShapeStyle, Hashable, Sendable {
    package enum Base: Hashable, Sendable {
        case semantic(Semantic)
        /// sRGB components, 0 to 1.
        case components(red: Double, green: Double, blue: Double)
    }

    /// Colors for which a host has values in light and dark appearance.
    package enum Semantic: String, Hashable, Sendable, CaseIterable {
        case primary, secondary, tertiary, accent
        case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray
        case black, white, clear
    }

    package var base: Base
    /// The opacity, from 0 (invisible) to 1.
    package var alpha: Double

    package init(_ semantic: Semantic) {
        base = .semantic(semantic)
        alpha = 1
    }

    /// Creates a color from sRGB components, from 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        base = .components(red: red, green: green, blue: blue)
        alpha = opacity
    }

    /// Creates a gray, from 0 (black) to 1 (white).
    public init(white: Double, opacity: Double = 1) { self.init(red: white, green: white, blue: white, opacity: opacity) }

    /// The color itself.
    public var _color: Color { self }

    /// Returns the color, with its opacity multiplied by a factor.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.alpha *= opacity
        return color
    }

    /// The color of text.
    public static let primary = Color(.primary)
    /// The color of less important text.
    public static let secondary = Color(.secondary)
    /// The color of controls, from the host's theme.
    public static let accentColor = Color(.accent)
    /// Red, adapted to light and dark appearance.
    public static let red = Color(.red)
    /// Orange, adapted to light and dark appearance.
    public static let orange = Color(.orange)
    /// Yellow, adapted to light and dark appearance.
    public static let yellow = Color(.yellow)
    /// Green, adapted to light and dark appearance.
    public static let green = Color(.green)
    /// Mint, adapted to light and dark appearance.
    public static let mint = Color(.mint)
    /// Teal, adapted to light and dark appearance.
    public static let teal = Color(.teal)
    /// Cyan, adapted to light and dark appearance.
    public static let cyan = Color(.cyan)
    /// Blue, adapted to light and dark appearance.
    public static let blue = Color(.blue)
    /// Indigo, adapted to light and dark appearance.
    public static let indigo = Color(.indigo)
    /// Purple, adapted to light and dark appearance.
    public static let purple = Color(.purple)
    /// Pink, adapted to light and dark appearance.
    public static let pink = Color(.pink)
    /// Brown, adapted to light and dark appearance.
    public static let brown = Color(.brown)
    /// Gray, adapted to light and dark appearance.
    public static let gray = Color(.gray)
    /// Black.
    public static let black = Color(.black)
    /// White.
    public static let white = Color(.white)
    /// Fully transparent.
    public static let clear = Color(.clear)
}

extension ShapeStyle where Self == Color {
    /// Red, adapted to light and dark appearance.
    public static var red: Color { .red }

    /// Orange, adapted to light and dark appearance.
    public static var orange: Color { .orange }

    /// Yellow, adapted to light and dark appearance.
    public static var yellow: Color { .yellow }

    /// Green, adapted to light and dark appearance.
    public static var green: Color { .green }

    /// Mint, adapted to light and dark appearance.
    public static var mint: Color { .mint }

    /// Teal, adapted to light and dark appearance.
    public static var teal: Color { .teal }

    /// Cyan, adapted to light and dark appearance.
    public static var cyan: Color { .cyan }

    /// Blue, adapted to light and dark appearance.
    public static var blue: Color { .blue }

    /// Indigo, adapted to light and dark appearance.
    public static var indigo: Color { .indigo }

    /// Purple, adapted to light and dark appearance.
    public static var purple: Color { .purple }

    /// Pink, adapted to light and dark appearance.
    public static var pink: Color { .pink }

    /// Brown, adapted to light and dark appearance.
    public static var brown: Color { .brown }

    /// Gray, adapted to light and dark appearance.
    public static var gray: Color { .gray }

    /// Black.
    public static var black: Color { .black }

    /// White.
    public static var white: Color { .white }

    /// Fully transparent.
    public static var clear: Color { .clear }
}

/// A foreground style by importance.
public struct HierarchicalShapeStyle: ShapeStyle {
    /// The color of the style.
    public let _color: Color

    /// The color of text.
    public static let primary = HierarchicalShapeStyle(_color: Color(.primary))
    /// The color of less important text.
    public static let secondary = HierarchicalShapeStyle(_color: Color(.secondary))
    /// The color of the least important text.
    public static let tertiary = HierarchicalShapeStyle(_color: Color(.tertiary))
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The color of text.
    public static var primary: HierarchicalShapeStyle { .primary }

    /// The color of less important text.
    public static var secondary: HierarchicalShapeStyle { .secondary }

    /// The color of the least important text.
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
}

/// The color of controls, from the host's theme.
public struct TintShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// The accent color.
    public var _color: Color { .accentColor }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The color of controls.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}
