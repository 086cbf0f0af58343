package import Foundation
package import StrataUndo

/// The view nodes of one window and the elements that they put on the screen.
///
/// A view is a short-lived value; the graph persists between its evaluations. Each view that is
/// shown has a ``ViewNode``, which keeps the view's identity, its state and its environment. Some
/// nodes show something themselves (a text, a stack, a row) and have an ``Element``; the nodes of
/// views with a `body` have none. The elements form a second, smaller tree, the only one that a
/// host knows: the host draws it once, and then changes it by the mutations that ``flush()``
/// returns.
///
///     struct Counter: View {              nodes                     elements
///         @State var count = 0            (root)                    window
///         var body: some View {             Counter
///             VStack {                        VStack                  stack
///                 Text("\(count)")              TupleView
///                 Button("Add") {                 Text                  text "0"
///                     count += 1                  Button                button
///                 }                                 Text                  text "Add"
///             }
///         }
///     }
///
/// # The life of a change
///
/// 1. The user presses "Add". The host calls `send(PressEvent(), to: id)`, which runs the button's
///    action.
/// 2. The action sets `count`. The node of `Counter` observed that its body read `count`
///    (`ViewNode.reading`), so it becomes outdated, and `onNeedsFlush` asks the host for a flush.
///    For a node that is outdated already, a second change only updates the animation of the flush.
/// 3. The host calls ``flush()``. ``update()`` sorts the outdated nodes by depth and evaluates
///    them. A node that is evaluated passes new values to its children (`updateChild`), which are
///    evaluated too if their value or environment has changed (`ViewValue`). Parents go first, so
///    that a child which is outdated as well is evaluated once. Nothing above the outdated node is
///    evaluated.
/// 4. Evaluation changes elements in place: `set(_:content:traits:)` records an element whose
///    content has changed, here the text. The nearest container of an outdated node is arranged:
///    the children of its element are collected again.
/// 5. Arranging may schedule more work (a list makes rows), so ``update()`` repeats until none is
///    left. Then ``flush()`` returns the difference as mutations, here one `update` of the text;
///    see ``Mutation``.
///
/// # Invariants
///
/// - After ``flush()``, a host that applied every mutation has exactly the tree below ``root``, and
///   every element in it is mounted. ``checkInvariants()`` and the tests' `Screen` check this.
/// - An element's ID is never used twice in a window, so that an event for a removed element cannot
///   reach another one: ``send(_:to:)`` returns false.
/// - All of this runs on the main actor. State may be set on any thread; the node is then marked on
///   the main actor (``trackObservation(of:changed:)``).
///
/// The cost of a flush depends on the number of nodes that are evaluated and of rows that have
/// views, not on the size of the data: a list makes views only for rows near the visible ones
/// (``ListArrangement``).
@MainActor
package final class WindowGraph {
    /// The values that outlive the window.
    package let session: SceneSession
    /// The element of the window itself, with ID 0.
    package let root: Element
    /// Called at the first change after a flush, to ask the host for the next one.
    package var onNeedsFlush: (() -> Void)?
    /// Called when the scene phase of the window has changed, and with nil when the window closes.
    var onScenePhaseChange: ((ScenePhase?) -> Void)?

    /// The sheets, alerts and menus over the window.
    let presentations = WindowPresentations()
    /// The appearances of the views in the window.
    let appearances = WindowAppearances()
    /// The keyboard focus in the window.
    let focus = WindowFocus()
    /// The steps that the user can undo.
    package let undoManager = UndoManager()
    /// Whether data that is shown processes its changes at the end of each event of the user, and not
    /// after the turn of the main queue.
    package var endsTurnWithEvent = false
    /// The titles that menus show for these steps.
    let undoTitles = StateBox(UndoTitles())
    /// The split views in the window.
    let splits = WindowSplits()
    /// The rotors of the views in the window.
    let rotors = WindowRotors()
    /// The readers of the values that the evaluations of views have read.
    let readers = WindowReaders()
    /// The numbers of linked groups and labeled pairs.
    var groupNumbers = GroupNumbers()
    /// The layouts that the server computes, and the alignment guides.
    let layouts = WindowLayouts()
    /// The sources of matched views.
    var matchedSources = MatchedSources()
    /// The files that the window has received from the browser, and those that it offers.
    package let files = WindowFiles()
    /// The dragged items of all windows of the app.
    package var drags = DragBoard()
    /// Has the delegates of the app open a URL. Returns whether one has opened it.
    var delegatesOpen: ((URL) -> Bool)?
    /// The activities of the window.
    package let activities: WindowActivities
    /// The title of the window and its place in the browser's history.
    package let history: WindowHistory

    private(set) var rootNode: ViewNode?
    /// Evaluates the content again in another environment.
    private var updateContent: ((EnvironmentValues) -> Void)?
    var nextElementID = 1
    var elements = MountedElements()

    var outdated: [ViewNode] = []
    var unarranged: [ViewNode] = []
    /// Whether the data of lazy rows have changed since the last arrangement.
    var hasStaleRows = false
    /// The number of changes of the structure of nodes so far.
    var structure = 0
    /// The rows that were evaluated since nodes were last released.
    var unreleased: [ViewNode] = []
    var formerChildren: [ObjectIdentifier: (parent: Element, children: [Element])] = [:]
    /// The elements that the next flush updates, and whether only the runs of a text have changed.
    var changed: [ObjectIdentifier: (element: Element, isTextOnly: Bool)] = [:]
    var isFlushScheduled = false
    var pendingAnimation: Animation?
    /// The steps of the animations that the server computes.
    let animationClock = AnimationClock()
    /// The scopes of the next flush.
    var pendingScopes = PendingScopes()
    /// The nodes below which modifiers insert no animations in the next flush, or insert them again,
    /// by the nodes' identifiers.
    var disablingNodes: [ObjectIdentifier: DisablingNode] = [:]
    /// The transforms of `transaction` modifiers that have added their completions in the next flush.
    var completedTransforms: Set<ObjectIdentifier> = []
    /// The scopes of the next flush that are the elements of transitions.
    var transitionScopes: [AnimationScope] = []
    /// The parts of the tree whose changes in the last flush have animations of their own, outer
    /// ones first.
    package internal(set) var animationScopes: [AnimationScope] = []
    /// The last transaction in which state has changed since the last flush.
    var pendingTransaction = Transaction()
    /// Whether the window is visible.
    var isShown = false
    /// Whether the host can show changes to the user: in a browser, whether the tab is connected.
    package var isReachable = true
    var pendingActions: [PendingAction] = []
    /// The number of times that pending actions were run, so that each change is bounded in each.
    var actionRound = 0
    /// Whether actions of changed values may have changed values again.
    var changesGoOn = false
    var pendingScrolls: [PendingScroll] = []
    var scrollRevision = 0
    private(set) var preferredColorScheme: PreferredColorScheme?
    var preferenceObservers: [any PreferenceObserver] = []
    /// The keys of preferences that views have set since they were computed.
    var outdatedPreferences: Set<ObjectIdentifier> = []
    var requests: [HostRequest] = []

    /// Creates a window that shows a view, and evaluates it. No element is mounted before
    /// ``mount()``.
    package init<V: View>(title: String, environment: EnvironmentValues = EnvironmentValues(), content: V) {
        root = Element(id: 0, content: .window(WindowProperties(title: title)))
        history = WindowHistory(title: title)
        var environment = environment
        session = environment.sceneSession ?? SceneSession()
        environment.sceneSession = session
        activities = WindowActivities(session: session)
        environment.editScope = history.windowPage.editMode
        environment.windowFocus = focus
        environment.undoManager = undoManager
        let node = ViewNode(graph: self, parent: nil, view: V.self, branch: 0, environment: environment)
        node.element = root
        rootNode = node
        presentations.connect(to: node)
        history.connect(to: node)
        root.handlers += [surroundingsHandler, undoHandler]
        focus.connect(to: node)
        activities.connect(to: self)
        rotors.connect(to: self)
        undoTitles.follow(undoManager)
        environment.systemOpenURL = { [weak self] in self?.history.openOutside($0, in: self) ?? false }
        updateContent = { [unowned self, unowned node] environment in
            node.environment = environment
            node.updateChild(0, content, environment: environment)
            setNeedsArrangement(node)
        }
        let colorScheme = PreferredColorScheme(node)
        preferredColorScheme = colorScheme
        addPreferenceObserver(colorScheme)
        activities.perform {
            updateContent?(environment)
            update()
        }
    }

    /// The environment of the content.
    package var environment: EnvironmentValues { rootNode?.environment ?? EnvironmentValues() }

    /// Changes the environment of the content. If a value differs, evaluates the whole window
    /// again.
    package func changeEnvironment(_ change: (inout EnvironmentValues) -> Void) {
        var environment = self.environment
        change(&environment)
        guard rootNode != nil, !environment.isEqual(to: self.environment) else { return }
        let hasNewPhase = environment.scenePhase != self.environment.scenePhase
        animationClock.isPaused = environment.scenePhase == .background
        activities.perform { updateContent?(environment) }
        if hasNewPhase { onScenePhaseChange?(environment.scenePhase) }
    }

    /// The language and region of the window.
    package var locale: Locale { rootNode?.environment.locale ?? .current }

    /// The direction in which the lines of the window are read.
    package var layoutDirection: LayoutDirection { rootNode?.environment.layoutDirection ?? .leftToRight }

    /// Marks all elements as drawn by the host, which draws the tree from ``root``.
    package func mount() {
        _ = flush()
        mount(root)
    }

    /// Marks the window as visible: runs the pending `onAppear` actions and starts the tasks.
    package func appear() {
        isShown = true
        activities.perform { runPendingActions() }
    }

    /// Removes all views: runs the `onDisappear` actions of those that had appeared, and cancels
    /// their tasks.
    package func close() {
        isShown = false
        pendingActions = []
        activities.close()
        closeUndo()
        rootNode?.remove()
        rootNode = nil
        readers.sweep()
        animationClock.stop()
        rotors.close()
        updateContent = nil
        preferenceObservers = []
        onScenePhaseChange?(nil)
        onScenePhaseChange = nil
        onNeedsFlush = nil
        files.close()
        drags.removeAll(of: self)
    }

    /// Whether the window is closed.
    var isClosed: Bool { rootNode == nil }
}
