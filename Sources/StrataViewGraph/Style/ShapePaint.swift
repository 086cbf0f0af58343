package import Foundation

/// The paint that hosts draw for a ``ShapeStyle``.
///
/// A style is a rule, such as "the secondary level of the foreground", whose result depends on the
/// environment. A paint is the result: a color, gradient or material that a host can draw. A
/// modifier such as `foregroundStyle(_:)` resolves its style once, in the environment of the
/// modifier, and stores the paints in the environment (`foregroundPaints`). Texts and shapes inside
/// use those.
public struct ShapePaint: Hashable, Sendable {
    package enum Base: Hashable, Sendable {
        case color(Color)
        case gradient(GradientPaint)
        case material(Material.Thickness)
    }

    package var base: Base
    /// The opacity, from 0 (invisible) to 1.
    package var alpha = 1.0
    /// The shadows behind what is drawn, the innermost first.
    package var shadows: [ShadowStyle] = []

    package init(_ base: Base) { self.base = base }

    package init(_ color: Color) { self.init(.color(color)) }

    /// The color of the paint, or a substitute for it: the first color of a gradient, and the
    /// secondary color for a material, which browsers cannot draw text in.
    package var color: Color {
        switch base {
        case .color(let color): color.opacity(alpha)
        case .gradient(let gradient): (gradient.stops.first?.color ?? .clear).opacity(alpha)
        case .material: Color.secondary.opacity(alpha)
        }
    }

    /// The color of the paint; nil for gradients and materials.
    package var plainColor: Color? { if case .color = base { color } else { nil } }

    /// Whether the paint is a color without shadows.
    var isColorOnly: Bool { plainColor != nil && shadows.isEmpty }

    /// Returns the paint, with its opacity multiplied by a factor.
    func opacity(_ factor: Double) -> ShapePaint {
        var paint = self
        paint.alpha *= factor
        return paint
    }
}

/// A gradient over the area of a shape.
package struct GradientPaint: Hashable, Sendable {
    package enum Direction: Hashable, Sendable {
        case linear(from: UnitPoint, to: UnitPoint)
        case radial(center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat)
        /// Ellipses. Radii are fractions of the width and height of the shape.
        case elliptical(center: UnitPoint, startFraction: CGFloat, endFraction: CGFloat)
        case angular(center: UnitPoint, from: Angle, to: Angle)
        /// The color of the only stop, slightly lighter at the top.
        case soft
    }

    package var direction: Direction
    package var stops: [Gradient.Stop]
    /// The color space in which colors between two stops are mixed.
    package var space = Gradient.ColorSpace.device
}

private struct ForegroundPaintsKey: EnvironmentKey {
    static var defaultValue: [ShapePaint] { [] }
}

extension EnvironmentValues {
    /// The paints of the levels of the foreground style that a view has set, from the first; empty
    /// for the host's.
    var foregroundPaints: [ShapePaint] {
        get { self[ForegroundPaintsKey.self] }
        set { self[ForegroundPaintsKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of text and shapes.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { foreground { [style._paint(in: $0)] } }

    /// Sets the primary and the secondary style of text and shapes.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
        foreground { [primary._paint(in: $0), secondary._paint(in: $0)] }
    }

    /// Sets the primary, the secondary and the tertiary style of text and shapes.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
        _ primary: S1, _ secondary: S2, _ tertiary: S3
    ) -> some View {
        foreground { [primary._paint(in: $0), secondary._paint(in: $0), tertiary._paint(in: $0)] }
    }

    /// Sets the color of text and shapes; nil for the host's color.
    public func foregroundColor(_ color: Color?) -> some View { foreground { _ in color.map { [ShapePaint($0)] } ?? [] } }

    private func foreground(_ paints: @escaping (EnvironmentValues) -> [ShapePaint]) -> some View {
        changingEnvironment {
            let paints = paints($0)
            $0.foregroundPaints = paints
            $0.textStyle.color = paints.first?.color
            $0.textStyle.paint = paints.first.flatMap { $0.isColorOnly ? nil : $0 }
        }
    }
}
