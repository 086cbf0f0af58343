internal import Predicates

/// The row IDs that a save assigns to inserted objects, by the IDs that these had before.
///
/// Those are temporary, below 0, unless the object obtained a permanent ID before the save.
struct InsertionKeys {
    private var keys: [Int64: Int64] = [:]
    /// The row IDs to use instead of assigned ones that stayed unused.
    private var corrections: [RowKey: Int64] = [:]

    init(count: Int) {
        keys.reserveCapacity(count)
    }

    mutating func assign(_ insertion: SaveRequest.Insertion, key: Int64) {
        keys[insertion.number] = key
    }

    /// Records that an insertion became an existing row, which holds its unique value.
    mutating func correct(_ insertion: SaveRequest.Insertion, from assigned: Int64, to key: Int64) {
        keys[insertion.number] = key
        corrections[RowKey(insertion.layout, assigned)] = key
    }

    var areCorrected: Bool { !corrections.isEmpty }

    /// Returns the row ID for an object's ID: the same unless it is temporary; nil for an object
    /// that is not part of the save.
    func key(_ number: Int64) -> Int64? { number > 0 ? number : keys[number] }

    /// Returns the values with references to inserted objects by row ID. References to objects that
    /// are not part of the save become nil.
    func resolved(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot], reference.number < 0 else { continue }
            values[slot] = keys[reference.number].map { .object(ObjectReference(reference.layout, $0)) } ?? .null
        }
        return values
    }

    /// Returns the update with references to inserted objects by row ID.
    func resolved(_ update: SaveRequest.Update) -> SaveRequest.Update {
        var update = update
        update.values = resolved(update.values, update.layout)
        return update
    }

    /// Returns the values with corrected references to insertions that became existing rows.
    func corrected(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot],
                let key = corrections[RowKey(reference.layout, reference.number)]
            else { continue }
            values[slot] = .object(ObjectReference(reference.layout, key))
        }
        return values
    }
}
