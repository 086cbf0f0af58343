/// The node of a view that is shown: its identity, its stored properties, and the nodes of the
/// views inside it. `WindowGraph` describes how nodes are evaluated.
///
/// # Identity
///
/// A node is kept while a view of the same type is at the same position in its parent, in the same
/// branch of an `if`, or under the same key of a ``ForEach``. Otherwise it is removed with
/// everything inside it, and a new node starts with initial state. So `@State` in a row follows its
/// data when rows are sorted, and the two branches of an `if` share no state even if their types
/// are equal.
///
/// # State
///
/// The node keeps the values of `@State` and of the other dynamic properties in its
/// `PropertySlots`, because each evaluation of the parent makes a new value of the view. Before it
/// reads `body`, the node connects the properties of the new value to its slots (`PropertyPlan`): a
/// `@State` finds its storage there, an `@Environment` the node's environment.
///
/// # Environment
///
/// `environment` is passed down by value. A modifier changes a copy and updates its child with it,
/// so a change reaches everything inside. Some values apply to the next element only, such as its
/// traits: the first node with an element resets them for the nodes inside.
///
/// # Invalidation
///
/// The node observes the values that `body` reads. The first change of one marks the node as
/// outdated. Callbacks carry the revision of their evaluation: the node ignores those of earlier
/// evaluations, and ignores all callbacks once it is removed.
@MainActor
public final class ViewNode {
    package unowned let graph: WindowGraph
    /// The node that has this one among its children; nil after its removal.
    ///
    /// Not weak: a weak reference allocates a side table for the object that it refers to, and each
    /// node has a parent. The parent resets the reference before it is released.
    package private(set) nonisolated(unsafe) unowned(unsafe) var parent: ViewNode?
    let viewType: ObjectIdentifier
    private let storedDepth: Int32
    private let storedBranch: Int32

    package internal(set) var environment: EnvironmentValues
    package internal(set) nonisolated(unsafe) var children: [ViewNode] = []
    /// The node's own element, for a view that shows something itself.
    package internal(set) var element: Element?
    /// An object that a built-in view keeps from update to update.
    package var storage: AnyObject?
    var slots: PropertySlots?
    /// The plan of the node's view; nil before it is needed.
    var plan: PropertyPlan?
    /// The view that the node shows; nil before the first update and after the removal.
    var value: ViewValue?
    /// The observer of the values that the last evaluation has read; nil if it has read none.
    nonisolated(unsafe) var observer: NodeObserver?
    /// The nodes below, if they have been released; see `ReleasedNodes`.
    var released: ReleasedNodes?
    /// The properties that few nodes have.
    var rare: RareProperties?

    let evaluation: _ViewEvaluation
    private(set) var isInGraph = true
    /// Whether a value that the view read has changed since the last evaluation.
    var isOutdated = false
    /// Whether the node's elements are not children of the element around the node, but are
    /// arranged by another node: a sheet is shown over the window, a toolbar's button in the bar.
    var isDetached = false
    /// Whether the graph will arrange the node's element.
    var needsArrangement = false

    /// The properties that few nodes have, on the heap, which keeps nodes small.
    @MainActor
    final class RareProperties {
        /// Puts an element around each one below, for a modifier of any number of views.
        var wrapper: ElementWrapper?
        var arrange: (() -> [Element])?
        var onRemoval: (() -> Void)?
        /// The animation of the node's animatable data.
        var valueAnimation: AnyObject?
        /// The node that arranges the elements of a detached one.
        weak var collector: ViewNode?
    }

    init<V: View>(
        graph: WindowGraph, parent: ViewNode?, view: V.Type, branch: Int, environment: EnvironmentValues
    ) {
        self.graph = graph
        self.parent = parent
        viewType = ObjectIdentifier(view)
        evaluation = view._evaluation
        storedBranch = Int32(truncatingIfNeeded: branch)
        self.environment = environment
        storedDepth = (parent?.storedDepth ?? -1) + 1
    }

    deinit {
        // Others may keep an object longer than this one.
        observer?.node = nil
        for child in children where child.parent === self { child.parent = nil }
    }

    /// The name of the view's type in a ``StablePath``.
    var kind: String { value?.kind ?? "" }

    var depth: Int { Int(storedDepth) }
    var branch: Int { Int(storedBranch) }

    var rareProperties: RareProperties {
        if let rare { return rare }
        let made = RareProperties()
        rare = made
        return made
    }

    /// Returns the children of the node's element; nil for the elements of all nodes below, in
    /// order.
    var arrange: (() -> [Element])? {
        get { rare?.arrange }
        set { if newValue != nil || rare != nil { rareProperties.arrange = newValue } }
    }

    /// Called when the node leaves the graph.
    var onRemoval: (() -> Void)? {
        get { rare?.onRemoval }
        set { if newValue != nil || rare != nil { rareProperties.onRemoval = newValue } }
    }

    /// Removes the node and everything below it from the graph.
    func remove() {
        isInGraph = false
        graph.setNeedsStructure()
        endObservation()
        value = nil
        element?.handlers = []
        rare?.onRemoval?()
        for child in children { child.remove() }
        // Break reference cycles: these objects and closures may hold this node.
        storage = nil
        rare = nil
        released = nil
        children = []
        parent = nil
    }

    /// Removes the node, but not its element, from the graph.
    func leave() {
        isInGraph = false
        value = nil
        element = nil
        for child in children { child.leave() }
        children = []
        parent = nil
    }
}
