internal import Foundation

/// The changes of a write to the nodes of an atomic store, to be undone if the write fails.
final class NodeJournal {
    private let store: NSAtomicStore
    private var added: [NSAtomicStoreCacheNode] = []
    private var removed: [NSAtomicStoreCacheNode] = []
    /// The changed nodes with their values before the write.
    private var changed: [NSAtomicStoreCacheNode: Values] = [:]
    /// The changes that the store in memory has announced.
    private(set) var announced: ChangeSet?

    /// The values of a node. A subclass may keep some of them outside of the property cache, so each
    /// is also read by its name.
    struct Values {
        fileprivate let cache: NSMutableDictionary?
        fileprivate let named: [(name: String, value: Any?)]

        fileprivate init(_ node: NSAtomicStoreCacheNode) {
            let layout = node.objectID.entity.layout
            cache = node.propertyCache.flatMap { $0.mutableCopy() as? NSMutableDictionary }
            named = layout.kinds.indices.filter(layout.isInNodes).map { slot in
                (layout.names[slot], node.value(forKey: layout.names[slot]))
            }
        }

        subscript(name: String) -> Any? { named.first { $0.name == name }?.value }
    }

    /// The nodes that were added, changed or removed so far, with their values before the write; nil for
    /// one that was added.
    var touched: [(node: NSAtomicStoreCacheNode, before: Values?)] {
        var known = Set(added)
        var touched: [(node: NSAtomicStoreCacheNode, before: Values?)] = known.map { ($0, nil) }
        for (node, values) in changed where known.insert(node).inserted { touched.append((node, values)) }
        for node in removed where known.insert(node).inserted { touched.append((node, Values(node))) }
        return touched
    }

    init(_ store: NSAtomicStore) {
        self.store = store
    }

    /// Records the changes that the store in memory announces, and returns them.
    func announce(_ changes: ChangeSet) -> ChangeSet {
        announced = changes
        return changes
    }

    /// Adds a node, in place of one with the same ID. Does nothing for a node that the store has.
    func add(_ node: NSAtomicStoreCacheNode) {
        let id = node.objectID
        let former = store.node(id.entity.layout, id.rowID)
        guard former !== node else { return }
        if let former { removed.append(former) }
        store.register(node)
        added.append(node)
    }

    func remove(_ node: NSAtomicStoreCacheNode) {
        store.unregister(node)
        removed.append(node)
    }

    /// Adds a node again that this write has removed.
    func restore(_ node: NSAtomicStoreCacheNode) {
        store.register(node)
        removed.removeAll { $0 === node }
    }

    /// Records the values of a node before they change. Does nothing for a node that was recorded
    /// before.
    func willChange(_ node: NSAtomicStoreCacheNode) {
        if changed[node] == nil { changed[node] = Values(node) }
    }

    /// Releases what the removed nodes refer to, after the write has succeeded.
    func finish() {
        for node in removed {
            let id = node.objectID
            node.releaseRelated()
            store.noteMissing(id.entity.layout, id.rowID)
        }
    }

    func undo() {
        for node in added { store.unregister(node) }
        // A node that the write has added and removed again, as that of a merged insertion, was not there.
        let new = Set(added.map { ObjectIdentifier($0) })
        for node in removed where !new.contains(ObjectIdentifier(node)) { store.register(node) }
        for (node, values) in changed {
            node.propertyCache = values.cache
            for (name, value) in values.named { node.setValue(value, forKey: name) }
        }
        for node in added { node.releaseRelated() }
        (added, removed, changed) = ([], [], [:])
    }
}
