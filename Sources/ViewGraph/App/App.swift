internal import Traps

/// A program with windows.
///
/// Mark a type that conforms with `@main`; its `main()` shows each window in a browser tab.
@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene

    @SceneBuilder var body: Body { get }
    init()
}

/// A part of an app's interface with a life of its own.
@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene

    @SceneBuilder var body: Body { get }

    /// The window that this scene opens.
    var _window: WindowDefinition { get }
}

extension Scene {
    public var _window: WindowDefinition { body._window }
}

extension Never: Scene {}

/// What a scene says of its windows.
public struct WindowDefinition {
    package let title: String?
    package let content: any View
}

/// Builds an app's scene.
@resultBuilder
@MainActor @preconcurrency
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene of equal windows: in a browser, every tab is one, with its own state.
public struct WindowGroup<Content: View>: Scene {
    private let title: String?
    private let content: Content

    public init(@ViewBuilder content: () -> Content) {
        title = nil
        self.content = content()
    }

    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        title = titleKey.string
        self.content = content()
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.title = String(title)
        self.content = content()
    }

    public var body: Never { trap("A WindowGroup has no body; its window is made from its content.") }
    public var _window: WindowDefinition { WindowDefinition(title: title, content: content) }
}

/// One running app: makes its windows, which share the app's own state.
@MainActor
package final class AppInstance {
    private let makeWindowGraph: () -> WindowGraph

    /// - Parameter name: The title of windows whose scene has none.
    package init<A: App>(_ app: A, name: String) {
        var app = app
        let slots = PropertySlots(environment: EnvironmentValues())
        PropertyPlan.of(A.self).install(in: &app, slots)
        makeWindowGraph = { [app] in
            WindowGraph(title: app.body._window.title ?? name, content: WindowContent(app: app))
        }
        // The installed copy of the app reads the storage that the slots keep.
        self.slots = slots
    }

    private let slots: PropertySlots

    /// Opens a window.
    package func makeWindow() -> WindowGraph { makeWindowGraph() }
}

/// The content of a window; evaluated again when state of the app that its body reads changes.
private struct WindowContent<A: App>: View {
    let app: A
    var body: some View { AnyView(erasing: app.body._window.content) }
}
