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

    // MARK: Relationships

    /// Sets the relationships of all nodes that the write has touched to those of their rows. The same
    /// for the other ends of what these nodes have gained or lost: they may be in none of the changes.
    ///
    /// Requires that the nodes had the relationships of their rows before the write.
    func correctRelationships() throws {
        let touched = journal.touched
        let keys = Set(touched.map { Self.key($0.node.objectID) })
        var others: [EntityLayout: [Int: Set<RowID>]] = [:]
        // What may have had another owner, in a relationship without an inverse, or is deleted.
        var taken = Set(touched.map(\.node).filter { !isCurrent($0) }.map { Self.key($0.objectID) })
        for (layout, touched) in Dictionary(grouping: touched, by: { $0.node.objectID.entity.layout }) {
            let slots = (layout.toOneSlots + layout.toManySlots).filter(layout.isInNodes)
            let related = try related(layout, slots, touched.map(\.node.objectID.rowID))
            for (node, before) in touched {
                for slot in slots {
                    let now = related[slot]?[node.objectID.rowID] ?? []
                    setMembers(now, of: node, slot)
                    let former = Self.keys(before?[layout.names[slot]])
                    let changed = Set(now.map(\.key)).symmetricDifference(former)
                    if changed.isEmpty { continue }
                    if let inverse = layout.inverseSlot(slot) {
                        let rowIDs = changed.map(\.rowID)
                        others[layout.destination(slot), default: [:]][inverse, default: []].formUnion(rowIDs)
                    } else if layout.kinds[slot].isToMany {
                        taken.formUnion(changed)
                    }
                }
            }
        }
        for node in taken.isEmpty ? [] : store.cacheNodes() {
            let layout = node.objectID.entity.layout
            for slot in layout.toManySlots where layout.inverseSlot(slot) == nil && layout.isInNodes(slot) {
                let members = Self.keys(node.value(forKey: layout.names[slot]))
                if members.contains(where: taken.contains) {
                    others[layout, default: [:]][slot, default: []].insert(node.objectID.rowID)
                }
            }
        }
        for (layout, slots) in others {
            for (slot, rowIDs) in slots where layout.isInNodes(slot) {
                let rowIDs = rowIDs.filter { !keys.contains(RowKey(layout, $0)) }
                if rowIDs.isEmpty { continue }
                let related = try related(layout, [slot], Array(rowIDs))[slot] ?? [:]
                for rowID in rowIDs {
                    if let node = store.node(layout, rowID) { setMembers(related[rowID] ?? [], of: node, slot) }
                }
            }
        }
    }

    /// Returns the rows to which relationships of an entity's rows lead, by slot and row.
    private func related(
        _ layout: EntityLayout, _ slots: [Int], _ rowIDs: [RowID]
    ) throws -> [Int: [RowID: [ObjectReference]]] {
        let values = slots.contains { layout.kinds[$0] == .toOne } ? try rows.rows(layout, rowIDs) : [:]
        var related: [Int: [RowID: [ObjectReference]]] = [:]
        for slot in slots {
            if layout.kinds[slot].isToMany {
                related[slot] = try rows.members(ofEach: rowIDs, layout, slot)
                continue
            }
            for (rowID, row) in values {
                if case .object(let reference) = row.values[slot] { related[slot, default: [:]][rowID] = [reference] }
            }
        }
        return related
    }

    /// Sets a relationship of a node, unless it has these members already.
    private func setMembers(_ members: [ObjectReference], of node: NSAtomicStoreCacheNode, _ slot: Int) {
        let layout = node.objectID.entity.layout
        let (found, wanted) = (Self.keys(node.value(forKey: layout.names[slot])), members.map(\.key))
        let isSame = layout.kinds[slot] == .orderedToMany ? found == wanted : Set(found) == Set(wanted)
        guard !isSame, isCurrent(node) else { return }
        journal.willChange(node)
        node.setMembers(members.compactMap(self.node), layout, slot)
    }

    /// Whether the store has the node, and not another one or none in its place.
    private func isCurrent(_ node: NSAtomicStoreCacheNode) -> Bool {
        store.node(node.objectID.entity.layout, node.objectID.rowID) === node
    }

    private static func key(_ id: NSManagedObjectID) -> RowKey { RowKey(id.entity, id.rowID) }

    /// Returns the keys of the members of a relationship, as a node has it.
    private static func keys(_ value: Any?) -> [RowKey] {
        NodeMembers.list(value).compactMap { member in
            ((member as? NSAtomicStoreCacheNode)?.objectID ?? member as? NSManagedObjectID).map(key)
        }
    }

    // MARK: Deleted rows

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
