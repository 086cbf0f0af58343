internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A row together with its sort values and its section value, for queries that follow
/// relationships.
struct SortedRow {
    let row: IdentifiedRow
    /// The values of the query's sorts; empty if the row itself holds them.
    var sortValues: [Value] = []
    /// The value at the query's section path; null if the query has none.
    var section: Value = .null

    var rowID: RowID { row.rowID }
}

/// A dictionary result with its column values, for comparing, and its sort values.
struct SortedColumns {
    let dictionary: NSDictionary
    let values: [Value]
    let sortValues: [Value]
}

extension Array {
    /// Returns the merge of this sorted array and another one. Of equal elements, those of this
    /// array come first. O(*n* + *m*).
    func merged(with other: [Element], by precedes: (Element, Element) -> Bool) -> [Element] {
        var merged: [Element] = []
        merged.reserveCapacity(count + other.count)
        var rest = other[...]
        for element in self {
            while let next = rest.first, precedes(next, element) {
                merged.append(next)
                rest.removeFirst()
            }
            merged.append(element)
        }
        return merged + rest
    }
}

// # Single rows, for queries that are row-local
extension StoreQuery {
    /// Whether a row matches. Traps if the predicate needs objects.
    func matches(_ row: IdentifiedRow) -> Bool {
        guard case .rows(let predicate) = test else {
            trap("A row alone cannot answer \(self.predicate.format), which follows relationships.")
        }
        return covers(row.row.layout) && predicate.matches(row)
    }

    /// Whether a fetch returns `a` before `b`: by the sort keys, then in the order of insertion.
    /// Traps if a sort follows a relationship.
    func precedes(_ a: IdentifiedRow, _ b: IdentifiedRow) -> Bool {
        guard case .columns(let sorts) = order else {
            trap("Rows alone cannot be sorted by \(self.sorts), which follow relationships.")
        }
        for sort in sorts {
            switch sort.comparison.order(a[sort.column], b[sort.column]) {
            case .orderedSame: continue
            case .orderedAscending: return sort.ascending
            case .orderedDescending: return !sort.ascending
            }
        }
        return a.rowID.sortPosition < b.rowID.sortPosition
    }

    /// Whether two rows are equal in those sort keys that they hold themselves.
    func ordersAlike(_ a: IdentifiedRow, _ b: IdentifiedRow) -> Bool {
        let sorts =
            switch order {
            case .columns(let all): all
            case .paths(let others): others
            }
        return sorts.allSatisfy { $0.comparison.order(a[$0.column], b[$0.column]) == .orderedSame }
    }
}

// # Objects with their unsaved changes
extension StoreQuery {
    /// Whether an object is in one of the queried stores, or will be once it is saved.
    private func isAsked(of object: NSManagedObject) -> Bool {
        guard let keySpaces else { return true }
        guard let context = object.managedObjectContext else { return false }
        return context.home(of: object, context.coordinator.stores).map { keySpaces.contains($0.keySpace) } ?? false
    }

    /// Whether an object matches with the current values of it and its related objects.
    ///
    /// Fires the faults that it reads. Throws if a value is invalid for an expression, and the error
    /// of a store if the object cannot be read. Related objects that cannot be read look empty; see
    /// `NSManagedObjectContext.throwingFailedReads(_:)`.
    func matches(_ object: NSManagedObject) throws -> Bool {
        guard covers(object.layout), !object.isDeleted, isAsked(of: object) else { return false }
        switch test {
        case .rows: return matches(try row(of: object))
        case .objects(let predicate):
            do {
                return try predicate.matches(.readable(QueryObject(object)), nil)
            } catch let error as InvalidPredicate {
                throw NSError(error)
            }
        }
    }

    /// Returns an object's row with its sort and section values. Fires faults and throws as
    /// `matches(_:)` does.
    func sorted(_ object: NSManagedObject) throws -> SortedRow {
        let row = try row(of: object)
        guard readsBesidesRows else { return SortedRow(row: row) }
        do {
            let subject = Operand.readable(QueryObject(object))
            return SortedRow(
                row: row, sortValues: try sorts.map { try subject.following($0.keyPath[...]).value },
                section: try section.map { try subject.following($0.keyPath[...]).value } ?? .null)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    /// Whether the row lacks some of the sort values or the section value, so that they have to be
    /// read separately.
    var readsBesidesRows: Bool {
        if section == nil, case .columns = order { false } else { true }
    }

    /// Whether a fetch returns `a` before `b`.
    func precedes(_ a: SortedRow, _ b: SortedRow) -> Bool {
        guard case .paths = order else { return precedes(a.row, b.row) }
        return precedes(a.sortValues, b.sortValues) ?? (a.row.rowID.sortPosition < b.row.rowID.sortPosition)
    }

    /// Whether the sort keys of two rows are equal.
    func ordersAlike(_ a: SortedRow, _ b: SortedRow) -> Bool {
        guard case .paths = order else { return ordersAlike(a.row, b.row) }
        return precedes(a.sortValues, b.sortValues) == nil
    }

    /// Whether a fetch returns `a` before `b`. Dictionaries with equal sort values have no order.
    func precedes(_ a: SortedColumns, _ b: SortedColumns) -> Bool { precedes(a.sortValues, b.sortValues) ?? false }

    /// Whether `a` comes before `b`; nil if all sort values are equal.
    private func precedes(_ a: [Value], _ b: [Value]) -> Bool? {
        for (index, sort) in sorts.enumerated() {
            switch sort.comparison.order(a[index], b[index]) {
            case .orderedSame: continue
            case .orderedAscending: return sort.ascending
            case .orderedDescending: return !sort.ascending
            }
        }
        return nil
    }

    private func row(of object: NSManagedObject) throws -> IdentifiedRow {
        IdentifiedRow(rowID: object.rowID, row: try object.requireRow())
    }
}
