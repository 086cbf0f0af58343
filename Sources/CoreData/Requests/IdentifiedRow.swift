internal import StrataPredicates
internal import StrataTraps

/// A row with its row ID, as the in-memory evaluator reads it.
struct IdentifiedRow {
    let rowID: RowID
    let row: Row

    /// The value in a column; null for an element of a composite that is nil.
    subscript(column: StoreQuery.Column) -> Value {
        switch column {
        case .primaryKey: .object(ObjectReference(row.layout, rowID))
        case .slot(let slot): row.values[slot]
        case .element(let slot, let positions):
            positions.reduce(row.values[slot]) { value, position in
                if case .list(let values) = value { values[position] } else { .null }
            }
        }
    }
}

extension StoreQuery {
    /// A value of a row that a key path without relationships can name.
    enum Column: Hashable {
        /// The object itself.
        case primaryKey
        /// The value in a slot.
        case slot(Int)
        /// An element of the composite attribute in a slot, by the positions at each level of
        /// nesting.
        case element(Int, [Int])
    }
}

extension QueryPath {
    /// The column that holds the path's value in every row of the start entity; nil if the path reads
    /// properties of a related object or of a subentity, or computes from the value.
    var column: StoreQuery.Column? {
        if readsSubentities { return nil }
        return switch (hops.count, end) {
        case (0, .objects): .primaryKey
        case (1, .objects) where !hops[0].isToMany: .slot(hops[0].slot)
        case (0, .attribute(let slot, let elements, rest: [])): elements.isEmpty ? .slot(slot) : .element(slot, elements)
        default: nil
        }
    }

    /// Whether the path ends in an attribute whose objects a row holds in a wrapper.
    var readsEncoded: Bool {
        guard case .attribute(let slot, let elements, _) = end else { return false }
        return elements.reduce(destination.attribute(slot)) { attribute, position in
            (attribute as? NSCompositeAttributeDescription)?.elements[position] ?? attribute
        }.isEncoded
    }
}

extension EntityLayout {
    /// Returns a function that reads the value of a key path from rows. Traps if no column of the
    /// row holds it.
    func columnReader(_ names: [String]) throws -> (IdentifiedRow) -> Value {
        let path = try path(names)
        guard let column = path.column else {
            trap("The path '\(names.joined(separator: "."))' is not a value of the row itself.")
        }
        guard path.readsEncoded else { return { $0[column] } }
        return { row in
            let value = row[column]
            // Ignored: an object that is no value is compared as itself.
            return (try? value.operand.value) ?? value
        }
    }
}
