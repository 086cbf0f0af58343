import Foundation
import StrataPredicates

@testable import CoreData

/// A transaction of a plain engine: it changes a copy of the content, which replaces the content at
/// the end.
final class PlainTransaction: StoreTransaction {
    private(set) var rows: PlainRows
    private let keySpace: KeySpace
    private let log = ChangeLog<PlainHistory>(nil)

    init(_ rows: PlainRows, _ keySpace: KeySpace) {
        self.rows = rows
        self.keySpace = keySpace
    }

    var changes: ChangeSet { log.changes }

    func table(_ layout: EntityLayout) -> EntityLayout { layout }

    // MARK: Reading

    func row(_ rowID: RowID, _ layout: EntityLayout) throws -> CoreData.Row? { rows.row(rowID, layout) }

    func exists(_ rowID: RowID, _ layout: EntityLayout) throws -> Bool { rows.rows[RowKey(layout, rowID)] != nil }

    func holder(of values: RowValues, unique slots: [Int], _ layout: EntityLayout) throws -> RowID? {
        try rows.holder(of: values, unique: slots, layout)
    }

    func references(to rowIDs: [RowID], _ layout: EntityLayout) throws -> [ObjectReference] {
        rowIDs.compactMap { rowID in rows.rows[RowKey(layout, rowID)].map { ObjectReference($0.layout, rowID) } }
    }

    func references(_ query: StoreQuery) throws -> [ObjectReference] {
        query.rowsInRange(try rows.matches(query)).map { ObjectReference($0.row.row.layout, $0.rowID) }
    }

    func values(
        of expressions: [ColumnQuery.Column], _ query: StoreQuery
    ) throws -> [(reference: ObjectReference, values: [Value])] {
        do {
            let objects = rows.objects
            let compiled = try expressions.map { try CompiledExpression($0.form) }
            return try query.rowsInRange(try rows.matches(query)).map { sorted in
                let values = try objects.reading(sorted.row) { object in
                    try compiled.map { try $0.value(of: object, nil).value }
                }
                return (ObjectReference(sorted.row.row.layout, sorted.rowID), values)
            }
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    func referrers(to rowID: RowID, through slot: Int, _ layout: EntityLayout) throws -> [ObjectReference] {
        rows.referrers(to: [rowID], through: slot, layout)
    }

    func destination(of rowID: RowID, _ slot: Int, _ layout: EntityLayout) throws -> ObjectReference? {
        guard case .object(let reference)? = rows.row(rowID, layout)?.values[slot] else { return nil }
        return rows.rows[reference.key].map { ObjectReference($0.layout, reference.rowID) }
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        rows.members(of: rowID, layout, slot)
    }

    var writtenKeys: Set<RowKey> { log.writtenKeys }

    // MARK: Writing

    func isStored(_ slot: Int, _ layout: EntityLayout) -> Bool {
        !layout.properties[slot].isTransient && !layout.isDerived(slot) && !layout.kinds[slot].isToMany
            && layout.kinds[slot] != .fetched
    }

    func nextRowID(_ layout: EntityLayout) throws -> RowID { rows.nextRowID(layout, keySpace) }

    func insert(
        _ values: RowValues, as rowID: RowID, _ layout: EntityLayout, _ onConflict: OnConflict
    ) throws -> InsertionResult {
        if let holder = try holder(of: values, layout, layout) {
            switch onConflict {
            case .fail: return .refused
            case .ignore: return .merged
            case .replace, .replaceAttributes:
                guard let stored = rows.rows[RowKey(layout, holder.rowID)] else { return .refused }
                let slots = layout.names.indices.filter {
                    isStored($0, layout) && (onConflict == .replace || layout.kinds[$0].isAttribute)
                }
                if try violates(values, slots, holder.rowID, layout) { return .refused }
                try write(values, slots, holder.rowID, version: stored.version + 1, layout)
                return .merged
            }
        }
        var stored = layout.defaults
        for slot in layout.names.indices { stored[slot] = isStored(slot, layout) ? values[slot] : .null }
        rows.rows[RowKey(layout, rowID)] = Row(layout: layout, values: stored, version: 1)
        rows.lastKeys[layout.hierarchy] = max(rows.lastKeys[layout.hierarchy] ?? PrimaryKey(0), keySpace.primaryKey(rowID))
        try log.entity(layout, layout).didInsert(rowID)
        return .inserted
    }

    private func violates(_ values: RowValues, _ slots: [Int], _ rowID: RowID, _ layout: EntityLayout) throws -> Bool {
        try layout.uniqueSlots.contains { unique in
            guard unique.contains(where: slots.contains) else { return false }
            return try rows.holder(of: values, unique: unique, layout).map { $0 != rowID } ?? false
        }
    }

    func write(_ values: RowValues, _ slots: [Int], _ rowID: RowID, version: Int64, _ layout: EntityLayout) throws {
        let key = RowKey(layout, rowID)
        guard var row = rows.rows[key] else { return }
        for slot in slots where isStored(slot, layout) {
            guard let own = row.layout.slot(of: layout.names[slot]) else { continue }
            row.values[own] = values[slot]
        }
        row.version = version
        rows.rows[key] = row
    }

    func write(_ values: RowValues, _ slots: [Int], nextVersionOf rowID: RowID, _ layout: EntityLayout) throws -> Bool {
        guard let row = rows.rows[RowKey(layout, rowID)] else { return true }
        let before = rows
        try write(values, slots, rowID, version: row.version + 1, layout)
        guard let written = rows.rows[RowKey(layout, rowID)], try violates(written.values, slots, rowID, written.layout) else {
            return true
        }
        rows = before
        return false
    }

    func clear(_ slots: [Int], of rowID: RowID, incrementsVersion: Bool, _ layout: EntityLayout) throws {
        guard let row = rows.rows[RowKey(layout, rowID)] else { return }
        var values = layout.defaults
        for slot in slots { values[slot] = .null }
        try write(values, slots, rowID, version: row.version + (incrementsVersion ? 1 : 0), layout)
    }

    func delete(_ rowID: RowID, _ layout: EntityLayout) throws {
        try log.entity(layout, layout).willDelete(rowID)
        rows.rows[RowKey(layout, rowID)] = nil
    }

    func write(
        _ change: SaveRequest.MemberChange, of owner: RowID, key: @escaping (ObjectReference) -> RowID?
    ) throws {
        let (layout, slot) = (change.layout, change.slot)
        let place = PlainRows.Place(layout, slot, owner)
        let own = ObjectReference(rows.rows[RowKey(layout, owner)]?.layout ?? layout, owner)
        switch layout.storedMembers(slot) {
        case nil: return
        case .references: break
        case .owners:
            for member in existing(change.changes.removed, key) { rows.pairs[place]?.remove(member) }
            for member in existing(change.changes.added, key) {
                // A member has one owner.
                for other in rows.pairs.keys where other.relationship == place.relationship {
                    rows.pairs[other]?.remove(member)
                }
                rows.pairs[place, default: []].insert(member)
            }
        case .pairs(let inverse):
            func other(_ member: ObjectReference) -> PlainRows.Place {
                PlainRows.Place(layout.destination(slot), inverse, member.rowID)
            }
            for member in existing(change.changes.removed, key) {
                rows.pairs[place]?.remove(member)
                rows.pairs[other(member)]?.remove(own)
            }
            for member in existing(change.changes.added, key) {
                rows.pairs[place, default: []].insert(member)
                rows.pairs[other(member), default: []].insert(own)
            }
        }
        guard let order = change.changes.order, !change.changes.moved.isEmpty else { return }
        var positions: [ObjectReference: Int] = [:]
        for (position, member) in existing(order, key).enumerated() { positions[member] = position }
        rows.positions[place] = positions
    }

    /// Returns the members that exist, with their permanent IDs and their own entities.
    private func existing(
        _ members: some Sequence<ObjectReference>, _ key: (ObjectReference) -> RowID?
    ) -> [ObjectReference] {
        members.compactMap { member in
            guard let rowID = key(member), let row = rows.rows[RowKey(member.layout, rowID)] else { return nil }
            return ObjectReference(row.layout, rowID)
        }
    }

    func removeMembers(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws {
        let place = PlainRows.Place(layout, slot, rowID)
        switch layout.storedMembers(slot) {
        case nil: break
        case .references(let inverse):
            let destination = layout.destination(slot)
            for member in rows.referrers(to: [rowID], through: inverse, destination) {
                try clear([inverse], of: member.rowID, incrementsVersion: false, destination)
            }
        case .owners: rows.pairs[place] = nil
        case .pairs(let inverse):
            for member in rows.pairs[place] ?? [] {
                let other = PlainRows.Place(layout.destination(slot), inverse, member.rowID)
                rows.pairs[other] = rows.pairs[other]?.filter { $0.rowID != rowID }
            }
            rows.pairs[place] = nil
        }
    }

    // MARK: Recording

    func didUpdate(_ rowID: RowID, slots: [Int], _ layout: EntityLayout) throws {
        try log.entity(layout, layout).didUpdate(rowID, slots: slots)
    }

    func didChangeMembers(_ rowID: RowID, slots: [Int], _ layout: EntityLayout) throws {
        log.entity(layout, layout).didChangeMembers(rowID, slots: slots)
    }
}

/// The history of a plain engine, which keeps none.
final class PlainHistory: HistoryAppender {
    func append(_ kind: HistoryRecord.Kind, _ rowID: RowID, _ layout: EntityLayout, columns: Data?) throws {}
    func preserve(_ rowID: RowID, _ layout: EntityLayout) throws {}
}
