package import Foundation
internal import StrataTraps
package import StrataUserActivity

/// A request for a window, as the URL of a page states it. Its content is untrusted.
package struct WindowRequest: Sendable {
    /// The name of the scene; nil for the first one that is not of the settings.
    package var scene: String?
    /// The JSON of the value to present.
    package var value: String?
    /// The query of the page's URL, which may describe the location in the window.
    package var location: String
    /// The language and region of the user.
    package var locale: Locale
    /// The surroundings that the host assumes before it has shown the window; nil without any.
    package var surroundings: SurroundingsEvent?
    /// The person whose window it is, as a digest; nil if the app does not tell.
    package var owner: String?
    /// The session that the window shows; nil for a new one.
    package var session: SceneSession?
    /// The activity that the window continues; nil for none.
    package var activity: UserActivityRecord?
    /// The URL that the window opens; nil for none. The host of a browser opens it when the tab
    /// connects.
    package var openedURL: URL?
    /// The token of an activity that another window has opened this one for; nil for none.
    package var opening: String?
    /// Sets the environment values that the host has for the window.
    package var changeEnvironment: @Sendable (inout EnvironmentValues) -> Void

    /// The maximum length of a value, in bytes of UTF-8. A longer one is ignored.
    ///
    /// In a URL, each byte may take three. With the places in the window, the query is sent in a
    /// message, too, which has room for 64 KB.
    package static let longestValue = 12 << 10
    /// The maximum length of a URL to open, in bytes of UTF-8. A longer one is ignored.
    package static let longestURL = 2048

    package init(
        scene: String? = nil, value: String? = nil, location: String = "", locale: Locale = .current,
        surroundings: SurroundingsEvent? = nil,
        changeEnvironment: @escaping @Sendable (inout EnvironmentValues) -> Void = { _ in }
    ) {
        self.changeEnvironment = changeEnvironment
        self.scene = scene
        self.location = location
        self.locale = locale
        self.value = value.flatMap { $0.utf8.count <= Self.longestValue ? $0 : nil }
        self.surroundings = surroundings
    }

    /// The scene and the person that the request names.
    package var identity: SceneIdentity { SceneIdentity(owner: owner, scene: scene, value: value) }
}

/// A running app, which creates its windows. They share the state of the app itself.
///
/// The app's body is evaluated once at the start, and again after each change of a value that it
/// has read. The result, a list of scenes, is state too: windows read it, so a new list makes them
/// evaluate their content again.
@MainActor
package final class AppInstance {
    private let name: String
    private let slots: PropertySlots
    /// The scenes of the last evaluation.
    let list = StateBox(SceneList())
    /// Evaluates the app's body, with the storage of its dynamic properties.
    private var collect: (PropertySlots, inout SceneList) -> Void = { _, _ in }
    /// The scene phases of the windows that exist. The app's phase is the most active of them.
    private var phases = ScenePhases()
    /// The delegates that the app's properties name.
    private let delegates = AppDelegates()
    /// The items that are dragged in the windows.
    private let drags = DragBoard()
    /// The activities for which windows are about to open.
    let pendingActivities = PendingActivities()
    /// The windows that exist.
    private var graphs: [ObjectIdentifier: WeakWindow] = [:]
    /// The number of evaluations of the app's body, to ignore callbacks of earlier ones.
    private var evaluation = 0

    /// Creates the app's state.
    ///
    /// - Parameter name: The title of windows whose scene has none.
    package init<A: App>(_ app: A, name: String) {
        self.name = name
        var environment = EnvironmentValues()
        environment.scenePhase = .background
        environment.appDelegates = delegates
        slots = PropertySlots(environment: environment)
        // Evaluates a copy of the app, whose properties are connected to the storage in the slots.
        var app = app
        PropertyPlan.of(A.self).install(in: &app, slots)
        delegates.launch()
        collect = { slots, list in
            PropertyPlan.of(A.self).install(in: &app, slots)
            app.body._collect(into: &list)
        }
        evaluate()
    }

    /// Evaluates the app's body, observes what it reads, and runs the `onChange` actions of scenes.
    private func evaluate() {
        evaluation += 1
        slots.rewind(environment: slots.environment)
        let last = list.value
        var environment = slots.environment
        delegates.changeEnvironment(&environment)
        var new = SceneList(environment: environment, phases: phases, after: last)
        trackObservation(of: { collect(slots, &new) }) { [weak self, evaluation] in
            guard let self, self.evaluation == evaluation else { return false }
            // An `ObservableObject` announces a change before it makes it.
            if Announcements.isUnderWay {
                Task { @MainActor in if self.evaluation == evaluation { self.evaluate() } }
            } else {
                evaluate()
            }
            return false
        }
        new.finish()
        let former = Dictionary(last.changes.map { ($0.id, $0) }) { first, _ in first }
        list.value = new
        for change in new.changes { change.run(after: former[change.id]) }
    }

    /// Creates a window of the scene that a request names. If there is none of that name, of the
    /// first scene that is not of the settings.
    package func makeWindow(_ request: WindowRequest = WindowRequest()) -> WindowGraph {
        let windows = list.value.windows
        guard let first = windows.first(where: { $0.kind != .settings }) ?? windows.first else {
            trap("The app's body has no scene with a window. Add a WindowGroup to it.")
        }
        let definition = request.scene.flatMap { scene in windows.first { $0.name == scene } } ?? first
        let opener = WindowOpener(self, scene: definition.name)
        // The app's first window has no name in its URL.
        opener.wasOpenedByApp = request.scene != nil || request.opening != nil
        var environment = EnvironmentValues()
        environment.windowOpener = opener
        environment.locale = request.locale
        environment.calendar.locale = request.locale
        let session = request.session ?? SceneSession(identity: request.identity)
        environment.sceneSession = session
        if let surroundings = request.surroundings { environment.apply(surroundings) }
        environment.scenePhase = .inactive
        delegates.changeEnvironment(&environment)
        request.changeEnvironment(&environment)
        let graph = WindowGraph(
            title: definition.title?.string(in: environment) ?? name, environment: environment,
            content: WindowContent(list: list, id: definition.id, value: session.presented ?? request.value))
        opener.graph = graph
        graph.drags = drags
        graph.delegatesOpen = { [delegates] in delegates.open($0) }
        observePhase(of: graph, in: definition.id)
        graphs[ObjectIdentifier(graph)] = WeakWindow(graph: graph)
        let pending = request.opening.flatMap { pendingActivities.redeem($0, for: request.owner) }
        if let activity = request.activity ?? pending { graph.continueActivity(NSUserActivity(activity)) }
        if let url = request.openedURL { graph.receive(url) }
        return graph
    }

    /// Notifies the app's delegates that the process will end.
    package func terminate() { delegates.terminate() }

    /// Creates a window of the first scene that is not of the settings.
    ///
    /// - Parameter locale: The language and region of its user.
    package func makeWindow(locale: Locale) -> WindowGraph { makeWindow(WindowRequest(locale: locale)) }

    /// Updates the phase of the app, and those of its own scenes, when that of a window of a scene
    /// changes, and when the window closes.
    private func observePhase(of graph: WindowGraph, in scene: SceneID) {
        let key = ObjectIdentifier(graph)
        graph.onScenePhaseChange = { [weak self] phase in
            guard let self else { return }
            phases.set(phase, of: key, in: scene)
            if phase == nil { graphs[key] = nil }
            let appPhase = phases.phase(of: SceneID())
            let former = slots.environment.scenePhase
            guard former != appPhase else {
                if list.value.isOutdated(in: phases) { evaluate() }
                return
            }
            let notifications = PhaseNotifications(former: former, phase: appPhase)
            notifications.postBefore()
            slots.environment.scenePhase = appPhase
            evaluate()
            notifications.postAfter()
        }
    }
}

extension AppInstance {
    private struct WeakWindow {
        weak var graph: WindowGraph?
    }

    /// The windows of a person that a browser shows.
    func reachableWindows(of owner: String?) -> [WindowGraph] {
        graphs.values.compactMap(\.graph).filter { $0.isShown && $0.isReachable && $0.session.identity.owner == owner }
    }
}

/// The content of a window. It reads the list of scenes, so it is evaluated again after the app's
/// body. If its scene is gone, the window is empty.
private struct WindowContent: View {
    let list: StateBox<SceneList>
    let id: SceneID
    let value: String?

    var body: some View {
        let scenes = list.value
        if let definition = scenes.windows.first(where: { $0.id == id }) {
            Group {
                CommandBar(scenes.commands)
                AnyView(erasing: definition.makeContent(value))
            }
            .changingEnvironment { values in
                for change in definition.environment { change(&values) }
            }
        }
    }
}
