/// A foreground style by importance: the one that views have set, or the host's, more or less faded.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
    private let level: Int

    /// The style of the foreground.
    public static let primary = HierarchicalShapeStyle(level: 0)
    /// The style of less important content.
    public static let secondary = HierarchicalShapeStyle(level: 1)
    /// The style of still less important content.
    public static let tertiary = HierarchicalShapeStyle(level: 2)
    /// The style of the least important content but one.
    public static let quaternary = HierarchicalShapeStyle(level: 3)
    /// The style of the least important content.
    public static let quinary = HierarchicalShapeStyle(level: 4)

    /// The host's colors of the levels.
    private static let colors = [Color(.primary), Color(.secondary), Color(.tertiary), Color(.quaternary), Color(.quaternary)]
    /// The opacities of the levels of a style that a view has set.
    private static let opacities = [1, 0.62, 0.38, 0.22, 0.14]

    /// Returns the level of the foreground style that is set in an environment.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        let paints = environment.foregroundPaints
        if level < paints.count { return paints[level] }
        guard let last = paints.last else { return ShapePaint(Self.colors[level]) }
        return last.opacity(Self.opacities[level] / Self.opacities[paints.count - 1])
    }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The style of the foreground.
    public static var primary: HierarchicalShapeStyle { .primary }

    /// The style of less important content.
    public static var secondary: HierarchicalShapeStyle { .secondary }

    /// The style of still less important content.
    public static var tertiary: HierarchicalShapeStyle { .tertiary }

    /// The style of the least important content but one.
    public static var quaternary: HierarchicalShapeStyle { .quaternary }

    /// The style of the least important content.
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
    /// The foreground style that views have set.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

/// The color of controls: the tint that a view has set, or that of the host's theme.
public struct TintShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the tint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(environment.tintColor ?? .accentColor) }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The color of controls.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

/// The color of lines between content.
public struct SeparatorShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the color of lines.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(Color(.separator)) }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    /// The color of lines between content.
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
    /// The style behind content.
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
    /// Sets the style that `background()` and the style `.background` draw.
    public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        changingEnvironment { $0.backgroundStyle = AnyShapeStyle(style) }
    }
}
