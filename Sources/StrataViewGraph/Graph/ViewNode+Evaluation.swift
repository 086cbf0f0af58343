internal import StrataReads

// Evaluating the view of a node, and observing the values that the evaluation reads.
extension ViewNode {
    /// Sets the node's view and environment, and evaluates the view if one of them has changed.
    ///
    /// All updates of a node must pass views of the same type. `ViewValue` describes the
    /// comparison.
    ///
    /// - Parameter isCompared: Whether a view that is equal to the present one needs no evaluation.
    func update<V: View>(with view: V, environment: EnvironmentValues, isCompared: Bool = true) {
        if let value {
            let isSameEnvironment = self.environment.isEqual(to: environment)
            let former = unsafeDowncast(value, to: TypedViewValue<V>.self)
            if isSameEnvironment, isCompared, hasSameBytes(former.view, view) { return }
            // An equal environment keeps its old value, so that a comparison of bytes finds it
            // equal below.
            if !isSameEnvironment { self.environment = environment }
            former.view = view
        } else {
            self.environment = environment
            value = TypedViewValue(view)
        }
        evaluateAgain()
    }

    /// Returns whether two values of the node's view have the same bytes, apart from the properties
    /// whose values the node keeps.
    private func hasSameBytes<V: View>(_ former: V, _ view: V) -> Bool {
        evaluation == .body ? plan(of: V.self).haveSameBytes(former, view) : haveSameBytes(former, view)
    }

    /// Evaluates a view with a body: connects its dynamic properties, reads the body, updates the
    /// child.
    func updateComposite<V: View>(_ view: V) {
        // Not a key path, which takes a tenth of the update of a small view.
        updateComposite(view) { $0.body }
    }

    /// Evaluates a value that makes a view, such as a style, in the way a view with a body is
    /// evaluated.
    func updateComposite<Value, Body: View>(_ value: Value, body makeBody: (Value) -> Body) {
        let plan = plan(of: Value.self)
        var value = value
        if plan.isAnimatable { value = animatedIfPossible(value) }
        guard !plan.isEmpty else { return updateChild(0, reading { makeBody(value) }, environment: environment) }
        let slots = self.slots ?? PropertySlots(environment: environment)
        slots.rewind(environment: environment, observer: plan.observesObjects ? currentObserver : nil)
        let body = reading {
            plan.install(in: &value, slots)
            return makeBody(value)
        }
        // Slots without storage have nothing to keep.
        self.slots = slots.isEmpty ? nil : slots
        updateChild(0, body, environment: environment)
    }

    /// Returns the plan of a type, which is looked up once for the node's view.
    private func plan(of type: Any.Type) -> PropertyPlan {
        guard ObjectIdentifier(type) == viewType else { return PropertyPlan.of(type) }
        let plan = self.plan ?? PropertyPlan.of(type)
        self.plan = plan
        return plan
    }

    /// Reads state for this node: the first change of a value that was read marks the node as
    /// outdated, so that the next update evaluates it again.
    ///
    /// Bodies are read in this way, and the bindings of built-in views.
    func reading<Result>(_ read: () -> Result) -> Result {
        let isFirst = observer == nil
        let result = reading(read, for: currentObserver, isFirst: isFirst)
        guard isFirst else { return result }
        // Observation keeps the closure, and with it the observer, only if a value was read.
        if isKnownUniquelyReferenced(&observer) {
            observer = nil
            graph.readers.readerReadNothing()
        } else {
            WindowReaders.addType(viewType)
        }
        return result
    }

    private func reading<Result>(_ read: () -> Result, for observer: NodeObserver, isFirst: Bool) -> Result {
        graph.readers.read(viewType, observer, isFirst: isFirst) {
            let (result, objects) = ReadObjects.collecting(read)
            observer.objects.formUnion(objects)
            return result
        }
    }

    /// The observer of the values that the node reads in its present evaluation.
    var currentObserver: NodeObserver {
        if let observer { return observer }
        let made = NodeObserver(self)
        observer = made
        graph.readers.readerBegan()
        return made
    }

    /// Ends the observation of the values that the last evaluation has read.
    func endObservation() {
        guard let observer else { return }
        observer.node = nil
        observer.objects = ReadObjects()
        self.observer = nil
        graph.readers.readerEnded()
    }

    /// Marks the node as outdated, after a change of a value that it has read.
    func observedValueChanged() {
        if isOutdated { graph.recordTransaction(for: self) } else { graph.setNeedsUpdate(self) }
        isOutdated = true
    }

    /// Evaluates the view again, with its current value.
    func evaluateAgain() {
        endObservation()
        isOutdated = false
        guard let value else { return }
        environment.localizing { value.update(self) }
        // The nodes below have been made again, and have the elements that they had.
        released = nil
    }

    /// Schedules an evaluation of the node, with its current value.
    func setNeedsEvaluation() {
        guard isInGraph, !isOutdated else { return }
        isOutdated = true
        graph.setNeedsUpdate(self)
    }
}
