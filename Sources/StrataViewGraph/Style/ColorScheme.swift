/// The appearance of a window or a view: light or dark.
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

private struct IsWindowColorSchemeFixedKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The appearance of the view.
    public var colorScheme: ColorScheme {
        get { self[ColorSchemeKey.self] }
        set { self[ColorSchemeKey.self] = newValue }
    }

    /// The appearance of the window around the view.
    var windowColorScheme: ColorScheme { self[WindowColorSchemeKey.self] }

    /// The appearance that a view or the window has regardless of the user's; nil for the user's.
    var fixedColorScheme: ColorScheme? {
        colorScheme != windowColorScheme || self[IsWindowColorSchemeFixedKey.self] ? colorScheme : nil
    }

    /// Sets the appearance of the window, and of the views in it.
    ///
    /// - Parameter isFixed: Whether a view has requested the appearance.
    mutating func setWindowColorScheme(_ scheme: ColorScheme, isFixed: Bool) {
        self[WindowColorSchemeKey.self] = scheme
        self[IsWindowColorSchemeFixedKey.self] = isFixed
        colorScheme = scheme
    }
}

/// The appearance that a view requests for its window; the first one in the window's order wins.
private struct PreferredColorSchemeKey: PreferenceKey {
    static var defaultValue: ColorScheme? { nil }
    static func reduce(value: inout ColorScheme?, nextValue: () -> ColorScheme?) { value = value ?? nextValue() }
}

/// Sets the appearance of a window to the one that its views request, or else to the user's.
@MainActor
final class PreferredColorScheme: PreferenceObserver {
    let key: any PreferenceKey.Type = PreferredColorSchemeKey.self
    weak var node: ViewNode?
    /// The user's appearance, as the host has reported it.
    private var reported = ColorScheme.light
    /// The appearance that views request; nil for none.
    private var preferred: ColorScheme?

    init(_ node: ViewNode) { self.node = node }

    func update() {
        guard let node else { return }
        // A sheet is a part of the window, and has its appearance.
        let value = node.preference(PreferredColorSchemeKey.self, includesDetached: true) ?? nil
        guard value != preferred else { return }
        preferred = value
        node.graph.root.traits.colorScheme = value
        node.graph.setNeedsSending(node.graph.root)
        node.graph.changeEnvironment { $0.setWindowColorScheme(value ?? reported, isFixed: value != nil) }
    }

    /// Records the user's appearance, which the host reports, and returns the appearance of the
    /// window, with whether views request it.
    func scheme(reporting scheme: ColorScheme) -> (scheme: ColorScheme, isFixed: Bool) {
        reported = scheme
        return (preferred ?? scheme, preferred != nil)
    }
}

extension View {
    /// Requests an appearance for the window of the view; nil requests none. Without a request, a
    /// window has the user's appearance.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        preference(key: PreferredColorSchemeKey.self, value: colorScheme)
    }

    /// Sets the appearance of the view and those inside it.
    public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }
}
