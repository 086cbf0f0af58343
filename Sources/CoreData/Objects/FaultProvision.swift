internal import StrataPredicates

/// Data that a fetch attaches to a fault for the time when the fault fires.
enum FaultProvision {
    case page(FaultPage)
    case partial(PartialRow)
}

/// Faults whose rows are read together, when the first of them fires: neighbors in the result of a
/// fetch with a `fetchBatchSize`, or members of a relationship.
final class FaultPage {
    let layout: EntityLayout
    let rowIDs: [RowID]
    /// The relationships to prefetch together with the rows.
    let prefetched: [[QueryPath.Hop]]
    /// Whether rows that the context's source has in memory can be used.
    let takesKnownRows: Bool

    /// Creates a page of a fetch. Its rows are read from the store, as a fetch without pages does.
    init(_ layout: EntityLayout, _ rowIDs: [RowID], _ prefetched: [[QueryPath.Hop]]) {
        self.layout = layout
        self.rowIDs = rowIDs
        self.prefetched = prefetched
        takesKnownRows = false
    }

    /// Creates a page of a relationship's members. Their rows are read as those of single faults
    /// are, from the row cache if possible.
    init(_ layout: EntityLayout, _ rowIDs: [RowID]) {
        self.layout = layout
        self.rowIDs = rowIDs
        prefetched = []
        takesKnownRows = true
    }
}

/// Some values of a row, which can be read while the object is a fault.
final class PartialRow {
    private let slots: [Int]
    private let values: [Value]

    init(_ slots: [Int], _ values: [Value]) {
        self.slots = slots
        self.values = values
    }

    subscript(slot: Int) -> Value? {
        slots.firstIndex(of: slot).map { values[$0] }
    }
}
