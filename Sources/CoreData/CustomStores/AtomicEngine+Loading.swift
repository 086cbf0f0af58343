internal import Foundation
internal import StrataPredicates

extension AtomicEngine {
    /// Inserts a row for each node that the store has loaded.
    ///
    /// - Throws: NSFileReadCorruptFileError for a value that is not of its attribute's type, and for a
    ///   relationship to something that is not an object.
    func insertLoadedNodes() throws {
        // The store itself does not know its entities until it is open.
        let entities = try model.entities(of: store.isWholeModel ? nil : store.configurationName) ?? Set(model.entities)
        let request = try LoadedNodes(store, Set(entities.map { ObjectIdentifier($0.layout) })).request()
        guard !request.insertions.isEmpty else { return }
        do {
            _ = try rows.save(request, announce: { _ in }, beforeCommit: nil)
        } catch SaveConflict.uniqueInsertion(let index, let slots) {
            throw Self.uniquenessError(request.insertions[index].layout, slots)
        }
    }
}

/// The rows of the nodes that an atomic store has loaded.
///
/// Both ends of a relationship become consistent: where only one end has the other, both do. Where
/// two ends contradict each other, a to-one relationship counts, and of two owners of one member the
/// first.
private struct LoadedNodes {
    private let store: NSAtomicStore
    /// The layouts of the entities that the store can have objects of.
    private let taken: Set<ObjectIdentifier>
    private let nodes: [NSAtomicStoreCacheNode]
    private let layouts: [EntityLayout]
    private let indices: [NSAtomicStoreCacheNode: Int]
    private var values: [[Value]] = []
    /// The members of to-many relationships, by the index of the node and the slot.
    private var members: [[Int: [Int]]]

    init(_ store: NSAtomicStore, _ taken: Set<ObjectIdentifier>) throws {
        self.store = store
        self.taken = taken
        nodes = store.cacheNodes().sorted { $0.objectID.rowID < $1.objectID.rowID }
        layouts = nodes.map(\.objectID.entity.layout)
        indices = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
        members = Array(repeating: [:], count: nodes.count)
        for index in nodes.indices { try read(index) }
        completeMembers()
        completeOwners()
        completePairs()
    }

    private func reference(_ index: Int) -> Value { .object(ObjectReference(layouts[index], nodes[index].objectID.rowID)) }

    // MARK: Reading

    private mutating func read(_ index: Int) throws {
        let (node, layout) = (nodes[index], layouts[index])
        guard store.isWholeModel || taken.contains(ObjectIdentifier(layout)), !layout.entity.isAbstract else {
            throw damage("it has an object of the entity '\(layout.name)', which cannot have objects in it")
        }
        let row = try layout.kinds.indices.map { slot -> Value in
            guard layout.isInNodes(slot), !layout.isDerived(slot) else { return .null }
            let value = node.value(forKey: layout.names[slot])
            guard layout.kinds[slot].isRelationship else {
                if let value = value as? NodeValue { return value.value }
                guard let value = layout.value(value, at: slot) else {
                    throw damage("'\(value ?? "nil")' is no value of \(layout.name).\(layout.names[slot])")
                }
                return value
            }
            let targets = try self.targets(value, layout, slot)
            if layout.kinds[slot].isToMany {
                if !targets.isEmpty { members[index][slot] = targets }
                return .null
            }
            return targets.first.map(reference) ?? .null
        }
        values.append(row)
    }

    /// Returns the indices of the nodes that a relationship leads to, in order and without
    /// duplicates. Omits objects that the store does not have.
    private func targets(_ value: Any?, _ layout: EntityLayout, _ slot: Int) throws -> [Int] {
        var seen: Set<Int> = []
        let destination = layout.destination(slot)
        return try NodeMembers.list(value).compactMap { member in
            let index: Int?
            switch member {
            // Also another node with the ID of one that the store has.
            case let node as NSAtomicStoreCacheNode:
                index = indices[node] ?? store.cacheNode(for: node.objectID).flatMap { indices[$0] }
            case let id as NSManagedObjectID: index = store.cacheNode(for: id).flatMap { indices[$0] }
            default:
                throw damage(
                    "\(layout.name).\(layout.names[slot]) has \(Swift.type(of: member)), which is neither a node nor an ID")
            }
            guard let index, seen.insert(index).inserted else { return nil }
            guard layouts[index].isKind(of: destination) else {
                throw damage("\(layout.name).\(layout.names[slot]) leads to an object of the entity '\(layouts[index].name)'")
            }
            return index
        }
    }

    private func damage(_ reason: String) -> NSError {
        NSError(
            code: CocoaError.fileReadCorruptFile.rawValue,
            "The store at \(store.url?.absoluteString ?? store.uuid) cannot be loaded: \(reason).",
            store.url.map { [NSURLErrorKey: $0] } ?? [:])
    }

    // MARK: Consistency

    /// Adds to each to-many relationship the objects whose own end leads to its owner.
    private mutating func completeMembers() {
        var known: [Int: [Int: Set<Int>]] = [:]
        func add(_ member: Int, to owner: Int, _ slot: Int, _ members: inout [[Int: [Int]]]) {
            if known[owner]?[slot] == nil { known[owner, default: [:]][slot] = Set(members[owner][slot] ?? []) }
            if known[owner]?[slot]?.insert(member).inserted == true { members[owner][slot, default: []].append(member) }
        }
        for index in nodes.indices {
            let layout = layouts[index]
            for slot in layout.toOneSlots {
                guard case .object(let owner) = values[index][slot], let inverse = layout.inverseSlot(slot),
                    layout.destination(slot).kinds[inverse].isToMany, let node = store.node(owner.layout, owner.rowID),
                    let owner = indices[node]
                else { continue }
                add(index, to: owner, inverse, &members)
            }
            for slot in layout.toManySlots {
                guard let inverse = layout.manyToManyInverse(slot) else { continue }
                for member in members[index][slot] ?? [] { add(index, to: member, inverse, &members) }
            }
        }
    }

    /// Sets the to-one ends of to-many relationships, and removes members that have another owner.
    private mutating func completeOwners() {
        /// The members that have an owner by a relationship without an inverse, by that relationship.
        var claimed: [ObjectIdentifier: Set<Int>] = [:]
        for owner in nodes.indices {
            let layout = layouts[owner]
            for slot in layout.toManySlots where layout.manyToManyInverse(slot) == nil {
                guard let list = members[owner][slot] else { continue }
                members[owner][slot] = list.filter { member in
                    guard let inverse = layout.inverseSlot(slot) else {
                        return claimed[ObjectIdentifier(layout.relationship(slot)), default: []].insert(member).inserted
                    }
                    if values[member][inverse] == .null { values[member][inverse] = reference(owner) }
                    return values[member][inverse] == reference(owner)
                }
            }
        }
    }

    /// Sets both ends of one-to-one relationships.
    private mutating func completePairs() {
        for index in nodes.indices {
            let layout = layouts[index]
            for slot in layout.toOneSlots {
                guard case .object(let other) = values[index][slot], let inverse = layout.inverseSlot(slot),
                    layout.destination(slot).kinds[inverse] == .toOne, let node = store.node(other.layout, other.rowID),
                    let other = indices[node]
                else { continue }
                if values[other][inverse] == .null { values[other][inverse] = reference(index) }
                if values[other][inverse] != reference(index) { values[index][slot] = .null }
            }
        }
    }

    // MARK: The request

    func request() throws -> SaveRequest {
        var request = SaveRequest()
        for index in nodes.indices {
            let (layout, rowID) = (layouts[index], nodes[index].objectID.rowID)
            request.insertions.append(
                SaveRequest.Insertion(layout: layout, rowID: rowID, values: RowValues(layout.shape, values[index]), store: nil))
            for (slot, members) in members[index].sorted(by: { $0.key < $1.key }) where !members.isEmpty {
                let members = members.map { ObjectReference(layouts[$0], nodes[$0].objectID.rowID) }
                var changes = RelatedObjects.Changes()
                changes.added = members
                if layout.kinds[slot] == .orderedToMany { changes.order = ContiguousArray(members) }
                changes.moveAll()
                request.memberChanges.append(
                    SaveRequest.MemberChange(layout: layout, rowID: rowID, slot: slot, changes: changes))
            }
        }
        return request
    }
}
