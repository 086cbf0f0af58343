/// A type that names a value that views pass up to the views around them.
///
///     struct TitleKey: PreferenceKey {
///         static let defaultValue = ""
///         static func reduce(value: inout String, nextValue: () -> String) { value = nextValue() }
///     }
///
/// # How a preference reaches its observer
///
/// 1. The node of `preference(key:value:)` or `transformPreference(_:_:)` keeps its change of the
///    value as its storage. It invalidates the key in the graph when it is evaluated, and when it
///    is removed.
/// 2. After all outdated views are evaluated, the graph calls the observers of invalidated keys:
///    the nodes of `onPreferenceChange(_:perform:)`, the innermost first.
/// 3. An observer computes the value by a walk through the nodes below it, in order, and combines
///    the values with ``reduce(value:nextValue:)``. No value is kept, so the cost is the number of
///    nodes below; a node that sets the value ends the walk there. What is shown elsewhere, such as
///    a sheet, is left out.
/// 4. If the value has changed, the observer calls its action. The action may change state, which
///    evaluates views and may invalidate keys: steps 1 to 3 are repeated in the same update, up to
///    a limit of rounds.
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value

    /// The value if no view sets one.
    static var defaultValue: Value { get }

    /// Combines the value of the preceding views with that of the next view.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    /// Nil.
    public static var defaultValue: Value { nil }
}

/// The storage of a modifier's node that changes a preference.
@MainActor
private final class PreferenceWriter<Key: PreferenceKey> {
    enum Change {
        /// Replaces the value of the views below.
        case value(Key.Value)
        /// Transforms the value of the views below.
        case transform((inout Key.Value) -> Void)
    }

    var change: Change
    init(_ change: Change) { self.change = change }

    /// Returns the value of the preference at the node.
    ///
    /// - Parameter inner: The value of the views below; nil if they set none.
    func value(over inner: Key.Value?) -> Key.Value {
        switch change {
        case .value(let value): return value
        case .transform(let transform):
            var value = inner ?? Key.defaultValue
            transform(&value)
            return value
        }
    }
}

private struct PreferenceModifier<Key: PreferenceKey>: BuiltInModifier {
    let change: PreferenceWriter<Key>.Change

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let writer = node.storage as? PreferenceWriter<Key> {
            writer.change = change
        } else {
            node.storage = PreferenceWriter<Key>(change)
            node.onRemoval = { [unowned graph = node.graph] in graph.setNeedsPreference(Key.self) }
        }
        node.graph.setNeedsPreference(Key.self)
        node.updateChild(0, content)
    }
}

/// Calls an action when a preference of the views inside has changed.
private struct PreferenceChangeModifier<Key: PreferenceKey>: BuiltInModifier where Key.Value: Equatable {
    let action: (Key.Value) -> Void

    @MainActor
    private final class Observer: PreferenceObserver {
        let key: any PreferenceKey.Type = Key.self
        weak var node: ViewNode?
        var action: (Key.Value) -> Void
        /// The value with which the action was last called.
        private var last: Key.Value?

        init(_ node: ViewNode, _ action: @escaping (Key.Value) -> Void) {
            self.node = node
            self.action = action
        }

        func update() {
            guard let node, node.isInGraph else { return }
            let value = node.preference(Key.self) ?? Key.defaultValue
            guard value != last else { return }
            last = value
            RunningAction.perform { action(value) }
        }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let observer = node.storage as? Observer {
            observer.action = action
        } else {
            let observer = Observer(node, action)
            node.storage = observer
            node.graph.addPreferenceObserver(observer)
        }
        node.updateChild(0, content)
    }
}

/// An observer that the graph calls when a preference may have changed.
@MainActor
protocol PreferenceObserver: AnyObject {
    /// The key of the observed preference.
    var key: any PreferenceKey.Type { get }

    /// The node whose views are observed; nil after it was removed.
    var node: ViewNode? { get }

    /// Computes the preference, and calls the action if it has changed.
    func update()
}

extension ViewNode {
    /// Returns the value of a preference of this node and the nodes below, combined in order; nil
    /// if none of them sets one. O(number of nodes below).
    ///
    /// - Parameter includesDetached: Whether the views of sheets, toolbars and the like count, whose
    ///   nodes are below the modifier that shows them, but which are not inside its view.
    func preference<Key: PreferenceKey>(_ key: Key.Type, includesDetached: Bool = false) -> Key.Value? {
        let writer = storage.flatMap { $0 as? PreferenceWriter<Key> }
        if let writer, case .value(let value) = writer.change { return value }
        var result: Key.Value?
        let rows = children.isEmpty && storage != nil ? (storage as? any RowNodes)?.rowNodes : nil
        for child in rows ?? children where includesDetached || !child.isDetached {
            guard let next = child.preference(key, includesDetached: includesDetached) else { continue }
            guard var value = result else {
                result = next
                continue
            }
            Key.reduce(value: &value) { next }
            result = value
        }
        return writer.map { $0.value(over: result) } ?? result
    }
}

/// The storage of a node that has rows or sections instead of children.
@MainActor
protocol RowNodes: AnyObject {
    /// The nodes of the rows or sections that exist, in the order of the data.
    var rowNodes: [ViewNode] { get }

    /// Whether the data have changed, and the rows have not been requested since.
    var isAwaitingArrangement: Bool { get }
}

extension View {
    /// Sets the value of a preference. Values that views inside set are ignored.
    public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modified(PreferenceModifier<K>(change: .value(value)))
    }

    /// Transforms the value of a preference that the views inside set, or the default value if they
    /// set none.
    public func transformPreference<K: PreferenceKey>(
        _ key: K.Type = K.self, _ callback: @escaping (inout K.Value) -> Void
    ) -> some View {
        modified(PreferenceModifier<K>(change: .transform(callback)))
    }

    /// Runs an action with the value of a preference of the views inside, when the view is first
    /// shown and after each change.
    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modified(PreferenceChangeModifier<K>(action: action))
    }
}
