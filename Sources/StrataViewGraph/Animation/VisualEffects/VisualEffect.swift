public import Foundation

/// Effects on how a view is drawn, which leave its layout as it is.
public protocol VisualEffect: Sendable {
    /// The effects, inner ones first.
    var _effects: _VisualEffects { get }
}

/// A list of effects, inner ones first.
public struct _VisualEffects: Sendable {
    package let effects: [DrawingEffect]
}

/// No effect, to which others are added.
public struct EmptyVisualEffect: VisualEffect {
    /// Creates an effect that changes nothing.
    public init() {}

    /// No effects.
    public var _effects: _VisualEffects { _VisualEffects(effects: []) }
}

/// An effect with another one added.
private struct AddedVisualEffect: VisualEffect {
    let _effects: _VisualEffects
}

extension VisualEffect {
    private func adding(_ effect: DrawingEffect) -> some VisualEffect {
        AddedVisualEffect(_effects: _VisualEffects(effects: _effects.effects + [effect]))
    }

    /// Sets the opacity: 0 is invisible, 1 is opaque.
    public func opacity(_ opacity: Double) -> some VisualEffect { adding(.opacity(opacity)) }

    /// Blurs the view by a radius in points.
    public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { adding(.blur(radius: radius)) }

    /// Makes the colors lighter, or darker for a negative amount.
    public func brightness(_ amount: Double) -> some VisualEffect { adding(.brightness(amount)) }

    /// Multiplies the contrast.
    public func contrast(_ amount: Double) -> some VisualEffect { adding(.contrast(amount)) }

    /// Multiplies the saturation of the colors.
    public func saturation(_ amount: Double) -> some VisualEffect { adding(.saturation(amount)) }

    /// Makes the view grayer: 1 leaves no color.
    public func grayscale(_ amount: Double) -> some VisualEffect { adding(.grayscale(amount)) }

    /// Rotates the hues by an angle of the color wheel.
    public func hueRotation(_ angle: Angle) -> some VisualEffect { adding(.hueRotation(angle)) }

    /// Draws the view at a distance in points.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { adding(.offset(x: x, y: y)) }

    /// Draws the view at a distance in points.
    public func offset(_ offset: CGSize) -> some VisualEffect { adding(.offset(x: offset.width, y: offset.height)) }

    /// Draws the view scaled.
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.scale(x: scale, y: scale, anchor: anchor))
    }

    /// Draws the view scaled.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.scale(x: scale.width, y: scale.height, anchor: anchor))
    }

    /// Draws the view scaled.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.scale(x: x, y: y, anchor: anchor))
    }

    /// Draws the view rotated.
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.rotation(angle, anchor: anchor))
    }

    /// Draws the view rotated around an axis in space.
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> some VisualEffect {
        adding(
            .rotation3D(angle, x: axis.x, y: axis.y, z: axis.z, anchor: anchor, anchorZ: anchorZ, perspective: perspective))
    }
}
