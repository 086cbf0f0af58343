internal import StrataTraps

/// A style that text and shapes are drawn with, such as a color, a gradient or a material.
///
/// A style of the app resolves to another style when a view is updated:
///
///     struct Urgent: ShapeStyle {
///         func resolve(in environment: EnvironmentValues) -> Color {
///             environment.isEnabled ? .red : .gray
///         }
///     }
public protocol ShapeStyle: Sendable {
    /// The type of the style that this one resolves to; `Never` for a built-in style, which is
    /// drawn itself.
    associatedtype Resolved: ShapeStyle = Never

    /// Returns the style to draw in an environment.
    func resolve(in environment: EnvironmentValues) -> Resolved

    /// Returns the paint that hosts draw for the style in an environment.
    func _paint(in environment: EnvironmentValues) -> ShapePaint
}

extension ShapeStyle where Resolved == Never {
    /// Traps, because a style without a `Resolved` type resolves to no other.
    public func resolve(in environment: EnvironmentValues) -> Never {
        trap("\(Self.self) resolves to no other style. Implement resolve(in:) so that it returns a color or another style.")
    }
}

extension ShapeStyle {
    /// Returns the paint of the style that this one resolves to.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { resolve(in: environment)._paint(in: environment) }

    /// The color of the style in the default environment, or a substitute for it: the first color
    /// of a gradient.
    public var _color: Color { _paint(in: EnvironmentValues()).color }

    /// Returns the style, with its opacity multiplied by a factor.
    @_disfavoredOverload
    public func opacity(_ opacity: Double) -> some ShapeStyle { FadedShapeStyle(style: self, factor: opacity) }
}

extension Never: ShapeStyle {
    /// Traps, because `Never` has no values.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { trap("Never has no values to draw.") }
}

/// A style with its type erased.
public struct AnyShapeStyle: ShapeStyle {
    private let style: any ShapeStyle

    /// Erases the type of a style.
    public init<S: ShapeStyle>(_ style: S) { self.style = style }

    /// Returns the paint of the erased style.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { style._paint(in: environment) }
}

/// A style with its opacity multiplied by a factor.
struct FadedShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let factor: Double

    func _paint(in environment: EnvironmentValues) -> ShapePaint { style._paint(in: environment).opacity(factor) }
}
