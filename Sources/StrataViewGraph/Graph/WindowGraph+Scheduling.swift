// What nodes call: they change elements, and schedule updates, arrangements and flushes.
extension WindowGraph {
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
        if element.ignoresChildren != (traits.accessibility.children == .ignore) { setNeedsSendingChildren(of: element) }
        if element.traits.accessibility.hidesChildren != traits.accessibility.hidesChildren { setNeedsSendingStops(in: element) }
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

    /// Records an update of each child of an element, whose attributes say whether it is ignored. A
    /// layer is not a child of its own.
    private func setNeedsSendingChildren(of element: Element) {
        for child in element.children {
            setNeedsSending(child)
            if child.arrangesLayers { setNeedsSendingChildren(of: child) }
        }
    }

    /// Records an update of each element inside an element that may be a stop of the Tab key, which
    /// it is only while assistive technology presents it.
    private func setNeedsSendingStops(in element: Element) {
        for child in element.children {
            switch child.content {
            case .layout(.scroll): setNeedsSending(child)
            case .text(let text) where text.hasLinks: setNeedsSending(child)
            case .text, .layout, .drawing, .media: if !child.traits.isEmpty { setNeedsSending(child) }
            default: setNeedsSending(child)
            }
            setNeedsSendingStops(in: child)
        }
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

    /// Computes the growth of an element with its limit and, as long as they change, those of its
    /// parents.
    private func updateGrowth(of element: Element) {
        var next: Element? = element
        while let element = next {
            let growth = element.content.growth(around: element.children)
            let limit = element.content.widthLimit(around: element.children)
            guard growth != element.growth || limit != element.widthLimit else { return }
            element.growth = growth
            element.widthLimit = limit
            setNeedsSending(element)
            next = element.parent
        }
    }

    /// Schedules a node whose view read a changed value, and records the current transaction's
    /// animation.
    func setNeedsUpdate(_ node: ViewNode) {
        outdated.append(node)
        recordTransaction(for: node)
        scheduleFlush()
    }

    /// Records the current transaction's animation for the next flush.
    func recordTransaction() {
        guard let transaction = Transaction.current else { return }
        pendingTransaction = transaction
        if let animation = transaction.animation { pendingAnimation = animation }
    }

    /// Records the current transaction's animation, as the `transaction` modifiers around a node
    /// change it.
    func recordTransaction(for node: ViewNode) {
        guard let transform = node.environment.transactionTransform else { return recordTransaction() }
        var transaction = Transaction.current ?? Transaction()
        transform.transform(&transaction)
        schedule(transaction.completions(notIn: Transaction.current), after: transaction.animation)
        transaction.perform { recordTransaction() }
    }

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
    func whenShown(_ action: @escaping () -> Void) { pendingActions.append(PendingAction(perform: action)) }

    /// Runs the action of a changed value after this update, and before the user's next action, once
    /// the window is visible.
    func whenChanged(_ change: ChangeLimit, _ action: @escaping () -> Void) {
        pendingActions.append(PendingAction(change: change, perform: action))
    }

    /// Scrolls to the view with an identity below a node, after the next update.
    func scroll(to id: AnyHashable, below node: ViewNode, anchor: UnitPoint?, in transaction: Transaction) {
        scrollRevision += 1
        let isAnimated = transaction.animation != nil
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

    /// Adds an observer of a preference, which the next update calls for the first time.
    func addPreferenceObserver(_ observer: any PreferenceObserver) {
        preferenceObservers.append(observer)
        outdatedPreferences.insert(ObjectIdentifier(observer.key))
    }

    /// Schedules the observers of a preference for the next update, after a view has set the
    /// preference, or a view that set it was removed.
    func setNeedsPreference(_ key: any PreferenceKey.Type) { outdatedPreferences.insert(ObjectIdentifier(key)) }
}
