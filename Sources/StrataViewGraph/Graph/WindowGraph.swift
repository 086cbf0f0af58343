package import Foundation

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
    /// The files that the window has received from the browser, and those that it offers.
    package let files = WindowFiles()
    /// The dragged items of all windows of the app.
    package var drags = DragBoard()
    /// The activities of the window.
    package let activities: WindowActivities
    /// The title of the window and its place in the browser's history.
    package let history: WindowHistory

    private(set) var rootNode: ViewNode?
    /// Evaluates the content again in another environment.
    private var updateContent: ((EnvironmentValues) -> Void)?
    private var nextElementID = 1
    private var elements = MountedElements()

    private var outdated: [ViewNode] = []
    private var unarranged: [ViewNode] = []
    /// The number of changes of the structure of nodes so far.
    private(set) var structure = 0
    /// The rows that were evaluated since nodes were last released.
    private var unreleased: [ViewNode] = []
    private var formerChildren: [ObjectIdentifier: (parent: Element, children: [Element])] = [:]
    /// The elements that the next flush updates, and whether only the runs of a text have changed.
    private var changed: [ObjectIdentifier: (element: Element, isTextOnly: Bool)] = [:]
    private var isFlushScheduled = false
    private var pendingAnimation: Animation?
    /// Whether the window is visible.
    private(set) var isShown = false
    private var pendingAppearances: [() -> Void] = []
    private var pendingScrolls: [PendingScroll] = []
    private var scrollRevision = 0
    private(set) var preferredColorScheme: PreferredColorScheme?
    private var preferenceObservers: [any PreferenceObserver] = []
    /// The keys of preferences that views have set since they were computed.
    private var outdatedPreferences: Set<ObjectIdentifier> = []
    private var requests: [HostRequest] = []

    /// Creates a window that shows a view, and evaluates it. No element is mounted before
    /// ``mount()``.
    package init<V: View>(title: String, environment: EnvironmentValues = EnvironmentValues(), content: V) {
        root = Element(id: 0, content: .window(WindowProperties(title: title)))
        history = WindowHistory(title: title)
        var environment = environment
        session = environment.sceneSession ?? SceneSession()
        environment.sceneSession = session
        activities = WindowActivities(session: session)
        environment.editMode = Binding(StateBox(EditMode.inactive))
        let node = ViewNode(graph: self, parent: nil, view: V.self, branch: 0, environment: environment)
        node.element = root
        rootNode = node
        presentations.connect(to: node)
        history.connect(to: node)
        root.handlers.append(surroundingsHandler)
        activities.connect(to: self)
        environment.systemOpenURL = { [weak history] in history?.openOutside($0) ?? false }
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
        activities.perform { updateContent?(environment) }
        if hasNewPhase { onScenePhaseChange?(environment.scenePhase) }
    }

    // MARK: What hosts call

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
        activities.perform { runAppearances() }
    }

    /// Removes all views: runs the `onDisappear` actions of those that had appeared, and cancels
    /// their tasks.
    package func close() {
        isShown = false
        pendingAppearances = []
        activities.close()
        rootNode?.remove()
        rootNode = nil
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

    /// Returns the mounted element with an ID. Nil if it was removed, which happens when the user
    /// acts on an element before the browser has received its removal.
    package func element(_ id: Int) -> Element? { elements[id] }

    /// Passes a user's action to an element. Returns false if the element was removed or does not
    /// handle events of this type.
    @discardableResult
    package func send<Event: ElementEvent>(_ event: Event, to id: Int) -> Bool {
        guard let handler = handler(of: Event.name, in: id) else { return false }
        activities.perform { handler.handle(event) }
        return true
    }

    /// An error for a message that no host sends.
    package enum ForgedEvent: Error {
        /// The message is for an element that has never existed.
        case unknownElement
        /// No element has ever handled events of this name.
        case unknownName
        /// The payload has an ID that was never given to a host.
        case unknownIdentifier
    }

    /// Passes a user's action, as a host received it, to an element. Returns false if the element
    /// was removed or does not handle events of this name. It may have handled them in the state that
    /// the user saw.
    ///
    /// - Parameter decode: Decodes the payload as the type of event that the element handles.
    /// - Throws: ``ForgedEvent``, or the error of `decode` for a payload that the type does not
    ///   accept.
    @discardableResult
    package func send(
        _ name: String, to id: Int, decode: (any ElementEvent.Type) throws -> any ElementEvent
    ) throws -> Bool {
        guard hasMadeElement(id) else { throw ForgedEvent.unknownElement }
        guard EventHandler.isKnown(name) else { throw ForgedEvent.unknownName }
        guard let handler = handler(of: name, in: id) else { return false }
        let event = try decode(handler.type)
        guard event.identifiersExist(in: self) else { throw ForgedEvent.unknownIdentifier }
        activities.perform { handler.handle(event) }
        return true
    }

    /// Returns whether an element with an ID exists or has existed.
    package func hasMadeElement(_ id: Int) -> Bool { (0..<nextElementID).contains(id) }

    private func handler(of name: String, in id: Int) -> EventHandler? { elements[id]?.handlers.first { $0.name == name } }

    /// Evaluates the outdated views, and returns the mutations that a host has to apply, in order.
    package func flush() -> [Mutation] { flushAnimated().mutations }

    /// Evaluates the outdated views, and returns the mutations that a host has to apply, in order,
    /// with their animation.
    ///
    /// All changes since the last flush share one animation: the last one that a transaction or an
    /// `animation` modifier set.
    package func flushAnimated() -> (mutations: [Mutation], animation: Animation?) {
        activities.perform { performFlush() }
    }

    private func performFlush() -> (mutations: [Mutation], animation: Animation?) {
        // What the update itself changes is part of this flush.
        isFlushScheduled = true
        update()
        resolveScrolls()
        let mutations = drainMutations()
        let animation = pendingAnimation
        pendingAnimation = nil
        isFlushScheduled = false
        if !outdatedPreferences.isEmpty { scheduleFlush() }
        runAppearances()
        return (mutations, animation)
    }

    /// Returns the requests to the host since the last call, in order.
    package func drainRequests() -> [HostRequest] {
        defer { requests = [] }
        return requests
    }

    // MARK: What nodes call

    /// Adds a request to the host, which is sent with the next flush.
    func request(_ request: HostRequest) {
        requests.append(request)
        scheduleFlush()
    }

    /// Creates an element with an ID of its own, which is not mounted yet.
    func makeElement(_ content: ElementContent) -> Element {
        defer { nextElementID += 1 }
        return Element(id: nextElementID, content: SharedContents.shared(content))
    }

    /// Changes an element's content and traits, and records an update if the host has drawn it.
    func set(_ element: Element, content: ElementContent, traits: ElementTraits) {
        let hasSameContent = haveSameBytes(element.content, content) || element.content == content
        guard !hasSameContent || element.traits != traits else { return }
        let isTextOnly = element.traits == traits && element.content.differsInRunsOnly(from: content)
        if !hasSameContent { element.content = SharedContents.shared(content) }
        element.traits = traits
        setNeedsSending(element, isTextOnly: isTextOnly)
        updateGrowth(of: element)
    }

    /// Records an update of an element if the host has drawn it.
    ///
    /// - Parameter isTextOnly: Whether only the runs of a text have changed.
    func setNeedsSending(_ element: Element, isTextOnly: Bool = false) {
        guard element.isMounted else { return }
        let wasTextOnly = changed[ObjectIdentifier(element)]?.isTextOnly ?? true
        changed[ObjectIdentifier(element)] = (element, isTextOnly && wasTextOnly)
        scheduleFlush()
    }

    /// Changes an element's children. The first change after a flush records the children that the
    /// host still shows.
    func setChildren(of element: Element, to children: [Element]) {
        guard !element.children.elementsEqual(children, by: ===) else { return }
        if element.isMounted, formerChildren[ObjectIdentifier(element)] == nil {
            formerChildren[ObjectIdentifier(element)] = (element, element.children)
        }
        for child in element.children where child.parent === element { child.parent = nil }
        element.children = children
        for child in children { child.parent = element }
        updateGrowth(of: element)
    }

    /// Computes the growth of an element and, as long as it changes, of its parents.
    private func updateGrowth(of element: Element) {
        var next: Element? = element
        while let element = next {
            let growth = element.content.growth(around: element.children)
            guard growth != element.growth else { return }
            element.growth = growth
            setNeedsSending(element)
            next = element.parent
        }
    }

    /// Schedules a node whose view read a changed value, and records the current transaction's
    /// animation.
    func setNeedsUpdate(_ node: ViewNode) {
        outdated.append(node)
        recordTransaction()
        scheduleFlush()
    }

    /// Records the current transaction's animation for the next flush.
    func recordTransaction() {
        if let animation = Transaction.current?.effectiveAnimation { pendingAnimation = animation }
    }

    /// Sets the animation of the next flush.
    func recordAnimation(_ animation: Animation) { pendingAnimation = animation }

    /// Schedules a node whose element's children have to be collected again.
    func setNeedsArrangement(_ node: ViewNode) {
        guard !node.needsArrangement else { return }
        node.needsArrangement = true
        unarranged.append(node)
        scheduleFlush()
    }

    /// Records that a node was created, removed, moved or wrapped, so that the elements of the
    /// container around it have to be collected again.
    func setNeedsStructure() { structure &+= 1 }

    /// Schedules the release of the nodes below a row, after the update.
    func setNeedsRelease(_ row: ViewNode) { unreleased.append(row) }

    /// Runs an action after the next flush, once the window is visible.
    func whenShown(_ action: @escaping () -> Void) { pendingAppearances.append(action) }

    /// Scrolls to the view with an identity below a node, after the next update.
    func scroll(to id: AnyHashable, below node: ViewNode, anchor: UnitPoint?) {
        scrollRevision += 1
        let isAnimated = Transaction.current?.effectiveAnimation != nil
        let request = ScrollRequest(revision: scrollRevision, anchor: anchor, isAnimated: isAnimated)
        pendingScrolls.append(PendingScroll(node: node, id: id, request: request))
        scheduleFlush()
    }

    /// Asks the host for a flush, unless one is scheduled already.
    func scheduleFlush() {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        onNeedsFlush?()
    }

    // MARK: Updating

    /// Evaluates outdated views and arranges containers until none is left. The next ``flush()``
    /// returns the mutations.
    ///
    /// Then the actions of changed preferences run, which may make views outdated again. After
    /// ``mostPreferenceRounds`` rounds, the remaining preferences wait for the next flush.
    package func update() { activities.perform { evaluateAll() } }

    private func evaluateAll() {
        for _ in 0..<Self.mostPreferenceRounds {
            evaluate()
            guard !outdatedPreferences.isEmpty else { return }
            let keys = outdatedPreferences
            outdatedPreferences = []
            // Inner views first: an outer preference may depend on what their actions change.
            preferenceObservers.removeAll { $0.node?.isInGraph != true }
            let observers = preferenceObservers.filter { keys.contains(ObjectIdentifier($0.key)) }
            for observer in observers.sorted(by: { ($0.node?.depth ?? 0) > ($1.node?.depth ?? 0) }) { observer.update() }
        }
        evaluate()
        if !outdatedPreferences.isEmpty { scheduleFlush() }
    }

    /// The maximum number of times that one update calls the actions of preferences. Without a
    /// limit, an update would not end if two views keep changing each other's preferences.
    private static let mostPreferenceRounds = 16

    /// Adds an observer of a preference, which the next update calls for the first time.
    func addPreferenceObserver(_ observer: any PreferenceObserver) {
        preferenceObservers.append(observer)
        outdatedPreferences.insert(ObjectIdentifier(observer.key))
    }

    /// Schedules the observers of a preference for the next update, after a view has set the
    /// preference, or a view that set it was removed.
    func setNeedsPreference(_ key: any PreferenceKey.Type) { outdatedPreferences.insert(ObjectIdentifier(key)) }

    /// Evaluates outdated views and arranges containers until none is left.
    private func evaluate() {
        while !outdated.isEmpty || !unarranged.isEmpty {
            let nodes = outdated.sorted { $0.depth < $1.depth }
            outdated = []
            for node in nodes where node.isInGraph && node.isOutdated {
                let former = structure
                if node.released != nil { setNeedsRelease(node) }
                node.evaluateAgain()
                if let container = node.container, structure != former || container.arrangesElements {
                    setNeedsArrangement(container)
                }
            }
            let containers = unarranged
            unarranged = []
            // Inner containers are scheduled after outer ones. They go first, because the growth of
            // an element depends on its children.
            for node in containers.reversed() {
                node.needsArrangement = false
                if node.isInGraph { node.arrangeChildren() }
            }
            if outdated.isEmpty, unarranged.isEmpty { history.show() }
        }
        for node in unreleased where node.isInGraph { node.releaseNodesBelow() }
        unreleased = []
    }

    /// Runs the pending actions of `whenShown`, if the window is visible, and those that they add.
    /// Then updates the activities.
    private func runAppearances() {
        guard isShown else { return }
        while !pendingAppearances.isEmpty {
            let actions = pendingAppearances
            pendingAppearances = []
            for action in actions { action() }
        }
        activities.update()
    }

    /// Marks the elements to scroll to. This may create rows, so another update follows.
    private func resolveScrolls() {
        let scrolls = pendingScrolls
        guard !scrolls.isEmpty else { return }
        pendingScrolls = []
        for scroll in scrolls {
            guard let node = scroll.node, node.isInGraph, let target = node.scrollTarget(scroll.id) else { continue }
            var traits = target.traits
            traits.layout.scrollRequest = scroll.request
            set(target, content: target.content, traits: traits)
        }
        update()
    }

    // MARK: Mutations

    /// Returns the difference between the tree that the host shows and the current one.
    /// ``Mutation`` describes the order.
    private func drainMutations() -> [Mutation] {
        let parents = formerChildren.values.filter(\.parent.isMounted).sorted { $0.parent.id < $1.parent.id }
        let updates = changed.values.sorted { $0.element.id < $1.element.id }
        formerChildren = [:]
        changed = [:]

        var mutations: [Mutation] = []
        for (parent, former) in parents {
            let kept = Set(parent.children.map(\.id))
            for child in former where !kept.contains(child.id) && child.isMounted {
                // If the parent was unmounted, the host removed the child together with it.
                if parent.isMounted { mutations.append(.remove(child)) }
                unmount(child)
            }
        }
        for (element, isTextOnly) in updates where element.isMounted {
            mutations.append(isTextOnly ? .updateText(element) : .update(element))
        }
        // A parent that was unmounted above is drawn whole if it is inserted again.
        for (parent, former) in parents where parent.isMounted {
            place(parent.children, of: parent, after: former, into: &mutations)
        }
        return mutations
    }

    /// Appends the moves and insertions that turn a parent's previous children into the current
    /// ones.
    ///
    /// The longest common subsequence of the two lists stays where it is.
    private func place(_ children: [Element], of parent: Element, after former: [Element], into mutations: inout [Mutation]) {
        let kept = former.filter(\.isMounted)
        var placed = Set<Int>()
        for case .insert(let offset, _, _) in children.map(\.id).difference(from: kept.map(\.id)) { placed.insert(offset) }
        for (offset, child) in children.enumerated() where placed.contains(offset) {
            let sibling = offset > 0 ? children[offset - 1] : nil
            if child.isMounted {
                mutations.append(.move(child, in: parent, after: sibling))
            } else {
                mutations.append(.insert(child, into: parent, after: sibling))
                mount(child)
            }
        }
    }

    private func mount(_ element: Element) {
        elements.mount(element)
        for child in element.children { mount(child) }
    }

    private func unmount(_ element: Element) {
        elements.unmount(element)
        for child in element.children { unmount(child) }
    }
}
