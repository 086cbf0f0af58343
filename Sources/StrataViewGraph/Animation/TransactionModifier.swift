/// The closure of a `transaction` modifier, in the environment of the views inside. The modifier's
/// node keeps the object, so that a new closure does not change the environment.
@MainActor
final class TransactionTransform {
    var apply: (inout Transaction) -> Void
    /// The transform of the modifier around this one, which is applied first.
    var outer: TransactionTransform?

    init(_ apply: @escaping (inout Transaction) -> Void) { self.apply = apply }

    /// Changes the transaction of a state change that a view inside has read.
    func transform(_ transaction: inout Transaction) {
        outer?.transform(&transaction)
        transformInside(&transaction)
    }

    /// Changes a transaction that the modifier around this one has changed already.
    func transformInside(_ transaction: inout Transaction) {
        let known = transaction.completions.count
        apply(&transaction)
        for index in transaction.completions.indices.dropFirst(known) {
            transaction.completions[index] = transaction.completions[index].added(by: ObjectIdentifier(self))
        }
    }
}

private struct TransactionTransformKey: EnvironmentKey {
    static var defaultValue: TransactionTransform? { nil }
}

extension EnvironmentValues {
    /// The transform of the nearest `transaction` modifier.
    var transactionTransform: TransactionTransform? {
        get { self[TransactionTransformKey.self] }
        set { self[TransactionTransformKey.self] = newValue }
    }
}

/// A modifier that changes the transaction of the changes inside its view.
///
/// A change reaches the views inside in two ways. A view inside may read the state that changed:
/// then `WindowGraph.setNeedsUpdate(_:)` applies the transform to the transaction. Or a view outside
/// read it, and this modifier is evaluated again: then it applies the transform to the transaction
/// of the update, and marks the elements inside as still if the result has no animation. The mark
/// stays until an animated update has an animation here, too.
private struct TransactionModifier: BuiltInModifier {
    let transform: (inout Transaction) -> Void

    @MainActor
    private final class Memory {
        let transform: TransactionTransform
        var isStill = false

        init(_ transform: TransactionTransform) { self.transform = transform }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let known = node.storage as? Memory
        let memory = known ?? Memory(TransactionTransform(transform))
        node.storage = memory
        memory.transform.apply = transform
        memory.transform.outer = node.environment.transactionTransform
        if known != nil, let isStill = node.graph.applyTransaction(memory.transform.transformInside, to: node) {
            memory.isStill = isStill
        }
        var environment = node.environment
        environment.transactionTransform = memory.transform
        if memory.isStill { environment.pendingTraits.interaction.isStill = true }
        node.updateChild(0, content, environment: environment)
    }
}

/// A modifier that changes the transaction of the updates in which a value has changed.
private struct ValueTransactionModifier<Value: Equatable>: BuiltInModifier {
    let value: Value
    let transform: (inout Transaction) -> Void

    @MainActor
    private final class Memory {
        var value: Value
        var isStill = false

        init(_ value: Value) { self.value = value }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let memory = node.storage as? Memory ?? Memory(value)
        node.storage = memory
        if memory.value != value {
            memory.value = value
            if let isStill = node.graph.applyTransaction(transform, to: node) { memory.isStill = isStill }
        } else if node.graph.animation(of: node) != nil {
            memory.isStill = false
        }
        var environment = node.environment
        if memory.isStill { environment.pendingTraits.interaction.isStill = true }
        node.updateChild(0, content, environment: environment)
    }
}

/// A node below which a transform has changed whether modifiers insert animations in the next flush.
@MainActor
struct DisablingNode {
    weak var node: ViewNode?
    let disablesAnimations: Bool
}

extension WindowGraph {
    /// Applies a transform to the transaction of the current update, and makes the node a scope with
    /// the resulting animation, if that is another one. Returns whether the transform has removed the
    /// animation; nil if there was none.
    fileprivate func applyTransaction(_ transform: (inout Transaction) -> Void, to node: ViewNode) -> Bool? {
        let current = transaction(of: node)
        var changed = current
        transform(&changed)
        if changed.disablesAnimations != current.disablesAnimations {
            disablingNodes[ObjectIdentifier(node)] = DisablingNode(
                node: node, disablesAnimations: changed.disablesAnimations)
            scheduleFlush()
        }
        schedule(changed.completions(notIn: current), after: changed.animation)
        if let animation = changed.animation {
            if animation != current.animation { addScope(animation, of: node) }
            return false
        }
        return current.animation == nil ? nil : true
    }

    /// Schedules completions that transforms have added. Each transform adds its own once in a flush,
    /// although it is applied for each view inside that has read the changed state.
    func schedule(_ completions: [AnimationCompletion], after animation: Animation?) {
        guard !completions.isEmpty else { return }
        let new = completions.filter { $0.source.map { !completedTransforms.contains($0) } ?? true }
        completedTransforms.formUnion(new.compactMap(\.source))
        AnimationCompletion.schedule(new, after: animation)
    }

    /// Returns the transaction of the current update at a node.
    func transaction(of node: ViewNode) -> Transaction {
        var transaction = pendingTransaction
        transaction.animation = animation(of: node)
        transaction.disablesAnimations = disablesAnimations(at: node)
        return transaction
    }

    /// Whether `animation` modifiers at a node insert no animations in the current update. O(depth).
    func disablesAnimations(at node: ViewNode) -> Bool {
        guard !disablingNodes.isEmpty else { return pendingTransaction.disablesAnimations }
        for each in sequence(first: node, next: \.parent) {
            // A node that was released may have left its identifier to another one.
            if let known = disablingNodes[ObjectIdentifier(each)], known.node === each { return known.disablesAnimations }
        }
        return pendingTransaction.disablesAnimations
    }
}

extension View {
    /// Changes the transaction of the changes inside the view: a closure that removes the animation
    /// has the changes inside drawn at once, and one that disables animations keeps `animation`
    /// modifiers inside from inserting theirs.
    ///
    /// If a view inside reads state itself, an animation that the closure sets applies to the whole
    /// update.
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
        modified(TransactionModifier(transform: transform))
    }

    /// Changes the transaction of each update in which a value changes. ``transaction(_:)`` describes
    /// the effect.
    public func transaction(value: some Equatable, _ transform: @escaping (inout Transaction) -> Void) -> some View {
        modified(ValueTransactionModifier(value: value, transform: transform))
    }
}
