internal import Predicates
internal import Traps

/// A row together with its number, as the in-memory evaluator reads it.
struct NumberedRow {
    let number: Int64
    let row: Row

    subscript(column: StoreQuery.Column) -> Value {
        switch column {
        case .primaryKey: .object(ObjectReference(row.layout, number))
        case .slot(let slot): row.values[slot]
        case .element(let slot, let positions):
            positions.reduce(row.values[slot]) { value, position in
                if case .list(let values) = value { values[position] } else { .null }
            }
        }
    }
}

extension StoreQuery {
    /// What a row holds at the end of a key path.
    enum Column: Hashable {
        /// The object itself.
        case primaryKey
        case slot(Int)
        /// An element of a composite attribute, by its positions.
        case element(Int, [Int])
    }
}

extension QueryPath {
    /// Where a row of the entity that the path starts from has the value; nil where the path follows a relationship, or asks
    /// something of the value.
    var column: StoreQuery.Column? {
        switch (hops.count, end) {
        case (0, .objects): .primaryKey
        case (1, .objects) where !hops[0].isToMany: .slot(hops[0].slot)
        case (0, .attribute(let slot, let elements, rest: [])): elements.isEmpty ? .slot(slot) : .element(slot, elements)
        default: nil
        }
    }
}

extension EntityLayout {
    /// What reads a key path from rows; only for those that rows can answer.
    func columnReader(_ names: [String]) throws -> (NumberedRow) -> Value {
        guard let column = try path(names).column else {
            trap("The path '\(names.joined(separator: "."))' follows relationships, which a row cannot.")
        }
        return { $0[column] }
    }
}
