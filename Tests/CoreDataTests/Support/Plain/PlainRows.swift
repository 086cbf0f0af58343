import Foundation
import StrataPredicates

@testable import CoreData

/// The content of a `PlainEngine` at one time: rows in a dictionary, and what their own values do
/// not hold.
struct PlainRows: Sendable {
    /// A to-many relationship of one owner.
    struct Place: Hashable {
        let relationship: ObjectIdentifier
        let owner: RowID

        init(_ layout: EntityLayout, _ slot: Int, _ owner: RowID) {
            relationship = ObjectIdentifier(layout.relationship(slot))
            self.owner = owner
        }
    }

    var rows: [RowKey: CoreData.Row] = [:]
    /// The members of relationships that are to-many at both ends, and of those without an inverse.
    var pairs: [Place: Set<ObjectReference>] = [:]
    /// The positions of the members of ordered relationships.
    var positions: [Place: [ObjectReference: Int]] = [:]
    var lastKeys: [ObjectIdentifier: PrimaryKey] = [:]

    func row(_ rowID: RowID, _ layout: EntityLayout) -> CoreData.Row? {
        rows[RowKey(layout, rowID)].flatMap { $0.layout.isKind(of: layout) ? $0 : nil }
    }

    /// Returns the rows of an entity and its subentities in the order of their keys.
    func all(_ layout: EntityLayout) -> [IdentifiedRow] {
        rows.compactMap { key, row in row.layout.isKind(of: layout) ? IdentifiedRow(rowID: key.rowID, row: row) : nil }
            .sorted { $0.rowID.sortPosition < $1.rowID.sortPosition }
    }

    /// Returns the rows whose to-one relationship refers to one of the rows.
    func referrers(to rowIDs: Set<RowID>, through slot: Int, _ layout: EntityLayout) -> [ObjectReference] {
        all(layout).compactMap { row in
            guard case .object(let reference) = row.row.values[slot], rowIDs.contains(reference.rowID) else { return nil }
            return ObjectReference(row.row.layout, row.rowID)
        }
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) -> [ObjectReference] {
        let place = Place(layout, slot, rowID)
        let found: [ObjectReference] =
            switch layout.storedMembers(slot) {
            case nil: []
            case .references(let inverse): referrers(to: [rowID], through: inverse, layout.destination(slot))
            case .owners, .pairs:
                (pairs[place] ?? []).filter { rows[$0.key] != nil }.sorted { $0.rowID.sortPosition < $1.rowID.sortPosition }
            }
        guard let positions = positions[place] else { return found }
        // Members without a position come first, as null does.
        return found.enumerated().sorted {
            (positions[$0.element] ?? -1, $0.offset) < (positions[$1.element] ?? -1, $1.offset)
        }.map(\.element)
    }

    func holder(of values: RowValues, unique slots: [Int], _ layout: EntityLayout) throws -> RowID? {
        let wanted = try slots.map { try values[$0].uniqueValue }
        if wanted.contains(.null) { return nil }
        return try all(layout.root).first { row in
            try slots.allSatisfy { slot in
                guard let own = row.row.layout.slot(of: layout.names[slot]) else { return false }
                return try row.row.values[own].uniqueValue == wanted[slots.firstIndex(of: slot)!]
            }
        }?.rowID
    }

    /// Returns the matching rows in order, without the query's limit and offset.
    func matches(_ query: StoreQuery) throws -> [SortedRow] {
        var candidates = all(query.layout)
        if let some = query.candidates {
            let rowIDs = Set(some.rowIDs)
            candidates.removeAll { !rowIDs.contains($0.rowID) }
        }
        let objects = objects
        return try candidates.filter { try query.candidates?.areTested == false || objects.matches($0, query) }
            .map { try sorted($0, query, objects) }.sorted(by: query.precedes)
    }

    private func sorted(_ row: IdentifiedRow, _ query: StoreQuery, _ objects: StoredObjects) throws -> SortedRow {
        guard query.readsBesidesRows else { return SortedRow(row: row) }
        return try objects.reading(row) { subject in
            SortedRow(
                row: row, sortValues: try query.sorts.map { try subject.following($0.keyPath[...]).value },
                section: try query.section.map { try subject.following($0.keyPath[...]).value } ?? .null)
        }
    }

    /// The rows as predicates read them.
    var objects: StoredObjects {
        StoredObjects {
            rows[$0.key]
        } members: {
            members(of: $0.rowID, $0.layout, $1)
        }
    }

    /// A description of each reference to a row that there is not.
    var problems: [String] {
        let references = rows.flatMap { key, row in
            row.layout.toOneSlots.compactMap { slot -> String? in
                guard case .object(let reference) = row.values[slot], rows[reference.key] == nil,
                    row.layout.inverseSlot(slot) != nil
                else { return nil }
                return "\(row.layout.name) \(key.rowID).\(row.layout.names[slot]) refers to \(reference.rowID), which is gone"
            }
        }
        let members = pairs.flatMap { place, members in
            members.filter { rows[$0.key] == nil }.map { "\(place.owner) has the member \($0.rowID), which is gone" }
        }
        return references + members
    }
}
