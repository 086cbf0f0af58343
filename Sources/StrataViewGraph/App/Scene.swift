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
    /// Appends the windows of the body, which finds the scene's dynamic properties installed.
    public func _collect(into list: inout SceneList) {
        var scene = self
        list.install(in: &scene)
        scene.body._collect(into: &list)
    }
}

extension Never: Scene {}

/// A scene without a body, which appends its windows itself.
package protocol BuiltInScene: Scene where Body == Never {}

extension BuiltInScene {
    /// Traps: a built-in scene has no body.
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The identity of a scene: its position in the statements of the app's body, and in those of the
/// scenes around it. It is the same in each evaluation, also if the scene of an earlier `if` is
/// added or removed.
struct SceneID: Hashable {
    fileprivate var path: [Int] = []

    /// Whether the scene is another one or inside of it.
    func isInside(_ other: SceneID) -> Bool { path.starts(with: other.path) }
}

/// The phases of the windows that exist.
struct ScenePhases {
    private var windows: [ObjectIdentifier: (scene: SceneID, phase: ScenePhase)] = [:]

    /// Sets the phase of a window of a scene; nil for a window that is closed.
    mutating func set(_ phase: ScenePhase?, of window: ObjectIdentifier, in scene: SceneID) {
        windows[window] = phase.map { (scene, $0) }
    }

    /// Returns the phase of a scene: that of its most active window.
    func phase(of scene: SceneID) -> ScenePhase {
        windows.values.filter { $0.scene.isInside(scene) }.map(\.phase).max() ?? .background
    }
}

/// The windows of an app's scenes, in the order of their declaration.
///
/// The app's own scenes have their dynamic properties installed while they append their windows.
/// The list keeps the storage for the next evaluation of the app's body.
public struct SceneList {
    package internal(set) var windows: [WindowDefinition] = []
    /// The values that `onChange` modifiers of scenes observe.
    var changes: [SceneChange] = []
    var commands = CommandList()
    /// The ID of the scene that appends its windows.
    private(set) var id = SceneID()
    /// The environment of the scene that appends its windows.
    var environment: EnvironmentValues
    private let phases: ScenePhases
    /// The storage of the dynamic properties of the app's own scenes.
    private var slots: [OwnScene: PropertySlots] = [:]
    /// The storage of the last evaluation, until this one is finished.
    private var former: [OwnScene: PropertySlots]

    /// A scene with dynamic properties. Another type at the same position has other properties.
    private struct OwnScene: Hashable {
        let id: SceneID
        let type: ObjectIdentifier
    }

    /// Creates a list without windows.
    ///
    /// - Parameters:
    ///   - environment: The environment of the app's scenes.
    ///   - phases: The phases of the windows that exist.
    ///   - last: The list of the last evaluation.
    init(
        environment: EnvironmentValues = EnvironmentValues(), phases: ScenePhases = ScenePhases(),
        after last: SceneList? = nil
    ) {
        self.environment = environment
        self.phases = phases
        former = last?.slots ?? [:]
    }

    /// Appends the windows of a scene at a position in the current one.
    @MainActor
    mutating func collect(_ scene: some Scene, at position: Int) {
        id.path.append(position)
        scene._collect(into: &self)
        id.path.removeLast()
    }

    /// Installs the dynamic properties of the app's own scene that appends its windows.
    fileprivate mutating func install<Content: Scene>(in scene: inout Content) {
        let plan = PropertyPlan.of(Content.self)
        guard !plan.isEmpty else { return }
        var environment = environment
        environment.scenePhase = phases.phase(of: id)
        let key = OwnScene(id: id, type: ObjectIdentifier(Content.self))
        let slots = former[key] ?? PropertySlots(environment: environment)
        self.slots[key] = slots
        slots.rewind(environment: environment)
        plan.install(in: &scene, slots)
    }

    /// Returns whether one of the app's own scenes was evaluated in another phase than it has now.
    func isOutdated(in phases: ScenePhases) -> Bool {
        slots.contains { $0.value.environment.scenePhase != phases.phase(of: $0.key.id) }
    }

    /// Names the windows, and releases the storage of scenes that are gone.
    mutating func finish() {
        makeNames()
        former = [:]
    }

    /// Gives each window a name of its own.
    ///
    /// IDs of the app are kept as they are, except for repeated ones. A type or the settings whose
    /// name is taken gets a number after it.
    private mutating func makeNames() {
        var names: Set<String> = []
        func makeNames(_ wanted: (WindowDefinition) -> String?) {
            for index in windows.indices where windows[index].name == nil {
                guard let name = wanted(windows[index]) else { continue }
                var (unique, number) = (name, 1)
                while !names.insert(unique).inserted {
                    number += 1
                    unique = "\(name) \(number)"
                }
                windows[index].name = unique
            }
        }
        makeNames(\.sceneName)
        makeNames { $0.kind == .settings ? "settings" : $0.valueType.map { String(describing: $0) } }
    }
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

    /// The identity of the scene.
    let id: SceneID
    package let kind: Kind
    /// The ID that the app has given the scene.
    let sceneName: String?
    /// The title of the windows, in the language of each; nil for the name of the app.
    let title: Text?
    /// The type of values that the windows present; nil for none.
    var valueType: Any.Type?
    /// Returns the content of a window, for the JSON of the value that it presents.
    package var makeContent: (String?) -> any View
    /// The environment that modifiers of the scene set.
    var environment: [(inout EnvironmentValues) -> Void] = []
    /// The conditions of the external events for which a new window is opened; nil for those that no
    /// other scene handles.
    var externalEvents: Set<String>?

    /// The name of the scene in URLs and requests to open a window; nil for a scene that only a URL
    /// without a name opens.
    package fileprivate(set) var name: String?
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
        for (position, scene) in scenes.enumerated() { list.collect(scene, at: position) }
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
