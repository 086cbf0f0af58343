public import Foundation

/// The phase of a scene or app, which says whether the user can see it.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// The tab of the scene is hidden, or has lost its connection.
    case background
    /// The tab of the scene has not connected yet.
    case inactive
    /// The tab of the scene is visible.
    case active
}

/// A class of the space that a window has along an axis.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// Little space: a width of less than 600 points, or a height of less than 480.
    case compact
    /// Enough space for several columns, or for large content.
    case regular
}

/// The contrast between foreground and background colors that the user prefers.
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable {
    /// The host's usual contrast.
    case standard
    /// More than the usual contrast.
    case increased
}

private struct ScenePhaseKey: EnvironmentKey {
    static var defaultValue: ScenePhase { .inactive }
}

private struct HorizontalSizeClassKey: EnvironmentKey {
    static var defaultValue: UserInterfaceSizeClass? { .regular }
}

private struct VerticalSizeClassKey: EnvironmentKey {
    static var defaultValue: UserInterfaceSizeClass? { .regular }
}

private struct ColorSchemeContrastKey: EnvironmentKey {
    static var defaultValue: ColorSchemeContrast { .standard }
}

private struct DisplayScaleKey: EnvironmentKey {
    static var defaultValue: CGFloat { 1 }
}

private struct ReduceMotionKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct ReduceTransparencyKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The phase of the scene. In the body of an app or of a scene of its own, that of the most
    /// active window.
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }

    /// The size class of the window's width: compact in a narrow browser window, as on a phone.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalSizeClassKey.self] }
        set { self[HorizontalSizeClassKey.self] = newValue }
    }

    /// The size class of the window's height: compact in a low browser window, as on a phone held
    /// sideways.
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[VerticalSizeClassKey.self] }
        set { self[VerticalSizeClassKey.self] = newValue }
    }

    /// The contrast that the user prefers.
    public internal(set) var colorSchemeContrast: ColorSchemeContrast {
        get { self[ColorSchemeContrastKey.self] }
        set { self[ColorSchemeContrastKey.self] = newValue }
    }

    /// The number of pixels in a point of the user's display.
    public var displayScale: CGFloat {
        get { self[DisplayScaleKey.self] }
        set { self[DisplayScaleKey.self] = newValue }
    }

    /// The size of a pixel of the user's display, in points.
    public var pixelLength: CGFloat { displayScale > 0 ? 1 / displayScale : 1 }

    /// Whether the user prefers less motion.
    public internal(set) var accessibilityReduceMotion: Bool {
        get { self[ReduceMotionKey.self] }
        set { self[ReduceMotionKey.self] = newValue }
    }

    /// Whether the user prefers less transparency.
    public internal(set) var accessibilityReduceTransparency: Bool {
        get { self[ReduceTransparencyKey.self] }
        set { self[ReduceTransparencyKey.self] = newValue }
    }

    /// Sets the values from a host's report.
    mutating func apply(_ event: SurroundingsEvent) {
        scenePhase = event.isVisible ? .active : .background
        horizontalSizeClass = event.isNarrow ? .compact : .regular
        verticalSizeClass = event.isLow ? .compact : .regular
        setWindowColorScheme(event.isDark ? .dark : .light, isFixed: false)
        colorSchemeContrast = event.prefersMoreContrast ? .increased : .standard
        displayScale = event.scale
        accessibilityReduceMotion = event.prefersLessMotion
        accessibilityReduceTransparency = event.prefersLessTransparency
        accessibilityInvertColors = event.invertsColors
        accessibilityDifferentiateWithoutColor = event.ignoresColors
        let typeSize = DynamicTypeSize(closestTo: event.textScale)
        if textStyle.hostTypeSize != typeSize {
            textStyle.hostTypeSize = typeSize
            textStyle.typeSize = typeSize
        }
        if let zone = event.timeZone.flatMap(TimeZone.init(identifier:)) { timeZone = zone }
    }
}
