internal import Foundation
internal import StrataPredicates

/// Sets nodes of an atomic store to the values of their rows, inside the transaction of a write.
struct NodeCorrection {
    let store: NSAtomicStore
    let rows: any StoreEngine
    let journal: NodeJournal

    /// Sets the nodes of rows to their values. Makes the nodes that do not exist.
    ///
    /// - Parameter layout: The entity of all of the rows.
    func correct(_ layout: EntityLayout, _ rowIDs: [RowID]) throws {
        guard !rowIDs.isEmpty else { return }
        let values = try rows.rows(layout, rowIDs)
        var nodes: [(rowID: RowID, node: NSAtomicStoreCacheNode)] = []
        for rowID in rowIDs where values[rowID] != nil {
            if let node = store.node(layout, rowID) {
                journal.willChange(node)
                nodes.append((rowID, node))
            } else {
                let node = NSAtomicStoreCacheNode(objectID: store.identifier(layout, rowID))
                journal.add(node)
                nodes.append((rowID, node))
            }
        }
        for slot in layout.kinds.indices where layout.isInNodes(slot) {
            if layout.kinds[slot].isToMany {
                let members = try rows.members(ofEach: nodes.map(\.rowID), layout, slot)
                for (rowID, node) in nodes { node.setMembers((members[rowID] ?? []).compactMap(self.node), layout, slot) }
            } else {
                for (rowID, node) in nodes { set(slot, of: node, to: values[rowID]?.values[slot] ?? .null, layout) }
            }
        }
    }

    private func set(_ slot: Int, of node: NSAtomicStoreCacheNode, to value: Value, _ layout: EntityLayout) {
        if case .object(let reference) = value {
            node.setMembers(self.node(reference).map { [$0] } ?? [], layout, slot)
        } else if layout.kinds[slot] == .toOne {
            node.setMembers([], layout, slot)
        } else {
            node.setValue(store.nodeValue(value, layout, slot), forKey: layout.names[slot])
        }
    }

    private func node(_ reference: ObjectReference) -> NSObject? {
        store.node(reference.layout, reference.rowID) ?? store.identifier(reference.layout, reference.rowID)
    }

    /// Removes the nodes of deleted rows.
    func remove(_ deleted: [(layout: EntityLayout, rowID: RowID)]) {
        let nodes = Set(deleted.compactMap { store.node($0.layout, $0.rowID) })
        guard !nodes.isEmpty else { return }
        for node in nodes { journal.remove(node) }
        store.willRemoveCacheNodes(nodes)
    }

    /// Sets the nodes that refer to removed ones to the values of their rows.
    func correctReferences(to removed: Set<NSAtomicStoreCacheNode>) throws {
        guard !removed.isEmpty else { return }
        var rowIDs: [ObjectIdentifier: (layout: EntityLayout, rowIDs: [RowID])] = [:]
        for node in store.cacheNodes() {
            let layout = node.objectID.entity.layout
            let refers = (layout.toOneSlots + layout.toManySlots).contains { slot in
                NodeMembers.list(node.value(forKey: layout.names[slot])).contains { member in
                    (member as? NSAtomicStoreCacheNode).map(removed.contains) ?? false
                }
            }
            if refers { rowIDs[ObjectIdentifier(layout), default: (layout, [])].rowIDs.append(node.objectID.rowID) }
        }
        for (layout, rowIDs) in rowIDs.values { try correct(layout, rowIDs) }
    }
}

/// The members of a relationship, as a node has them.
enum NodeMembers {
    /// Returns the nodes and IDs of a value: a single one, or those of a collection, in order.
    static func list(_ value: Any?) -> [Any] {
        switch value {
        case nil, is NSNull: []
        case let node as NSAtomicStoreCacheNode: [node]
        case let id as NSManagedObjectID: [id]
        case let ordered as NSOrderedSet: ordered.array
        case let set as NSSet: set.allObjects
        case let array as NSArray: Array(array)
        case let nodes as Set<NSAtomicStoreCacheNode>: Array(nodes)
        case let set as Set<AnyHashable>: set.map(\.base)
        case let array as [Any]: array
        case let value?: [value]
        }
    }
}
