/// The type that names a value which views pass up to the views around them.
///
///     struct TitleKey: PreferenceKey {
///         static let defaultValue = ""
///         static func reduce(value: inout String, nextValue: () -> String) { value = nextValue() }
///     }
public protocol PreferenceKey {
    /// The type of the value.
    associatedtype Value

    /// The value where no view has set one.
    static var defaultValue: Value { get }

    /// Combines the value of the views so far with that of the next one.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension PreferenceKey where Value: ExpressibleByNilLiteral {
    /// Nil.
    public static var defaultValue: Value { nil }
}

/// The value that a modifier's node contributes to a preference, kept in its storage.
@MainActor
private final class PreferenceWriter<Key: PreferenceKey> {
    enum Change {
        /// Replaces the value of the views below.
        case value(Key.Value)
        /// Changes the value of the views below.
        case transform((inout Key.Value) -> Void)
    }

    var change: Change
    init(_ change: Change) { self.change = change }

    /// Returns the value, given that of the views below; nil if they have none.
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

/// Calls an action after an update that changed a preference of the views inside.
private struct PreferenceChangeModifier<Key: PreferenceKey>: BuiltInModifier where Key.Value: Equatable {
    let action: (Key.Value) -> Void

    @MainActor
    private final class Observer: PreferenceObserver {
        let key: any PreferenceKey.Type = Key.self
        weak var node: ViewNode?
        var action: (Key.Value) -> Void
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
            action(value)
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

/// A node that is called after updates in which preferences may have changed.
@MainActor
protocol PreferenceObserver: AnyObject {
    /// The key of the preference that is observed.
    var key: any PreferenceKey.Type { get }

    /// The node whose views are observed; nil when it is removed.
    var node: ViewNode? { get }

    /// Computes the preference, and calls the action if it has changed.
    func update()
}

extension ViewNode {
    /// Returns the value of a preference of this node and the nodes below, in order; nil if none
    /// sets one.
    func preference<Key: PreferenceKey>(_ key: Key.Type) -> Key.Value? {
        let writer = storage.flatMap { $0 as? PreferenceWriter<Key> }
        if let writer, case .value(let value) = writer.change { return value }
        var result: Key.Value?
        let rows = children.isEmpty && storage != nil ? (storage as? any RowNodes)?.rowNodes : nil
        for child in rows ?? children {
            guard let next = child.preference(key) else { continue }
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

/// The storage of a node that keeps its rows apart from its children.
@MainActor
protocol RowNodes: AnyObject {
    /// The nodes of the rows that exist, in order.
    var rowNodes: [ViewNode] { get }
}

extension View {
    /// Sets the value of a preference, in place of what the views inside set.
    public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        modified(PreferenceModifier<K>(change: .value(value)))
    }

    /// Changes the value of a preference that the views inside set.
    public func transformPreference<K: PreferenceKey>(
        _ key: K.Type = K.self, _ callback: @escaping (inout K.Value) -> Void
    ) -> some View {
        modified(PreferenceModifier<K>(change: .transform(callback)))
    }

    /// Runs an action with the value of a preference of the views inside, at first and after each
    /// change.
    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modified(PreferenceChangeModifier<K>(action: action))
    }
}
