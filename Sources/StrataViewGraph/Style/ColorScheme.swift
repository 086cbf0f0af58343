/// The appearance of a window: light or dark.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    /// Dark content on light backgrounds.
    case light
    /// Light content on dark backgrounds.
    case dark
}

private struct ColorSchemeKey: EnvironmentKey {
    static var defaultValue: ColorScheme { .light }
}

private struct WindowColorSchemeKey: EnvironmentKey {
    static var defaultValue: ColorScheme { .light }
}

extension EnvironmentValues {
    /// The appearance of the view.
    public var colorScheme: ColorScheme {
        get { self[ColorSchemeKey.self] }
        set { self[ColorSchemeKey.self] = newValue }
    }

    /// The appearance of the window around the view.
    var windowColorScheme: ColorScheme { self[WindowColorSchemeKey.self] }

    /// Sets the appearance of the window, and of the views in it.
    mutating func setWindowColorScheme(_ scheme: ColorScheme) {
        self[WindowColorSchemeKey.self] = scheme
        colorScheme = scheme
    }
}

/// The appearance that views ask for their window.
private struct PreferredColorSchemeKey: PreferenceKey {
    static var defaultValue: ColorScheme? { nil }
    static func reduce(value: inout ColorScheme?, nextValue: () -> ColorScheme?) { value = value ?? nextValue() }
}

/// Sets the appearance of the window to the one that its views ask for.
@MainActor
final class PreferredColorScheme: PreferenceObserver {
    let key: any PreferenceKey.Type = PreferredColorSchemeKey.self
    weak var node: ViewNode?
    /// The appearance that the host has reported.
    private var reported = ColorScheme.light
    private var preferred: ColorScheme?

    init(_ node: ViewNode) { self.node = node }

    func update() {
        guard let node else { return }
        let value = node.preference(PreferredColorSchemeKey.self) ?? nil
        guard value != preferred else { return }
        preferred = value
        node.graph.root.traits.colorScheme = value
        node.graph.setNeedsSending(node.graph.root)
        node.graph.changeEnvironment { $0.setWindowColorScheme(value ?? reported) }
    }

    /// Returns the appearance of the window for one that the host reports.
    func scheme(reporting scheme: ColorScheme) -> ColorScheme {
        reported = scheme
        return preferred ?? scheme
    }
}

extension View {
    /// Sets the appearance of the window around the view; nil for the user's choice.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        preference(key: PreferredColorSchemeKey.self, value: colorScheme)
    }

    /// Sets the appearance of the view and those inside it.
    public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
}
