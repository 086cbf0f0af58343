package import Foundation
internal import StrataTraps

/// A program with windows.
///
/// Mark a type that conforms with `@main`; its `main()` shows each window in a browser tab.
@MainActor @preconcurrency
public protocol App {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Scene

    /// Creates the app, once in each process.
    @SceneBuilder var body: Body { get }
    init()
}

/// A part of an app's interface with a life cycle of its own.
@MainActor @preconcurrency
public protocol Scene {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Scene

    /// The scene that this one is made of.
    @SceneBuilder var body: Body { get }

    /// The window that this scene opens.
    var _window: WindowDefinition { get }
}

extension Scene {
    /// The window of the body.
    public var _window: WindowDefinition { body._window }
}

extension Never: Scene {}

/// The title and content of a scene's windows.
public struct WindowDefinition {
    package let title: String?
    package let content: any View
}

/// Builds an app's scene.
@resultBuilder
@MainActor @preconcurrency
public struct SceneBuilder {
    /// Accepts the only scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene of equal windows: in a browser, each tab is one, with its own state.
public struct WindowGroup<Content: View>: Scene {
    private let title: String?
    private let content: Content

    /// Creates windows titled with the app's name.
    public init(@ViewBuilder content: () -> Content) {
        title = nil
        self.content = content()
    }

    /// Creates windows with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        title = titleKey.string
        self.content = content()
    }

    /// Creates windows with a string as their title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.title = String(title)
        self.content = content()
    }

    public var body: Never { trap("A WindowGroup has no body; its window is made from its content.") }

    /// The title and content of each window.
    public var _window: WindowDefinition { WindowDefinition(title: title, content: content) }
}

/// A running app, which creates its windows. They share the state of the app itself.
@MainActor
package final class AppInstance {
    private let makeWindowGraph: (EnvironmentValues) -> WindowGraph

    /// Creates the app's state.
    ///
    /// - Parameter name: The title of windows whose scene has none.
    package init<A: App>(_ app: A, name: String) {
        var app = app
        let slots = PropertySlots(environment: EnvironmentValues())
        PropertyPlan.of(A.self).install(in: &app, slots)
        makeWindowGraph = { [app] environment in
            WindowGraph(title: app.body._window.title ?? name, environment: environment, content: WindowContent(app: app))
        }
        // The installed copy of the app reads the storage that the slots own.
        self.slots = slots
    }

    private let slots: PropertySlots

    /// Creates a window.
    ///
    /// - Parameter locale: The language and region of its user.
    package func makeWindow(locale: Locale = .current) -> WindowGraph {
        var environment = EnvironmentValues()
        environment.locale = locale
        environment.calendar.locale = locale
        return makeWindowGraph(environment)
    }
}

/// The content of a window, evaluated again when the app's body reads state that changes.
private struct WindowContent<A: App>: View {
    let app: A
    var body: some View { AnyView(erasing: app.body._window.content) }
}
