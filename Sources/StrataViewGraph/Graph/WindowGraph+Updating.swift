// A flush: evaluates outdated views, arranges containers, and runs the actions that follow.
extension WindowGraph {
    /// Evaluates the outdated views, and returns the mutations that a host has to apply, in order.
    package func flush() -> [Mutation] { flushAnimated().mutations }

    /// Evaluates the outdated views, and returns the mutations that a host has to apply, in order,
    /// with their animation.
    ///
    /// All changes since the last flush share one animation, the last one that a transaction set,
    /// except those inside the ``animationScopes``.
    package func flushAnimated() -> (mutations: [Mutation], animation: Animation?) {
        activities.perform { performFlush() }
    }

    private func performFlush() -> (mutations: [Mutation], animation: Animation?) {
        // What the update itself changes is part of this flush.
        isFlushScheduled = true
        evaluateAll()
        // Actions of the last flush have changed values: what follows from that is shown at once.
        if changesGoOn { runChanges() }
        resolveScrolls()
        rotors.resolveChoice()
        matchedSources.check()
        animateLists()
        let mutations = drainMutations()
        resolveScopes()
        let animation = pendingAnimation
        pendingAnimation = nil
        pendingTransaction = Transaction()
        disablingNodes = [:]
        completedTransforms = []
        isFlushScheduled = false
        if !outdatedPreferences.isEmpty { scheduleFlush() }
        // What these actions change is in the next flush, with an animation of its own, together with
        // what follows from it. The views are not evaluated here: the host draws the mutations from
        // the elements as they are now. The host calls ``update()`` before the user's next action,
        // which finds all actions done.
        runPendingActions()
        return (mutations, animation)
    }

    /// The number of requests that wait for the host.
    package var waitingRequestCount: Int { requests.count }

    /// Returns the requests to the host since the last call, in order.
    package func drainRequests() -> [HostRequest] {
        defer { requests = [] }
        return requests
    }

    /// Evaluates outdated views, arranges containers, and runs the actions of changed values and
    /// what follows from them, each action at most ``ChangeLimit/mostRuns`` times. The next
    /// ``flush()`` returns the mutations.
    package func update() {
        activities.perform {
            evaluateAll()
            runChanges()
        }
    }

    /// Evaluates outdated views and arranges containers until none is left.
    ///
    /// Then the actions of changed preferences run, which may make views outdated again. After
    /// ``mostPreferenceRounds`` rounds, the remaining preferences wait for the next flush.
    private func evaluateAll() {
        for _ in 0..<Self.mostPreferenceRounds {
            evaluate()
            focus.update()
            if !outdated.isEmpty { continue }
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

    /// Evaluates outdated views and arranges containers until none is left.
    ///
    /// A lazy `ForEach` that was evaluated has new data, but the container decides which rows it
    /// needs, and evaluates these with the data. Until then, what is in a row waits: it would be
    /// evaluated with the former data, and a closure with an index would find the element of another
    /// row there, or none.
    private func evaluate() {
        while !outdated.isEmpty || !unarranged.isEmpty {
            let nodes = outdated.sorted { $0.depth < $1.depth }
            outdated = []
            for node in nodes where node.isInGraph && node.isOutdated {
                if hasStaleRows, node.isInStaleRow {
                    outdated.append(node)
                    continue
                }
                let former = structure
                if node.released != nil { setNeedsRelease(node) }
                node.evaluateAgain()
                if let container = node.container, structure != former || container.arrangesElements {
                    setNeedsArrangement(container)
                }
            }
            let containers = unarranged
            unarranged = []
            // What still waits is evaluated in the next round in any case. A row that is evaluated
            // below may contain a lazy container with new data, whose rows wait then.
            let hadStaleRows = hasStaleRows
            hasStaleRows = false
            // Inner containers are scheduled after outer ones. They go first, because the growth of
            // an element depends on its children.
            for node in containers.reversed() {
                if hadStaleRows, node.isInGraph, node.isInStaleRow {
                    unarranged.append(node)
                    continue
                }
                node.needsArrangement = false
                if node.isInGraph { node.arrangeChildren() }
            }
            if outdated.isEmpty, unarranged.isEmpty { history.show() }
        }
        for node in unreleased where node.isInGraph { node.releaseNodesBelow() }
        unreleased = []
        readers.sweepIfNeeded()
    }

    /// Runs the pending actions of `whenShown` and of changed values, if the window is visible, and
    /// those that they add. Then updates the activities. Does not evaluate views.
    func runPendingActions() {
        guard isShown else { return }
        beginActions()
        while case let actions = takeActions(ofChangesOnly: false), !actions.isEmpty || appearances.isOutdated {
            if actions.contains(where: { $0.change != nil }) { changesGoOn = true }
            localizing {
                for action in actions { RunningAction.perform(action.perform) }
                appearances.update()
            }
        }
        activities.update()
        if hasPendingChanges { scheduleFlush() }
    }

    /// Whether actions of changed values are left, because they have run too often.
    private var hasPendingChanges: Bool { pendingActions.contains { $0.change != nil } }

    /// Runs the pending actions of changed values, if the window is visible, evaluates the views that
    /// they make outdated, and runs the actions of the values that change by that.
    ///
    /// An action that has run ``ChangeLimit/mostRuns`` times stops with a warning, so that the user
    /// can act although values keep changing each other. What is left of it runs at the end of the
    /// flush (``runPendingActions()``): of this one, or of the next one, which is scheduled.
    private func runChanges() {
        guard isShown else { return }
        beginActions()
        while case let actions = takeActions(ofChangesOnly: true), !actions.isEmpty {
            localizing { for action in actions { RunningAction.perform(action.perform) } }
            evaluateAll()
        }
        changesGoOn = hasPendingChanges
        if changesGoOn { scheduleFlush() }
    }

    /// Allows the actions of all changes again.
    private func beginActions() { actionRound += 1 }

    /// Takes the pending actions that may run now, in order.
    private func takeActions(ofChangesOnly: Bool) -> [PendingAction] {
        var taken: [PendingAction] = []
        pendingActions.removeAll { action in
            if action.change == nil, ofChangesOnly { return false }
            if let change = action.change, !change.mayRun(in: actionRound) { return false }
            taken.append(action)
            return true
        }
        return taken
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
        evaluateAll()
    }
}

extension ViewNode {
    /// Whether the node is in a row whose data have changed, and that has not been updated with them.
    fileprivate var isInStaleRow: Bool {
        sequence(first: self, next: \.parent).dropFirst().contains {
            ($0.storage as? any RowNodes)?.isAwaitingArrangement == true
        }
    }
}
