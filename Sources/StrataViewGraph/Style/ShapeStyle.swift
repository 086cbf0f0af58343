internal import StrataTraps

/// A color, gradient or material that text and shapes are drawn with.
///
/// A style of an app's own is resolved to another style when a view is updated:
///
///     struct Urgent: ShapeStyle {
///         func resolve(in environment: EnvironmentValues) -> Color {
///             environment.isEnabled ? .red : .gray
///         }
///     }
public protocol ShapeStyle: Sendable {
    /// The type of style that this one resolves to; `Never` for a style that is drawn itself.
    associatedtype Resolved: ShapeStyle = Never

    /// Returns the style to draw in an environment.
    func resolve(in environment: EnvironmentValues) -> Resolved

    /// Returns what hosts draw for the style in an environment.
    func _paint(in environment: EnvironmentValues) -> ShapePaint
}

extension ShapeStyle where Resolved == Never {
    /// Traps: a style that is drawn itself resolves to no other.
    public func resolve(in environment: EnvironmentValues) -> Never {
        trap("\(Self.self) is drawn as it is. Give a style of your own a resolve(in:) that returns another style.")
    }
}

extension ShapeStyle {
    /// Returns the paint of the style that this one resolves to.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { resolve(in: environment)._paint(in: environment) }

    /// The color of the style outside of a view; the first one of a gradient.
    public var _color: Color { _paint(in: EnvironmentValues()).color }

    /// Returns the style, with its opacity multiplied by a factor.
    @_disfavoredOverload
    public func opacity(_ opacity: Double) -> some ShapeStyle { FadedShapeStyle(style: self, factor: opacity) }
}

extension Never: ShapeStyle {
    /// Traps: there is no value.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { trap("Never is no style.") }
}

/// A style with its type erased.
public struct AnyShapeStyle: ShapeStyle {
    private let style: any ShapeStyle

    /// Erases the type of a style.
    public init<S: ShapeStyle>(_ style: S) { self.style = style }

    /// Returns the paint of the erased style.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { style._paint(in: environment) }
}

/// A style at a part of its opacity.
private struct FadedShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let factor: Double

    func _paint(in environment: EnvironmentValues) -> ShapePaint { style._paint(in: environment).opacity(factor) }
}
