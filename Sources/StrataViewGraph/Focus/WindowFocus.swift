/// The keyboard focus of a window.
///
/// # Where the focus is
///
/// Only the host knows which element of the page has the focus. It reports each move for the
/// innermost element that handles a ``FocusEvent``: the first element below each modifier that is
/// connected with the focus, and the controls to which these modifiers can move it. The modifiers
/// of that element and of the elements around it are active: their `@FocusState` has the modifier's
/// value, and their focused values are those of the window.
///
/// # Who moves it
///
/// 1. The user moves the focus. The host reports the element that the focus leaves, and then the
///    one that gets it. The states of modifiers that are no longer active are cleared, and those of
///    modifiers that have become active get their value, in one update.
/// 2. The app sets a `@FocusState`. The control of the modifier with that value is evaluated again,
///    and its trait `isFocused` asks the host for the focus (``FocusTarget/isRequested``). The host
///    answers that it has moved the focus, which does not change the state again: the app may have
///    set it to another value meanwhile. Or it refuses, which clears the state.
/// 3. Both at once. The host ignores a request that was made before the server knew of the user's
///    last move (focus.js). The report of that move then sets the state: the user wins.
/// 4. The element with the focus is removed. The states of its modifiers are cleared after the
///    update. So is a state whose value no modifier has.
@MainActor
final class WindowFocus {
    /// The element for which the host has reported the focus; nil while nothing has it.
    private(set) weak var current: Element?
    /// Whether the host has reported an element that is not known to be removed.
    private var hasCurrent = false
    /// The active targets, those of outer elements first.
    private var active: [FocusTarget] = []
    /// The values of the window for `@FocusedValue`.
    nonisolated let values = StateBox(FocusedValues())
    /// Whether the values have to be computed again.
    private var needsValues = false
    private var sceneTargets: [WeakTarget] = []
    /// The targets for which the host has not answered a request.
    private var requests: [WeakTarget] = []
    /// The targets whose states do not know yet that they are active (``isPassing(_:)``).
    private var passed: [WeakTarget] = []
    private var states: [WeakState] = []
    private var places: [WeakPlace] = []

    private struct WeakTarget {
        weak var target: FocusTarget?
    }

    private struct WeakState {
        weak var state: (any FocusStateStorage)?
    }

    /// Has the element of the window report the focus, wherever it is.
    func connect(to rootNode: ViewNode) {
        guard let element = rootNode.element else { return }
        element.focus = ElementFocus(node: rootNode, targets: [])
        element.handlers.append(EventHandler(FocusEvent.self) { [unowned self, unowned element] in handle($0, at: element) })
    }

    private struct WeakPlace {
        weak var place: DefaultFocusPlace?
    }

    // MARK: Events

    /// Handles a report of the host about an element.
    func handle(_ event: FocusEvent, at element: Element) {
        let origin = event.origin ?? .user
        switch (origin, event.isFocused) {
        case (.refusal, _):
            for target in element.focus?.targets ?? [] where target.isRequested {
                target.isRequested = false
                target.refused()
            }
            if !isPassing(.page) { inform([]) }
        case (_, true): move(to: element, origin, isByTab: origin == .user && event.isByTab == true)
        // The event for the other element follows.
        case (_, false) where event.movesOn == true: break
        case (_, false):
            // Nothing has the focus if the window reports that it has left it.
            if current === element || element.parent == nil { return move(to: nil, origin) }
            for target in element.focus?.targets ?? [] where !target.isActive.value { target.focusChanged(false) }
        }
    }

    /// Makes the targets around an element active.
    private func move(to element: Element?, _ origin: FocusEvent.Origin, isByTab: Bool = false) {
        let former = current
        current = element
        hasCurrent = element != nil
        let old = active
        active = element.map(Self.targets) ?? []
        // The host ignores the requests that were made before it reported the user's move.
        if origin == .user { withdrawRequests() }
        requests.removeAll { $0.target?.isRequested != true }
        // The app has set these states after the host made the move, or has requested it.
        let waiting = Set(requests.compactMap { $0.target?.state })
        let left = old.filter { target in !active.contains { $0 === target } }
        for target in left {
            target.isActive.value = false
            if target.state.map(waiting.contains) != true { target.focusChanged(false) }
        }
        let entered = active.filter { !$0.isActive.value }
        for target in entered { target.isActive.value = true }
        // If the focus moves out of a view to the one around it, the state has the value of that one.
        let leftStates = Set(left.compactMap(\.state))
        let uncovered = (element?.focus?.targets ?? []).filter { target in
            target.state.map(leftStates.contains) == true && !entered.contains { $0 === target }
        }
        if isPassing(origin) {
            passed += (uncovered + entered).map { WeakTarget(target: $0) }
        } else {
            inform(uncovered + entered, except: waiting)
        }
        for target in active { target.isRequested = false }
        if isByTab { for target in entered { target.enteredByTab() } }
        guard former !== element else { return }
        // Of the elements that report to a target, the one with the focus has the trait.
        former?.focus?.node?.setNeedsEvaluation()
        element?.focus?.node?.setNeedsEvaluation()
        for target in old + active where target.state != nil { target.owner?.setNeedsEvaluation() }
        updateValues()
    }

    /// Whether a move leads to a view from which the focus moves on to one that the app has requested,
    /// as from the first control of a sheet. A state that changed with it would ask for the focus
    /// there, and the host would carry that out after it has moved the focus on.
    private func isPassing(_ origin: FocusEvent.Origin) -> Bool {
        origin == .page
            && requests.lazy.compactMap(\.target).contains { target in
                target.isRequested && target.isWanted && target.hasOwner && !active.contains { $0 === target }
            }
    }

    /// Sets the states of active targets, except those that the app has set to another value, and of
    /// the targets that were passed before.
    private func inform(_ targets: [FocusTarget], except waiting: Set<ObjectIdentifier> = []) {
        let known = passed.compactMap(\.target).filter { target in
            active.contains { $0 === target } && !targets.contains { $0 === target }
        }
        passed = []
        for target in known + targets where target.state.map(waiting.contains) != true { target.focusChanged(true) }
    }

    /// Withdraws the requests that the host has not answered, and clears their states unless the
    /// user has moved the focus there.
    private func withdrawRequests() {
        let withdrawn = requests.compactMap(\.target).filter(\.isRequested)
        requests = []
        for target in withdrawn {
            target.isRequested = false
            if !active.contains(where: { $0 === target }) { target.focusChanged(false) }
        }
    }

    /// Requests the focus for a target of an element, unless another view with the same value of the
    /// state is to have it. Returns whether the element asks the host for the focus.
    func request(_ target: FocusTarget) -> Bool {
        guard !target.isRequested else { return true }
        guard target.isPreferred() else { return false }
        target.isRequested = true
        requests.append(WeakTarget(target: target))
        return true
    }

    /// Returns the targets of an element and of the elements around it, the outermost first.
    private static func targets(around element: Element) -> [FocusTarget] {
        var result: [FocusTarget] = []
        for each in sequence(first: element, next: \.parent).reversed() {
            for target in each.focus?.targets ?? [] where !result.contains(where: { $0 === target }) { result.append(target) }
        }
        return result
    }

    /// The elements of the targets for which the host has not answered a request.
    var requestedElements: [Element] {
        let targets = requests.compactMap(\.target).filter { $0.isRequested && $0.isWanted }
        return targets.compactMap { $0.owner?.element }.filter(\.isMounted)
    }

    /// Whether each state of the active targets gives the focus to one of them; nil if none of them
    /// has a state. Several have one state in a view with several values, and in nested views.
    var isWanted: Bool? {
        let targets = active.filter { $0.state != nil }
        guard !targets.isEmpty else { return nil }
        let wanted = Set(targets.filter(\.isWanted).map(\.state))
        return targets.allSatisfy { wanted.contains($0.state) }
    }

    // MARK: Updates

    /// Adds a state whose value is cleared if no modifier has it.
    func add(_ state: some FocusStateStorage) {
        guard !states.contains(where: { $0.state === state }) else { return }
        states.removeAll { $0.state == nil }
        states.append(WeakState(state: state))
    }

    /// Adds a target whose values the window has wherever the focus is.
    func addSceneTarget(_ target: FocusTarget) {
        sceneTargets.removeAll { $0.target == nil }
        sceneTargets.append(WeakTarget(target: target))
        setNeedsValues()
    }

    /// Removes such a target.
    func removeSceneTarget(_ target: FocusTarget) {
        sceneTargets.removeAll { $0.target == nil || $0.target === target }
        setNeedsValues()
    }

    /// Computes the values again at the end of the update.
    func setNeedsValues() { needsValues = true }

    /// Clears states after an update: those of views that were removed while they had the focus,
    /// and those with a value that no view has. Then computes the values.
    func update() {
        if hasCurrent, current?.isInWindow != true { move(to: nil, .page) }
        for each in states { each.state?.clearUnlessShown() }
        if needsValues { updateValues() }
    }

    private func updateValues() {
        needsValues = false
        var new = FocusedValues()
        for each in sceneTargets { each.target?.setValues?(&new) }
        for target in active { target.setValues?(&new) }
        if !new.isEqual(to: values.value) { values.value = new }
    }

    // MARK: Default focus

    /// Returns whether the focus is in the page and the dialog that a node is in, so that a default
    /// focus there has no effect.
    func isNear(_ node: ViewNode) -> Bool {
        guard let current, let other = current.focus?.node, other.isInGraph else { return false }
        guard let element = node.container?.element else { return false }
        return current.layer === element.layer && other.page === node.page
    }

    /// Adds a place to which the focus can be moved by default, or by `resetFocus`.
    func add(_ place: DefaultFocusPlace) {
        places.removeAll { $0.place?.node?.isInGraph != true }
        places.append(WeakPlace(place: place))
    }

    /// Moves the focus to the view of a scope that prefers it or, if no view does, to the first
    /// control of the scope.
    ///
    /// - Parameter newcomer: The node of a view that has just appeared, which gets the focus only
    ///   if neither another one around it has it, nor one of the scope is about to get it.
    func moveToDefault(in namespace: Namespace.ID, for newcomer: ViewNode? = nil) {
        let places = places.compactMap(\.place).filter { $0.namespace == namespace && $0.node?.isInGraph == true }
        if let newcomer, isNear(newcomer) || places.contains(where: \.isWanted.value) { return }
        let preferred = places.first { !$0.isScope && $0.isPreferred } ?? (newcomer == nil ? places.first(where: \.isScope) : nil)
        if let preferred, !preferred.target.isActive.value { preferred.isWanted.value = true }
    }
}

extension Element {
    /// Whether the element has not been removed.
    fileprivate var isInWindow: Bool { focus?.node?.isInGraph == true }

    /// The child of the window that the element is or is in, if that is presented over the others;
    /// nil for the content of the window.
    fileprivate var layer: Element? {
        let top = sequence(first: self, next: \.parent).first { $0.parent?.parent == nil }
        guard let top, case .presentation(let content) = top.content, content.isLayer else { return nil }
        return top
    }
}

extension PresentationContent {
    /// Whether the element is a dialog, with a focus of its own.
    fileprivate var isLayer: Bool {
        switch self {
        case .alert, .confirmation, .sheet, .popover, .fileImporter, .menu: true
        case .menuOwner, .menuItems, .preview, .dragPreview, .commandBar, .commandMenu: false
        }
    }
}

private struct WindowFocusKey: EnvironmentKey {
    static var defaultValue: WindowFocus? { nil }
}

extension EnvironmentValues {
    /// The focus of the window.
    var windowFocus: WindowFocus? {
        get { self[WindowFocusKey.self] }
        set { self[WindowFocusKey.self] = newValue }
    }
}
