internal import Predicates

/// The primary keys of the objects that a save inserts, by their temporary numbers.
struct InsertionKeys {
    private var keys: [Int64: Int64] = [:]
    /// The keys that were assigned and not used, and what stands in their place.
    private var corrections: [RowKey: Int64] = [:]

    init(count: Int) {
        keys.reserveCapacity(count)
    }

    mutating func assign(_ insertion: SaveRequest.Insertion, key: Int64) {
        keys[insertion.number] = key
    }

    /// Says that an insertion became another row than planned.
    mutating func correct(_ insertion: SaveRequest.Insertion, from assigned: Int64, to key: Int64) {
        keys[insertion.number] = key
        corrections[RowKey(insertion.layout, assigned)] = key
    }

    var areCorrected: Bool { !corrections.isEmpty }

    /// The primary key that a number stands for: itself unless temporary; nil for an object that is not saved.
    func key(_ number: Int64) -> Int64? { number > 0 ? number : keys[number] }

    /// The values with references to inserted objects by key. One to an object that is not saved refers to nothing.
    func resolved(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot], reference.number < 0 else { continue }
            values[slot] = keys[reference.number].map { .object(ObjectReference(reference.layout, $0)) } ?? .null
        }
        return values
    }

    func resolved(_ update: SaveRequest.Update) -> SaveRequest.Update {
        var update = update
        update.values = resolved(update.values, update.layout)
        return update
    }

    /// The values with references to keys that were not used after all set right.
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
