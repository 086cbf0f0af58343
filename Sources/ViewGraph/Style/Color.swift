/// A style for text and shapes.
public protocol ShapeStyle: Sendable {
    /// The colour the style stands for.
    var _color: Color { get }
}

/// A colour: a semantic one that follows the reader's light or dark appearance, or fixed components.
public struct Color: ShapeStyle, Hashable, Sendable {
    package enum Base: Hashable, Sendable {
        case semantic(Semantic)
        /// sRGB components, 0 to 1.
        case components(red: Double, green: Double, blue: Double)
    }

    /// The colours a host gives its own values for light and dark.
    package enum Semantic: String, Hashable, Sendable, CaseIterable {
        case primary, secondary, tertiary, accent
        case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray
        case black, white, clear
    }

    package var base: Base
    /// 0 (not seen) to 1.
    package var alpha: Double

    package init(_ semantic: Semantic) {
        base = .semantic(semantic)
        alpha = 1
    }

    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        base = .components(red: red, green: green, blue: blue)
        alpha = opacity
    }

    public init(white: Double, opacity: Double = 1) { self.init(red: white, green: white, blue: white, opacity: opacity) }

    public var _color: Color { self }

    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.alpha *= opacity
        return color
    }

    public static let primary = Color(.primary)
    public static let secondary = Color(.secondary)
    public static let accentColor = Color(.accent)
    public static let red = Color(.red)
    public static let orange = Color(.orange)
    public static let yellow = Color(.yellow)
    public static let green = Color(.green)
    public static let mint = Color(.mint)
    public static let teal = Color(.teal)
    public static let cyan = Color(.cyan)
    public static let blue = Color(.blue)
    public static let indigo = Color(.indigo)
    public static let purple = Color(.purple)
    public static let pink = Color(.pink)
    public static let brown = Color(.brown)
    public static let gray = Color(.gray)
    public static let black = Color(.black)
    public static let white = Color(.white)
    public static let clear = Color(.clear)
}

extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
    public static var orange: Color { .orange }
    public static var yellow: Color { .yellow }
    public static var green: Color { .green }
    public static var mint: Color { .mint }
    public static var teal: Color { .teal }
    public static var cyan: Color { .cyan }
    public static var blue: Color { .blue }
    public static var indigo: Color { .indigo }
    public static var purple: Color { .purple }
    public static var pink: Color { .pink }
    public static var brown: Color { .brown }
    public static var gray: Color { .gray }
    public static var black: Color { .black }
    public static var white: Color { .white }
    public static var clear: Color { .clear }
}

/// Foreground styles by importance.
public struct HierarchicalShapeStyle: ShapeStyle {
    public let _color: Color

    public static let primary = HierarchicalShapeStyle(_color: Color(.primary))
    public static let secondary = HierarchicalShapeStyle(_color: Color(.secondary))
    public static let tertiary = HierarchicalShapeStyle(_color: Color(.tertiary))
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
}

/// The colour of controls, from the host's theme.
public struct TintShapeStyle: ShapeStyle {
    public init() {}
    public var _color: Color { .accentColor }
}

extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { TintShapeStyle() }
}
