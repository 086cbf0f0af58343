internal import Foundation
internal import StrataArchives

/// A scene with any number of windows of the same content. In a browser, each tab is a window with
/// its own state.
///
/// A group can present a value in each window. `openWindow(value:)` opens a tab for a value, and
/// the URL of the tab contains the value's JSON.
public struct WindowGroup<Content: View>: BuiltInScene {
    private let id: String?
    private let title: Text?
    private let valueType: Any.Type?
    private let makeContent: (String?) -> Content

    private init(_ title: Text?, id: String?, content: Content) {
        self.title = title
        self.id = id
        valueType = nil
        makeContent = { _ in content }
    }

    /// Appends the windows of the group.
    public func _collect(into list: inout SceneList) {
        list.windows.append(
            WindowDefinition(
                id: list.id, kind: .group, sceneName: id, title: title, valueType: valueType, makeContent: makeContent))
    }
}

extension WindowGroup {
    /// Creates windows titled with the app's name.
    public init(@ViewBuilder content: () -> Content) {
        self.init(nil, id: nil, content: content())
    }

    /// Creates windows titled with the app's name, which `openWindow(id:)` opens.
    public init(id: String, @ViewBuilder content: () -> Content) {
        self.init(nil, id: id, content: content())
    }

    /// Creates windows with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), id: nil, content: content())
    }

    /// Creates windows with a localized title, which `openWindow(id:)` opens.
    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), id: id, content: content())
    }

    /// Creates windows with a text as their title.
    public init(_ title: Text, @ViewBuilder content: () -> Content) {
        self.init(title, id: nil, content: content())
    }

    /// Creates windows with a text as their title, which `openWindow(id:)` opens.
    public init(_ title: Text, id: String, @ViewBuilder content: () -> Content) {
        self.init(title, id: id, content: content())
    }

    /// Creates windows with a string as their title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(Text(verbatim: String(title)), id: nil, content: content())
    }

    /// Creates windows with a string as their title, which `openWindow(id:)` opens.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(verbatim: String(title)), id: id, content: content())
    }
}

// MARK: Windows of a value

extension WindowGroup {
    private init<D: Codable & Hashable, C: View>(
        _ title: Text?, id: String?, value: D.Type, content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title, id: id, value: value, content: content) { nil }
    }

    private init<D: Codable & Hashable, C: View>(
        _ title: Text?, id: String?, value: D.Type, content: @escaping (Binding<D?>) -> C, makeDefault: @escaping () -> D?
    ) where Content == PresentedWindowContent<D, C> {
        self.title = title
        self.id = id
        valueType = D.self
        makeContent = { json in PresentedWindowContent(json: json, makeDefault: makeDefault, content: content) }
    }

    private init<D: Codable & Hashable, C: View>(
        _ title: Text?, id: String?, value: D.Type, content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        // The window starts with the default value, and no binding sets it to nil.
        self.init(
            title, id: id, value: value,
            content: { (binding: Binding<D?>) in
                content(Binding(get: { binding.wrappedValue ?? defaultValue() }, set: { binding.wrappedValue = $0 }))
            }, makeDefault: defaultValue)
    }

    /// Creates windows of an optional value, titled with the app's name.
    public init<D: Codable & Hashable, C: View>(
        for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, id: nil, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, titled with the app's name.
    public init<D: Codable & Hashable, C: View>(
        for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, id: nil, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, titled with the app's name.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, id: id, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, titled with the app's name.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, id: id, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a localized title.
    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(titleKey), id: nil, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a localized title.
    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(titleKey), id: nil, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a localized title.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(titleKey), id: id, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a localized title.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(titleKey), id: id, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a text as their title.
    public init<D: Codable & Hashable, C: View>(
        _ title: Text, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title, id: nil, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a text as their title.
    public init<D: Codable & Hashable, C: View>(
        _ title: Text, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title, id: nil, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a text as their title.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        _ title: Text, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title, id: id, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a text as their title.
    /// `openWindow(id:value:)` opens one.
    public init<D: Codable & Hashable, C: View>(
        _ title: Text, id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title, id: id, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a string as their title.
    @_disfavoredOverload
    public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(verbatim: String(title)), id: nil, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a string as their title.
    @_disfavoredOverload
    public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(verbatim: String(title)), id: nil, value: type, content: content, defaultValue: defaultValue)
    }

    /// Creates windows of an optional value, with a string as their title.
    /// `openWindow(id:value:)` opens one.
    @_disfavoredOverload
    public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(verbatim: String(title)), id: id, value: type, content: content)
    }

    /// Creates windows of a value, which has a default, with a string as their title.
    /// `openWindow(id:value:)` opens one.
    @_disfavoredOverload
    public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(Text(verbatim: String(title)), id: id, value: type, content: content, defaultValue: defaultValue)
    }
}

/// The content of a window that presents a value.
public struct PresentedWindowContent<Data: Codable & Hashable, Content: View>: View {
    @State private var value: Data?
    @Environment(\.sceneSession) private var session
    @Environment(\.windowOpener) private var opener
    private let content: (Binding<Data?>) -> Content

    /// Creates the content of a window from the JSON of its value. The JSON comes from a URL, so it
    /// is untrusted. If it cannot be decoded, the window has the default value, which is made once.
    init(json: String?, makeDefault: @escaping () -> Data?, content: @escaping (Binding<Data?>) -> Content) {
        _value = State(making: {
            // Ignored: the page's text is untrusted, and the default value takes its place.
            json.flatMap { try? JSONDecoder().decode(Data.self, fromUntrusted: Foundation.Data($0.utf8)) } ?? makeDefault()
        })
        self.content = content
    }

    /// The content for the value.
    public var body: some View {
        content($value).onChange(of: value) { _, value in
            // A restored window presents the value that the app has set, not that of its URL.
            // Ignored: a value without JSON, such as NaN, cannot be restored.
            session?.presented =
                value.flatMap { try? JSONEncoder.sorted.encode($0) }
                .map { String(decoding: $0, as: UTF8.self) } ?? "null"
            opener?.present(value)
        }
    }
}
