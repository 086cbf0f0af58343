public import Foundation

/// The phase of a scene or app: whether a user can see it.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// No tab shows the scene, or its tab is hidden.
    case background
    /// The tab of the scene has not connected yet.
    case inactive
    /// The tab of the scene is visible.
    case active
}

/// The space that a window has along an axis.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// Little space: less than 600 points of width, or 480 of height.
    case compact
    /// Enough space for several columns, or for large content.
    case regular
}

/// The difference between foreground and background colors that a user asks for.
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
    /// Whether a user can see the scene.
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }

    /// The width that the window has: compact in a narrow browser window, as on a phone.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalSizeClassKey.self] }
        set { self[HorizontalSizeClassKey.self] = newValue }
    }

    /// The height that the window has: compact in a low browser window, as on a phone held sideways.
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[VerticalSizeClassKey.self] }
        set { self[VerticalSizeClassKey.self] = newValue }
    }

    /// The contrast that the user asks for.
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

    /// Whether the user asks for less motion.
    public internal(set) var accessibilityReduceMotion: Bool {
        get { self[ReduceMotionKey.self] }
        set { self[ReduceMotionKey.self] = newValue }
    }

    /// Whether the user asks for less transparency.
    public internal(set) var accessibilityReduceTransparency: Bool {
        get { self[ReduceTransparencyKey.self] }
        set { self[ReduceTransparencyKey.self] = newValue }
    }

    /// Sets the values that follow from a report of the host.
    mutating func apply(_ event: SurroundingsEvent) {
        scenePhase = event.isVisible ? .active : .background
        horizontalSizeClass = event.isNarrow ? .compact : .regular
        verticalSizeClass = event.isLow ? .compact : .regular
        setWindowColorScheme(event.isDark ? .dark : .light)
        colorSchemeContrast = event.prefersMoreContrast ? .increased : .standard
        displayScale = event.scale
        accessibilityReduceMotion = event.prefersLessMotion
        accessibilityReduceTransparency = event.prefersLessTransparency
        if let zone = event.timeZone.flatMap(TimeZone.init(identifier:)) { timeZone = zone }
    }
}
