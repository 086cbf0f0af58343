// # The animations of one flush
//
// A flush has an animation of its own, that of the transaction in which state has changed, and any
// number of scopes. A scope is a part of the tree whose changes have another animation, or none:
// an `animation(_:value:)` whose value has changed, a `transaction` modifier, a transition with an
// animation of its own.
//
// A modifier adds its scope before it updates its content, so that a view inside which animates on
// the server (`ViewNode.animated(_:)`) finds the animation, and so that the elements that the
// change removes are part of the scope, too. The flush resolves scopes to the IDs of elements. The
// host finds the nearest scope at or above an element, and uses the animation of the flush where
// there is none.

/// A part of the elements whose changes in one flush have an animation of their own.
package struct AnimationScope: Hashable, Sendable {
    /// The IDs of the outermost elements of the scope, before and after the flush.
    package var elements: [Int]
    /// The animation; nil to draw the changes at once.
    package var animation: Animation?
    /// Whether the scope does not contain the elements inside the outermost ones.
    package var isShallow: Bool

    package init(elements: [Int], animation: Animation?, isShallow: Bool = false) {
        (self.elements, self.animation, self.isShallow) = (elements, animation, isShallow)
    }
}

/// A scope of the next flush, before its elements are known.
@MainActor
struct PendingScope {
    weak var node: ViewNode?
    let depth: Int
    /// The IDs of elements that belong to the scope in any case.
    let elements: [Int]
    let animation: Animation?
    let isShallow: Bool
}

/// The scopes of the next flush, in the order in which they were added.
@MainActor
struct PendingScopes {
    private(set) var all: [PendingScope] = []
    /// The index of the last scope of a node.
    private var lastOfNode: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    /// Adds a scope.
    mutating func append(_ scope: PendingScope) {
        if let node = scope.node { lastOfNode[ObjectIdentifier(node)] = all.count }
        all.append(scope)
    }

    /// Returns the last scope of a node. O(1)
    func last(of node: ViewNode) -> PendingScope? {
        guard let index = lastOfNode[ObjectIdentifier(node)] else { return nil }
        // The address of a node that was released may be that of another one.
        return all[index].node === node ? all[index] : nil
    }
}

extension WindowGraph {
    /// Gives the changes inside a node an animation of their own in the next flush; nil for none.
    /// Called before the node updates its content.
    func addScope(_ animation: Animation?, of node: ViewNode) {
        pendingScopes.append(
            PendingScope(
                node: node, depth: node.depth, elements: node.scopeElements, animation: animation, isShallow: false))
        scheduleFlush()
    }

    /// Gives the changes of single elements, without those inside, an animation of their own in the
    /// next flush.
    func addShallowScope(_ animation: Animation?, of elements: [Element], at node: ViewNode) {
        pendingScopes.append(
            PendingScope(node: nil, depth: node.depth, elements: elements.map(\.id), animation: animation, isShallow: true))
    }

    /// Returns the animation with which a change of a node is drawn in the next flush; nil for none.
    /// O(depth of the node)
    func animation(of node: ViewNode) -> Animation? {
        guard !pendingScopes.isEmpty else { return pendingAnimation }
        var next: ViewNode? = node
        while let current = next {
            if let scope = pendingScopes.last(of: current) { return scope.animation }
            next = current.parent
        }
        return pendingAnimation
    }

    /// Makes the lists whose rows a change of fetched results inserts, removes or moves scopes with
    /// the default animation.
    func animateLists() {
        guard pendingTransaction.isOfResults, pendingAnimation != nil else { return }
        var lists: Set<Int> = []
        for (parent, _) in formerChildren.values {
            var next: Element? = parent
            while let element = next {
                if case .collection(.list) = element.content { lists.insert(element.id) }
                next = element.parent
            }
        }
        guard !lists.isEmpty else { return }
        pendingScopes.append(
            PendingScope(node: nil, depth: 0, elements: lists.sorted(), animation: .default, isShallow: false))
    }

    /// Resolves the scopes of the flush, outer ones first, so that the last scope of an element is
    /// the nearest one.
    func resolveScopes() {
        let scopes = pendingScopes.all.sorted { $0.depth < $1.depth }
        pendingScopes = PendingScopes()
        animationScopes =
            scopes.map { scope in
                let now = scope.node.map { $0.isInGraph ? $0.scopeElements : [] } ?? []
                let elements = Set(scope.elements + now).sorted()
                return AnimationScope(elements: elements, animation: scope.animation, isShallow: scope.isShallow)
            } + transitionScopes
        transitionScopes = []
    }
}

extension ViewNode {
    /// The IDs of the node's outermost elements. For a node whose elements a container makes only
    /// when it needs them, such as the rows of a list, this is the container.
    fileprivate var scopeElements: [Int] {
        var elements: [Element] = []
        collectOwnElements(into: &elements)
        return elements.isEmpty ? [container?.element?.id].compactMap(\.self) : elements.map(\.id)
    }
}
