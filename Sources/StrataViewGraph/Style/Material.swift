/// A translucent layer that blurs the content behind it.
public struct Material: ShapeStyle, Hashable {
    package enum Thickness: String, Hashable, Sendable {
        case ultraThin, thin, regular, thick, ultraThick, bar
    }

    private let thickness: Thickness

    /// A mostly translucent material.
    public static let ultraThin = Material(thickness: .ultraThin)
    /// A material that is more translucent than opaque.
    public static let thin = Material(thickness: .thin)
    /// A somewhat translucent material.
    public static let regular = Material(thickness: .regular)
    /// A material that is more opaque than translucent.
    public static let thick = Material(thickness: .thick)
    /// A mostly opaque material.
    public static let ultraThick = Material(thickness: .ultraThick)
    /// The material of bars.
    public static let bar = Material(thickness: .bar)

    /// Returns the material's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.material(thickness)) }
}

extension ShapeStyle where Self == Material {
    /// A mostly translucent material.
    public static var ultraThinMaterial: Material { .ultraThin }

    /// A material that is more translucent than opaque.
    public static var thinMaterial: Material { .thin }

    /// A somewhat translucent material.
    public static var regularMaterial: Material { .regular }

    /// A material that is more opaque than translucent.
    public static var thickMaterial: Material { .thick }

    /// A mostly opaque material.
    public static var ultraThickMaterial: Material { .ultraThick }

    /// The material of bars.
    public static var bar: Material { .bar }
}
