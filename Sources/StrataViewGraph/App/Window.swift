/// A scene with a single window. If a tab has opened the window, opening it again from that tab
/// shows the existing one. Another tab opens a window of its own.
public struct Window<Content: View>: BuiltInScene {
    private let title: Text
    private let id: String
    private let content: Content

    /// Creates a window with a localized title.
    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), id: id, content: content)
    }

    /// Creates a window with a text as its title.
    public init(_ title: Text, id: String, @ViewBuilder content: () -> Content) {
        self.title = title
        self.id = id
        self.content = content()
    }

    /// Creates a window with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(verbatim: String(title)), id: id, content: content)
    }

    /// Appends the window.
    public func _collect(into list: inout SceneList) {
        list.windows.append(
            WindowDefinition(
                id: list.id, kind: .single, sceneName: id, title: title, makeContent: { [content] _ in content }))
    }
}

/// The scene of the app's settings. `openSettings` and ``SettingsLink`` open its window.
public struct Settings<Content: View>: BuiltInScene {
    private let content: Content

    /// Creates the window of the settings.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Appends the window of the settings.
    public func _collect(into list: inout SceneList) {
        list.windows.append(
            WindowDefinition(
                id: list.id, kind: .settings, sceneName: nil, title: Text("Settings" as LocalizedStringKey),
                makeContent: { [content] _ in content }))
    }
}
