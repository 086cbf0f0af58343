public import Foundation

/// The shape of the border of bordered buttons, for `buttonBorderShape(_:)`.
public struct ButtonBorderShape: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case automatic, capsule, circle
        case rounded(CGFloat?)
    }

    package let kind: Kind

    /// The host's shape.
    public static let automatic = ButtonBorderShape(kind: .automatic)
    /// A rectangle whose shorter sides are half circles.
    public static let capsule = ButtonBorderShape(kind: .capsule)
    /// A circle, for buttons with an icon only.
    public static let circle = ButtonBorderShape(kind: .circle)
    /// A rectangle with rounded corners.
    public static let roundedRectangle = ButtonBorderShape(kind: .rounded(nil))

    /// Returns a rectangle whose corners have a radius in points.
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape(kind: .rounded(radius)) }
}

private struct ButtonBorderShapeKey: EnvironmentKey {
    static var defaultValue: ButtonBorderShape { .automatic }
}

extension EnvironmentValues {
    /// The shape of the border of buttons.
    var buttonBorderShape: ButtonBorderShape {
        get { self[ButtonBorderShapeKey.self] }
        set { self[ButtonBorderShapeKey.self] = newValue }
    }
}

extension View {
    /// Sets the shape of the border of bordered buttons.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        changingEnvironment { $0.buttonBorderShape = shape }
    }
}
