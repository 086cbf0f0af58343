internal import Foundation
internal import StrataPredicates

/// The rows of a store as predicates read them, from one state of the store.
///
/// Used by one evaluation at a time.
final class StoredObjects {
    private let readRow: (ObjectReference) throws -> Row?
    private let readMembers: (ObjectReference, _ slot: Int) throws -> [ObjectReference]
    /// The first error of a read, which a predicate cannot throw.
    private var failure: (any Error)?

    init(
        row: @escaping (ObjectReference) throws -> Row?,
        members: @escaping (ObjectReference, _ slot: Int) throws -> [ObjectReference]
    ) {
        readRow = row
        readMembers = members
    }

    convenience init(_ reader: any StoreReader) {
        self.init {
            try reader.rows($0.layout, [$0.rowID])[$0.rowID]
        } members: {
            try reader.members(of: $0.rowID, $0.layout, $1)
        }
    }

    /// Whether a row matches a query's predicate.
    func matches(_ row: IdentifiedRow, _ query: StoreQuery) throws -> Bool {
        guard case .objects(let predicate) = query.test else { return query.matches(row) }
        guard query.covers(row.row.layout) else { return false }
        return try reading(row) { try predicate.matches($0, nil) }
    }

    /// Returns the result of an evaluation of a row. Throws the error of a read that it made.
    func reading<T>(_ row: IdentifiedRow, _ evaluate: (Operand) throws -> T) throws -> T {
        let result: T
        do {
            let object = StoredObject(ObjectReference(row.row.layout, row.rowID), row.row, self)
            result = try evaluate(.readable(object))
        } catch let error as InvalidPredicate {
            throw failure ?? NSError(error)
        }
        if let failure { throw failure }
        return result
    }

    fileprivate func object(_ reference: ObjectReference) -> StoredObject? {
        attempt { try readRow(reference) }?.map { StoredObject(ObjectReference($0.layout, reference.rowID), $0, self) }
    }

    fileprivate func members(_ reference: ObjectReference, _ slot: Int) -> [ObjectReference] {
        attempt { try readMembers(reference, slot) } ?? []
    }

    private func attempt<T>(_ read: () throws -> T) -> T? {
        do {
            return try read()
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}

/// A stored row as a predicate reads it, with the rows that its relationships lead to.
///
/// A relationship without an inverse may lead to a row that was deleted. That is an object whose
/// values are nil and that is of no entity, and not nil itself, as in SQL, which compares the
/// reference.
struct StoredObject: KeyValueReadable, ValueConvertible {
    private let reference: ObjectReference
    /// The values; nil for a deleted row.
    private let row: Row?
    private let objects: StoredObjects

    fileprivate init(_ reference: ObjectReference, _ row: Row?, _ objects: StoredObjects) {
        self.reference = reference
        self.row = row
        self.objects = objects
    }

    var predicateValue: Value { .object(reference) }

    func value(forKey key: String) -> Any? {
        if key == "self" || key == "objectID" { return self }
        guard let row else { return nil }
        return row.layout.slot(of: key).flatMap { row.layout.object(row.values[$0], at: $0) }
    }

    func operand(forKey key: String) -> Operand {
        if key == "self" || key == "objectID" { return .readable(self) }
        guard let slot = reference.layout.slot(of: key) else { return .value(.null) }
        guard let row else { return reference.layout.kinds[slot].isToMany ? .collection([]) : .value(.null) }
        switch row.layout.kinds[slot] {
        case .toMany, .orderedToMany:
            return .collection(objects.members(reference, slot).compactMap(objects.object).map { .readable($0) })
        case .toOne:
            guard case .object(let other) = row.values[slot] else { return .value(.null) }
            return .readable(objects.object(other) ?? StoredObject(other, nil, objects))
        case .composite, .fetched: return Operand(value(forKey: key))
        case .attribute: return row.values[slot].operand
        }
    }

    func isKind(ofEntityNamed name: String) -> Bool {
        var layout: EntityLayout? = row?.layout
        while let current = layout {
            if current.name == name { return true }
            layout = current.superlayout
        }
        return false
    }
}
