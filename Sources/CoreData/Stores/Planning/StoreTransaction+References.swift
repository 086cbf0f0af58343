internal import StrataPredicates

/// A row that refers to another row, and the slot in which it does.
struct Referrer {
    let reference: ObjectReference
    let slot: Int
}

extension StoreTransaction {
    // MARK: Queries

    /// Returns references to the rows of a query, in order. Memory decides what the engine does not;
    /// see `DividedReader`.
    func references(_ query: StoreQuery, _ decides: DividedReader.Decision?) throws -> [ObjectReference] {
        guard let decides, let bounds = try query.bounds(decides) else { return try references(query) }
        return try references(query, within: bounds)
    }

    /// Returns references to the rows of a query, in order, of which the engine decides the bounds.
    func references(_ query: StoreQuery, within bounds: DividedReader.Bounds) throws -> [ObjectReference] {
        let sure = try bounds.lower.map { Set(try references($0.whole)) } ?? []
        let objects = StoredObjects {
            try self.row($0.rowID, self.table($0.layout))
        } members: {
            try self.members(of: $0.rowID, $0.layout, $1)
        }
        return query.rowsInRange(
            try references(bounds.upper.whole).filter { reference in
                if sure.contains(reference) { return true }
                guard let row = try row(reference.rowID, table(reference.layout)) else { return false }
                return try objects.matches(IdentifiedRow(rowID: reference.rowID, row: row), query)
            })
    }

    // MARK: Unique values

    /// Returns a row other than `rowID` that holds the same values of a uniqueness constraint, and
    /// the slots of that constraint; nil if there is no such row.
    func holder(
        of values: RowValues, _ layout: EntityLayout, _ table: Table, except rowID: RowID? = nil
    ) throws -> (rowID: RowID, slots: [Int])? {
        for slots in layout.uniqueSlots {
            if let holder = try holder(of: values, unique: slots, table), holder != rowID { return (holder, slots) }
        }
        return nil
    }

    /// Returns a row of another entity of the hierarchy that holds one of the unique values.
    ///
    /// The entities of a hierarchy share their uniqueness constraints, but an inserted object
    /// cannot become a row of another entity.
    func sibling(holding values: RowValues, _ layout: EntityLayout, _ table: Table) throws -> (rowID: RowID, slots: [Int])? {
        if layout.root === layout { return nil }
        for slots in layout.uniqueSlots {
            guard let rowID = try holder(of: values, unique: slots, table),
                try row(rowID, self.table(layout.root))?.layout !== layout
            else { continue }
            return (rowID, slots)
        }
        return nil
    }

    /// Calls a closure for each row in the way of an insertion under a policy that favors the object:
    /// those of other entities that hold one of its unique values, and all but one of its own entity.
    /// The insertion becomes that one, whose ID is returned.
    ///
    /// - Parameters:
    ///   - asksAlways: Whether to look for the row that the insertion becomes even if the entity has
    ///     only one constraint. No second row can hold its values then, so a caller that does not need
    ///     the returned ID saves the search: the insertion finds the row by itself.
    ///   - displace: Deletes a row.
    @discardableResult
    func displaceHolders(
        of values: RowValues, _ layout: EntityLayout, _ table: Table, asksAlways: Bool = false, _ displace: (RowID) throws -> Void
    ) throws -> RowID? {
        while let holder = try sibling(holding: values, layout, table) { try displace(holder.rowID) }
        let hasSeveral = layout.uniqueSlots.count > 1
        guard hasSeveral || asksAlways, let first = try holder(of: values, layout, table) else { return nil }
        while hasSeveral, let other = try holder(of: values, layout, table, except: first.rowID) {
            try displace(other.rowID)
        }
        return first.rowID
    }

    /// Deletes a row whose unique value another one gets, but not the references to it. Returns the
    /// row as it was.
    ///
    /// - Parameter layout: The entity of the other row. The deleted one may belong to another entity of
    ///   the hierarchy.
    func displace(_ rowID: RowID, _ layout: EntityLayout) throws -> (reference: ObjectReference, row: Row?) {
        let row = try row(rowID, table(layout.root))
        let reference = ObjectReference(row?.layout ?? layout, rowID)
        try delete(rowID, table(reference.layout))
        return (reference, row)
    }

    /// Deletes a row whose unique value an inserted row of a batch has, and the references to it. The
    /// owners that lose the row as a member count as updated.
    func displaceInBatch(_ rowID: RowID, _ layout: EntityLayout) throws {
        let (reference, row) = try displace(rowID, layout)
        for other in try release(reference) { try clearReferences(of: other.reference, [other.slot]) }
        for slot in reference.layout.toOneSlots {
            guard case .object(let owner)? = row?.values[slot], let inverse = reference.layout.ownersInverse(slot) else {
                continue
            }
            for owner in try references(to: [owner.rowID], table(owner.layout)) { try clearReferences(of: owner, [inverse]) }
        }
    }

    // MARK: References to a deleted row

    /// Removes a deleted row from the pairs and from the owners of its members, and returns the rows
    /// that referred to it through a relationship with an inverse.
    func release(_ reference: ObjectReference) throws -> [Referrer] {
        let layout = reference.layout
        var referrers: [Referrer] = []
        for slot in layout.toManySlots {
            switch layout.storedMembers(slot) {
            case nil: continue
            case .references(let inverse):
                guard layout.relationship(slot).deleteRule != .noActionDeleteRule else { continue }
                referrers += try members(of: reference.rowID, layout, slot).map { Referrer(reference: $0, slot: inverse) }
            case .owners: try removeMembers(of: reference.rowID, layout, slot)
            case .pairs(let inverse):
                referrers += try members(of: reference.rowID, layout, slot).map { Referrer(reference: $0, slot: inverse) }
                try removeMembers(of: reference.rowID, layout, slot)
            }
        }
        for slot in layout.toOneSlots where layout.relationship(slot).deleteRule != .noActionDeleteRule {
            referrers += try oneToOneReferrers(reference, slot)
        }
        return referrers
    }

    /// Returns the rows whose end of a one-to-one relationship refers to a row.
    func oneToOneReferrers(_ reference: ObjectReference, _ slot: Int) throws -> [Referrer] {
        let destination = reference.layout.destination(slot)
        guard let inverse = reference.layout.inverseSlot(slot), destination.kinds[inverse] == .toOne,
            !destination.properties[inverse].isTransient
        else { return [] }
        return try referrers(to: reference.rowID, through: inverse, table(destination))
            .map { Referrer(reference: $0, slot: inverse) }
    }

    /// Clears the to-one references of a row in some slots, increments its version and records the
    /// update. To-many slots are only recorded, since their members were removed before.
    func clearReferences(of reference: ObjectReference, _ slots: [Int]) throws {
        let table = table(reference.layout)
        let toOne = slots.filter { reference.layout.kinds[$0] == .toOne }
        try clear(toOne, of: reference.rowID, incrementsVersion: true, table)
        try didUpdate(reference.rowID, slots: slots, table)
    }
}

extension EntityLayout {
    /// Returns the place of the members of a to-many relationship; nil for a transient one.
    func storedMembers(_ slot: Int) -> StoredMembers? {
        guard !relationship(slot).isTransient else { return nil }
        guard let inverse = inverseSlot(slot) else { return .owners }
        return destination(slot).kinds[inverse].isToMany ? .pairs(inverse: inverse) : .references(inverse: inverse)
    }
}

/// The place where the members of a to-many relationship are stored.
enum StoredMembers {
    /// In the members' own to-one relationship.
    case references(inverse: Int)
    /// Beside the members' properties, for a relationship without an inverse.
    case owners
    /// In pairs of owner and member, for a relationship that is to-many at both ends.
    case pairs(inverse: Int)
}
