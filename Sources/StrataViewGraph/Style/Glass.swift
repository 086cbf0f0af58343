public import Foundation

/// A translucent material for controls that float over content, for `glassEffect(_:in:)`.
public struct Glass: Hashable, Sendable {
    private enum Variant: Hashable, Sendable {
        case regular, clear, identity
    }

    private let variant: Variant
    fileprivate var tint: Color?
    fileprivate var isInteractive = false

    /// Glass that blurs what is behind it.
    public static let regular = Glass(variant: .regular)
    /// Glass that lets more of what is behind it through.
    public static let clear = Glass(variant: .clear)
    /// No glass.
    public static let identity = Glass(variant: .identity)

    /// Returns the glass with a color; nil for none.
    public func tint(_ color: Color?) -> Glass {
        var glass = self
        glass.tint = color
        return glass
    }

    /// Returns glass that reacts to the pointer, or that does not.
    public func interactive(_ isEnabled: Bool = true) -> Glass {
        var glass = self
        glass.isInteractive = isEnabled
        return glass
    }

    /// The material that draws the glass; nil for none.
    fileprivate var material: Material? {
        switch variant {
        case .regular: .regular
        case .clear: .ultraThin
        case .identity: nil
        }
    }
}

/// The shape of glass that has no other: a capsule.
public struct DefaultGlassEffectShape: Shape {
    /// Creates the shape.
    public init() {}

    /// Returns the outline of a capsule.
    public func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }

    /// The outline of a capsule.
    public var _outline: ShapeOutline? { Capsule()._outline }
}

extension View {
    /// Puts glass in a shape behind the view.
    ///
    /// The glass is a material with a thin bright edge. It does not refract, and does not merge
    /// with other glass.
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()) -> some View {
        background { GlassBackground(glass: glass, shape: shape) }
            .hoverEffect(.lift, isEnabled: glass.isInteractive && glass.material != nil)
    }
}

private struct GlassBackground<Outline: Shape>: View {
    let glass: Glass
    let shape: Outline

    var body: some View {
        if let material = glass.material {
            shape.fill(glass.tint ?? .clear).stroke(.white.opacity(0.3), lineWidth: 1).background(material, in: shape)
        }
    }
}
