internal import Foundation
internal import StrataTraps

/// An action that opens a window of the app in another tab: `@Environment(\.openWindow)`.
///
///     Button("Show") { openWindow(id: "note", value: note.id) }
///
/// Browsers open a tab only shortly after a click or a key press, so call it in a button's action.
/// Otherwise the page shows a link to the window. Read by an app or one of its scenes, for an entry
/// of the menus, it opens the window from the tab whose event is handled.
@MainActor @preconcurrency
public struct OpenWindowAction {
    fileprivate let open: @MainActor (_ id: String?, _ type: Any.Type?, _ json: String?) -> Void

    /// Opens a window of the scene with an ID. If there is none, a warning is written.
    public func callAsFunction(id: String) { open(id, nil, nil) }

    /// Opens a window of the group that presents values of the value's type. If there is none, a
    /// warning is written, and also for a value with more than 12 KB of JSON, for which a URL has no
    /// room.
    public func callAsFunction<D: Codable & Hashable>(value: D) { open(nil, D.self, json(of: value)) }

    /// Opens a window for a value, of the group with an ID. If no group has the ID and presents
    /// values of the type, a warning is written.
    public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {
        open(id, D.self, json(of: value))
    }
}

/// An action that closes windows of the app: `@Environment(\.dismissWindow)`.
///
/// A tab can close the tabs that it has opened, and itself if another tab of the app has opened it.
/// Tabs that the user has opened stay open.
@MainActor @preconcurrency
public struct DismissWindowAction {
    fileprivate let close: @MainActor () -> Void
    fileprivate let closeScene: @MainActor (_ id: String?, _ type: Any.Type?, _ json: String?) -> Void

    /// Closes the window of the view.
    public func callAsFunction() { close() }

    /// Closes the windows of the scene with an ID. Does nothing if there is no such scene.
    public func callAsFunction(id: String) { closeScene(id, nil, nil) }

    /// Closes the window for a value. Does nothing if no scene presents values of its type.
    public func callAsFunction<D: Codable & Hashable>(value: D) { closeScene(nil, D.self, json(of: value)) }

    /// Closes the window for a value, of the group with an ID. Does nothing if no group has the ID
    /// and presents values of the type.
    public func callAsFunction<D: Codable & Hashable>(id: String, value: D) { closeScene(id, D.self, json(of: value)) }
}

/// An action that opens the window of the app's settings: `@Environment(\.openSettings)`.
@MainActor @preconcurrency
public struct OpenSettingsAction {
    fileprivate let open: @MainActor () -> Void

    /// Opens the settings. If the app has no ``Settings`` scene, a warning is written.
    public func callAsFunction() { open() }
}

/// Returns the JSON of a value, with sorted keys, so that equal values have equal JSON. A value
/// with sets in it may have different JSON each time, because the order of a set is random.
private func json(of value: some Encodable) -> String {
    do {
        return try WindowOpener.json(of: value)
    } catch {
        trap("The value of a window could not be encoded as JSON: \(error)")
    }
}

/// The implementation of the actions that open and close windows: a window, and the scenes of its
/// app.
@MainActor
final class WindowOpener {
    weak var graph: WindowGraph?
    let app: AppInstance
    /// The name of the window's scene.
    private let scene: String?
    /// Whether another window has opened this one.
    var wasOpenedByApp = false

    init(_ app: AppInstance, scene: String?) { (self.app, self.scene) = (app, scene) }

    /// Returns the opener of the window to which the running code belongs, for an action that an
    /// app or one of its scenes has read: its environment is that of no window. Outside of windows,
    /// writes a warning and returns nil.
    static func ofRunningWindow() -> WindowOpener? {
        if let opener = WindowActivities.running?.graph?.environment.windowOpener { return opener }
        WarningLog.warn(
            "No window was opened or closed: the action was called outside of the windows of an app. "
                + "Call it in an action of a view or a command, or in a task that such an action has started.")
        return nil
    }

    /// Returns the JSON of a value that a window presents.
    nonisolated static func json(of value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
    }

    /// The scenes of the app. Reading them is observed.
    var windows: [WindowDefinition] { app.list.value.windows }

    func open(id: String?, type: Any.Type?, json: String?) {
        guard let definition = definitions(id: id, type: type).first, let scene = definition.name else {
            let missing = [id.map { "the ID \($0)" }, type.map { "values of the type \($0)" }].compactMap(\.self)
            return WarningLog.warn("No window was opened: no scene of the app has \(missing.joined(separator: " and ")).")
        }
        if let json, json.utf8.count > WindowRequest.longestValue {
            let length = "\(json.utf8.count) bytes of JSON, and a URL has room for \(WindowRequest.longestValue)"
            return WarningLog.warn("No window was opened: the value has \(length). Present an identifier of the data instead.")
        }
        let isUnique = definition.kind != .group || json != nil
        graph?.request(.openWindow(scene: scene, value: json, name: isUnique ? Self.name(of: scene, json) : nil))
    }

    /// Returns the name of the tab that presents a value.
    private static func name(of scene: String, _ json: String?) -> String { "\(scene) \(json ?? "")" }

    /// Names the tab after the value that the window presents now; nil for no value.
    func present(_ value: (some Encodable)?) {
        guard let scene else { return }
        // Ignored: a value without JSON, such as NaN, gives the tab no name.
        graph?.request(.nameWindow(name: value.flatMap { try? Self.json(of: $0) }.map { Self.name(of: scene, $0) }))
    }

    /// Closes the window of the graph.
    func close() { graph?.request(.closeWindow(scene: nil, value: nil)) }

    /// Closes the window of the graph, unless the user has opened it: a browser keeps such a tab,
    /// whose scene would end nevertheless.
    func dismiss() { if wasOpenedByApp { close() } }

    func close(id: String?, type: Any.Type?, json: String?) {
        for scene in definitions(id: id, type: type).compactMap(\.name) {
            graph?.request(.closeWindow(scene: scene, value: json))
        }
    }

    func openSettings() {
        guard let scene = windows.first(where: { $0.kind == .settings })?.name else {
            return WarningLog.warn("The app has no Settings scene to open. Add one to the app's body.")
        }
        graph?.request(.openWindow(scene: scene, value: nil, name: scene))
    }

    /// Returns the scenes with an ID, a type of values, or both.
    private func definitions(id: String?, type: Any.Type?) -> [WindowDefinition] {
        windows.filter { definition in
            guard let id else { return definition.valueType == type }
            return definition.sceneName == id && (type == nil || definition.valueType == type)
        }
    }
}

extension WindowOpener: Equatable {
    nonisolated static func == (lhs: WindowOpener, rhs: WindowOpener) -> Bool { lhs === rhs }
}

private struct WindowOpenerKey: EnvironmentKey {
    static var defaultValue: WindowOpener? { nil }
}

extension EnvironmentValues {
    /// The implementation of the actions below; nil outside of windows of an app.
    var windowOpener: WindowOpener? {
        get { self[WindowOpenerKey.self] }
        set { self[WindowOpenerKey.self] = newValue }
    }

    /// Opens a window of the app in another tab.
    public var openWindow: OpenWindowAction {
        OpenWindowAction { [windowOpener] id, type, json in
            (windowOpener ?? WindowOpener.ofRunningWindow())?.open(id: id, type: type, json: json)
        }
    }

    /// Closes windows of the app.
    public var dismissWindow: DismissWindowAction {
        DismissWindowAction(
            close: { [windowOpener] in (windowOpener ?? WindowOpener.ofRunningWindow())?.close() },
            closeScene: { [windowOpener] id, type, json in
                (windowOpener ?? WindowOpener.ofRunningWindow())?.close(id: id, type: type, json: json)
            })
    }

    /// Opens the window of the app's settings.
    public var openSettings: OpenSettingsAction {
        OpenSettingsAction { [windowOpener] in (windowOpener ?? WindowOpener.ofRunningWindow())?.openSettings() }
    }

    /// Whether the host can show several windows: a browser can.
    public var supportsMultipleWindows: Bool { true }
}
