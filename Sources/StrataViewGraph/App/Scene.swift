internal import StrataTraps

/// A part of an app's interface with a life cycle of its own, such as a group of windows.
@MainActor @preconcurrency
public protocol Scene {
    /// The type of the body, which the compiler infers.
    associatedtype Body: Scene

    /// The content of the scene: other scenes.
    @SceneBuilder var body: Body { get }

    /// Appends the windows of this scene. Scenes with a body inherit an implementation.
    func _collect(into list: inout SceneList)
}

extension Scene {
    /// Appends the windows of the body.
    public func _collect(into list: inout SceneList) { body._collect(into: &list) }
}

extension Never: Scene {}

/// A scene without a body, which appends its windows itself.
package protocol BuiltInScene: Scene where Body == Never {}

extension BuiltInScene {
    /// Traps: a built-in scene has no body.
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The windows of an app's scenes, in the order of their declaration.
public struct SceneList {
    package internal(set) var windows: [WindowDefinition] = []
    /// The values that `onChange` modifiers of scenes observe.
    var changes: [SceneChange] = []
    var commands = CommandList()

    init() {}
}

/// The windows that a scene can open.
public struct WindowDefinition {
    package enum Kind {
        /// Any number of windows.
        case group
        /// A single window.
        case single
        /// The window of the app's settings.
        case settings
    }

    package let kind: Kind
    package let id: String?
    package let title: String?
    /// The name of the type of values that the windows present; nil for none.
    package var valueType: String?
    /// Returns the content of a window, for the JSON of the value that it presents.
    package var makeContent: (String?) -> any View
    /// The environment that modifiers of the scene set.
    var environment: [(inout EnvironmentValues) -> Void] = []

    /// The name of the scene in URLs and requests to open a window; nil for a scene that only a URL
    /// without a name opens.
    package var name: String? { kind == .settings ? "settings" : id ?? valueType }
}

/// A result builder that makes a scene of the statements of a closure.
@resultBuilder
@MainActor @preconcurrency
public struct SceneBuilder {
    /// Accepts a scene.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

    /// Accepts the only scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

    /// Builds several scenes.
    public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        var scenes: [any Scene] = []
        repeat scenes.append(each content)
        return SceneTuple(scenes: scenes)
    }

    /// Builds the scenes of an `if` without `else`.
    public static func buildOptional<Content: Scene>(_ scene: Content?) -> some Scene {
        SceneTuple(scenes: scene.map { [$0] } ?? [])
    }

    /// Erases the type of what an `if #available` builds.
    public static func buildLimitedAvailability<Content: Scene>(_ scene: Content) -> some Scene { SceneTuple(scenes: [scene]) }
}

/// Several scenes, one after the other.
private struct SceneTuple: BuiltInScene {
    let scenes: [any Scene]

    func _collect(into list: inout SceneList) {
        for scene in scenes { scene._collect(into: &list) }
    }
}

extension Group: Scene where Content: Scene {
    /// Groups scenes, to apply modifiers to all of them.
    public init(@SceneBuilder content: () -> Content) { self.content = content() }

    /// Traps: a group has no body.
    public var body: Never { trap("A Group is built in and has no body.") }

    /// Appends the windows of all scenes.
    public func _collect(into list: inout SceneList) { content._collect(into: &list) }
}
