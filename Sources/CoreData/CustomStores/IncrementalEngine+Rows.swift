internal import Foundation
internal import StrataPredicates

extension IncrementalEngine {
    // MARK: Known rows

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] {
        var rows: [RowID: Row] = [:]
        for rowID in rowIDs { rows[rowID] = try row(layout, rowID) }
        return rows
    }

    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        try body { rowID in try self.row(layout, rowID) }
    }

    /// Uniqueness constraints are the store's to check.
    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(rowID: RowID, row: Row)?] { wanted.map { _ in nil } }

    /// Reads a row from the store; nil if there is none.
    func row(_ layout: EntityLayout, _ rowID: RowID) throws -> Row? {
        guard keySpace.holds(rowID) else { return nil }
        let key = KeySpace.primaryKey(in: rowID)
        guard identity.references?.hasForgotten(key, layout) != true else { return nil }
        let objectID = objectID(layout, rowID)
        return try inContext { context in
            do {
                // The version is counted under the lock, so that no save comes between.
                let (node, version) = try call { store in
                    let node = try store.newValuesForObject(with: objectID, with: context)
                    return (node, versions.row(rowID, readWith: node.version))
                }
                let row = try row(node, version, objectID, layout)
                identity.references?.isFound(key)
                return row
            } catch {
                guard (error as NSError).isOfMissingObject else { throw error }
                versions.delete(rowID)
                for key in identity.references?.isMissing(key, layout) ?? [] {
                    versions.forget(keySpace.rowID(key))
                    entities.forget(keySpace.rowID(key))
                }
                return nil
            }
        }
    }

    /// Returns the row that a node stands for. Values of other names than those of the entity's
    /// properties count for nothing, as Apple's header says. Throws for values that do not fit.
    private func row(
        _ node: NSIncrementalStoreNode, _ version: Int64, _ objectID: NSManagedObjectID, _ asked: EntityLayout
    ) throws -> Row {
        let method = "newValuesForObject(with:with:)"
        var layout = objectID.entity.layout
        guard node.objectID.rowID == objectID.rowID else {
            throw unfit(
                method,
                "It was asked for \(objectID.uriRepresentation()), and the node is of \(node.objectID.uriRepresentation()).")
        }
        if node.objectID.entity.layout.isKind(of: layout) { layout = node.objectID.entity.layout }
        layout = entities.record(layout, of: objectID.rowID)
        let given = node.values
        var values = RowValues(layout.shape)
        for (name, value) in given {
            guard let slot = layout.slot(of: name) else { continue }
            switch layout.kinds[slot] {
            case .attribute, .composite:
                guard let converted = layout.value(value, at: slot) else {
                    throw unfit(
                        method,
                        """
                        '\(layout.name).\(name)' is \(layout.kindDescription(slot)), and its value \(value) is of type \
                        \(Swift.type(of: value)).
                        """)
                }
                values[slot] = converted
            case .toOne:
                values[slot] = try reference(value, layout, slot, method).map(Value.object) ?? .null
            // Members are read when they are needed, by `members(of:_:_:)`.
            case .toMany, .orderedToMany, .fetched: continue
            }
        }
        let missing = layout.toOneSlots.filter { given[layout.names[$0]] == nil }
        if !missing.isEmpty {
            let known = Row(layout: layout, values: values, version: version)
            for (slot, reference) in try destinations(objectID, missing, known) { values[slot] = .object(reference) }
        }
        return Row(layout: layout, values: values, version: version)
    }

    // MARK: Relationships

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        guard keySpace.holds(rowID),
            identity.references?.hasForgotten(KeySpace.primaryKey(in: rowID), layout) != true
        else { return [] }
        let objectID = objectID(layout, rowID)
        return try inContext { context in
            let value: Any
            do {
                value = try call {
                    try $0.newValue(forRelationship: layout.relationship(slot), forObjectWith: objectID, with: context)
                }
            } catch {
                if (error as NSError).isOfMissingObject { return [] }
                throw error
            }
            guard let members = Self.elements(of: value) else {
                throw unfit(
                    Self.relationshipMethod, "'\(layout.name).\(layout.names[slot])' is to-many. Return an array of object IDs.")
            }
            var seen: Set<ObjectReference> = []
            return try members.compactMap { member in
                guard let reference = try reference(member, layout, slot, Self.relationshipMethod) else { return nil }
                return seen.insert(reference).inserted ? reference : nil
            }
        }
    }

    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        var members: [RowID: [ObjectReference]] = [:]
        for rowID in rowIDs {
            let found = try self.members(of: rowID, layout, slot)
            if !found.isEmpty { members[rowID] = found }
        }
        return members
    }

    /// Returns the destinations of to-one relationships that a node does not have.
    ///
    /// The store may read the object to find them, such as the number of an author in an attribute of
    /// a book. In the context that is reading, this would read the object again, and so on. So the
    /// store is passed a context of its own, in which the object has the other values of its node.
    private func destinations(_ objectID: NSManagedObjectID, _ slots: [Int], _ known: Row) throws -> [(Int, ObjectReference)] {
        try inFreshContext { context in
            let owner = context.object(known.layout, objectID.rowID, row: known)
            return try withExtendedLifetime(owner) {
                try slots.compactMap { slot in
                    try destination(objectID, known.layout, slot, context).map { (slot, $0) }
                }
            }
        }
    }

    private func destination(
        _ objectID: NSManagedObjectID, _ layout: EntityLayout, _ slot: Int, _ context: NSManagedObjectContext
    ) throws -> ObjectReference? {
        let value: Any
        do {
            value = try call { store in
                guard askedFor.insert(objectID.rowID).inserted else {
                    throw unfit(
                        Self.relationshipMethod,
                        """
                        To find '\(layout.name).\(layout.names[slot])' of \(objectID.uriRepresentation()), it reads that object in another \
                        context than the one that it is passed.
                        """)
                }
                defer { askedFor.remove(objectID.rowID) }
                return try store.newValue(
                    forRelationship: layout.relationship(slot), forObjectWith: objectID, with: context)
            }
        } catch {
            // The owner exists, since the store has returned its node. So the destination does not.
            if (error as NSError).isOfMissingObject { return nil }
            throw error
        }
        return try reference(value, layout, slot, Self.relationshipMethod)
    }

    private static let relationshipMethod = "newValue(forRelationship:forObjectWith:with:)"

    /// Returns the reference that an object ID stands for; nil for `NSNull`.
    private func reference(_ value: Any, _ layout: EntityLayout, _ slot: Int, _ method: String) throws -> ObjectReference? {
        if value is NSNull { return nil }
        let name = "\(layout.name).\(layout.names[slot])"
        guard let objectID = value as? NSManagedObjectID else {
            throw unfit(
                method,
                """
                '\(name)' is a relationship, whose values are object IDs, and the value \(value) is of type \
                \(Swift.type(of: value)).
                """)
        }
        return try reference(objectID, of: layout.destination(slot), method, "'\(name)'")
    }

    /// Returns the reference that an object ID stands for. Throws if it is not one of this store and
    /// of the given entity.
    func reference(
        _ objectID: NSManagedObjectID, of layout: EntityLayout, _ method: String, _ place: String
    ) throws -> ObjectReference {
        guard keySpace.holds(objectID.rowID), objectID.storeUUID == identity.uuid else {
            throw unfit(
                method,
                """
                \(place) has \(objectID.uriRepresentation()), which is not an ID of this store. Make it with \
                newObjectID(for:referenceObject:).
                """)
        }
        let own = entities.layout(objectID.entity.layout, of: objectID.rowID)
        guard own.isKind(of: layout) else {
            throw unfit(method, "\(place) has \(objectID.uriRepresentation()), which is not an object of '\(layout.name)'.")
        }
        return ObjectReference(own, objectID.rowID)
    }

    /// Returns the elements of an array or a set; nil for another value.
    static func elements(of value: Any) -> [Any]? {
        switch value {
        case let array as [Any]: array
        case let array as NSArray: Array(array)
        case let set as Set<NSManagedObjectID>: Array(set)
        case let set as NSOrderedSet: Array(set)
        case let set as NSSet: Array(set)
        default: nil
        }
    }

    /// Returns the IDs of the rows from which relationships lead to one of the given rows.
    ///
    /// Follows the inverses backward. If a relationship has none, all objects of the first entity
    /// are fetched, and their relationships followed forward.
    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        guard let first = hops.first else { return Set(rowIDs) }
        if hops.allSatisfy({ $0.layout.inverseSlot($0.slot) != nil }) {
            var current = Set(rowIDs)
            for hop in hops.reversed() {
                guard let inverse = hop.layout.inverseSlot(hop.slot) else { continue }
                current = try follow(current, hop.destination, inverse)
            }
            return current
        }
        let all = try StoreQuery(first.layout, predicate: nil, sortDescriptors: nil)
        let wanted = Set(rowIDs)
        return try Set(keys(all).map(\.rowID)).filter { rowID in
            var current: Set<RowID> = [rowID]
            for hop in hops { current = try follow(current, hop.layout, hop.slot) }
            return !current.isDisjoint(with: wanted)
        }
    }

    private func follow(_ rowIDs: Set<RowID>, _ layout: EntityLayout, _ slot: Int) throws -> Set<RowID> {
        if layout.kinds[slot].isToMany {
            return Set(try members(ofEach: Array(rowIDs), layout, slot).values.joined().map(\.rowID))
        }
        return Set(
            try knownRows(layout, Array(rowIDs)).values.compactMap { row in
                guard slot < row.layout.kinds.count, case .object(let reference) = row.values[slot] else { return nil }
                return reference.rowID
            })
    }
}

extension NSError {
    /// Whether the error of an incremental store says that an object does not exist, and not that
    /// the store cannot be read. A missing file does not say that: it may be that of the whole store,
    /// on a volume that is not mounted.
    fileprivate var isOfMissingObject: Bool {
        domain == NSCocoaErrorDomain && code == NSManagedObjectReferentialIntegrityError
    }
}
