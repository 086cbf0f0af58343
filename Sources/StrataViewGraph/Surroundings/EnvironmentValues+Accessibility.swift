/// The weight of text that the user prefers.
public enum LegibilityWeight: Hashable, Sendable {
    /// The usual weight.
    case regular
    /// A heavier weight.
    case bold
}

private struct InvertColorsKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct DifferentiateWithoutColorKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The weight of text that the user prefers. It is `regular`: a browser does not tell it.
    public var legibilityWeight: LegibilityWeight? { .regular }

    /// Whether the user needs differences that are visible without color: the browser replaces the
    /// colors of the page by those of the user, or the display has none.
    public internal(set) var accessibilityDifferentiateWithoutColor: Bool {
        get { self[DifferentiateWithoutColorKey.self] }
        set { self[DifferentiateWithoutColorKey.self] = newValue }
    }

    /// Whether the user has inverted the colors of the display. Few browsers tell it; elsewhere it
    /// is false.
    public internal(set) var accessibilityInvertColors: Bool {
        get { self[InvertColorsKey.self] }
        set { self[InvertColorsKey.self] = newValue }
    }

    /// Whether the user has a screen reader. It is false: a browser does not tell it.
    public var accessibilityVoiceOverEnabled: Bool { false }

    /// Whether the user operates the device by switches. It is false: a browser does not tell it.
    public var accessibilitySwitchControlEnabled: Bool { false }
}

/// The activity of the window of a control.
public enum ControlActiveState: CaseIterable, Equatable, Hashable, Sendable {
    /// The window is visible, and receives keys.
    case key
    /// The window is visible.
    case active
    /// The window is not visible.
    case inactive
}

private struct ControlActiveStateKey: EnvironmentKey {
    static var defaultValue: ControlActiveState? { nil }
}

private struct AppearsActiveKey: EnvironmentKey {
    static var defaultValue: Bool? { nil }
}

extension EnvironmentValues {
    /// The activity of the window: `key` while the browser tab is visible, and otherwise `inactive`.
    /// A browser has at most one visible tab that receives keys, so no tab is only `active`.
    public var controlActiveState: ControlActiveState {
        get { self[ControlActiveStateKey.self] ?? (scenePhase == .active ? .key : .inactive) }
        set { self[ControlActiveStateKey.self] = newValue }
    }

    /// Whether views prefer the appearance of an active window: while the browser tab is visible.
    public var appearsActive: Bool {
        get { self[AppearsActiveKey.self] ?? (scenePhase == .active) }
        set { self[AppearsActiveKey.self] = newValue }
    }
}
