/// A level of the foreground style, from primary to quinary.
///
/// `foregroundStyle(_:_:_:)` sets one to three levels. A further level is the last of them with a
/// lower opacity. Where no view has set a style, all levels are colors of the host, in which
/// quinary is equal to quaternary.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
    private let level: Int

    /// The first level: the foreground style itself.
    public static let primary = HierarchicalShapeStyle(level: 0)
    /// The second level, for secondary content.
    public static let secondary = HierarchicalShapeStyle(level: 1)
    /// The third level.
    public static let tertiary = HierarchicalShapeStyle(level: 2)
    /// The fourth level.
    public static let quaternary = HierarchicalShapeStyle(level: 3)
    /// The fifth level.
    public static let quinary = HierarchicalShapeStyle(level: 4)

    /// The host's colors of the levels, where no view has set a style.
    private static let colors = [Color(.primary), Color(.secondary), Color(.tertiary), Color(.quaternary), Color(.quaternary)]
    /// The opacities of the levels, relative to the first, of a style that a view has set.
    static let opacities = [1, 0.62, 0.38, 0.22, 0.14]

    /// Returns the paint of the level in an environment.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        let paints = environment.foregroundPaints
        if level < paints.count { return paints[level] }
        guard let last = paints.last else { return ShapePaint(Self.colors[level]) }
        return last.opacity(Self.opacities[level] / Self.opacities[paints.count - 1])
    }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The first level of the foreground style.
    public static var primary: HierarchicalShapeStyle { .primary }

    /// The second level of the foreground style, for secondary content.
    public static var secondary: HierarchicalShapeStyle { .secondary }

    /// The third level of the foreground style.
    public static var tertiary: HierarchicalShapeStyle { .tertiary }

    /// The fourth level of the foreground style.
    public static var quaternary: HierarchicalShapeStyle { .quaternary }

    /// The fifth level of the foreground style.
    public static var quinary: HierarchicalShapeStyle { .quinary }
}

/// The foreground style that views have set, or the color of text.
public struct ForegroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the paint of the foreground.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        environment.foregroundPaints.first ?? ShapePaint(.primary)
    }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The foreground style that views have set, or the color of text.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

/// The color of controls: the tint that a view has set, or the host's accent color.
public struct TintShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the tint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(environment.tintColor ?? .accentColor) }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The color of controls: the tint that a view has set, or the host's accent color.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The color of separators between content.
public struct SeparatorShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of separators.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(Color(.separator)) }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    /// The color of separators between content.
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

/// The style behind content: the one that `backgroundStyle(_:)` set, or the color of the window.
public struct BackgroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the paint behind content.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        environment.backgroundStyle?._paint(in: environment) ?? ShapePaint(Color(.background))
    }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The style behind content: the one that `backgroundStyle(_:)` set, or the color of the
    /// window.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

private struct BackgroundStyleKey: EnvironmentKey {
    static var defaultValue: AnyShapeStyle? { nil }
}

extension EnvironmentValues {
    /// The style behind content; nil for the color of the window.
    public var backgroundStyle: AnyShapeStyle? {
        get { self[BackgroundStyleKey.self] }
        set { self[BackgroundStyleKey.self] = newValue }
    }
}

extension View {
    /// Sets the style that `background()` and the shape style `.background` draw.
    public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        changingEnvironment { $0.backgroundStyle = AnyShapeStyle(style) }
    }
}
