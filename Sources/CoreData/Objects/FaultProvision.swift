internal import StrataPredicates

/// Data that is attached to a fault until it fires.
enum FaultProvision {
    case page(FaultPage)
    case partial(PartialRow)
}

/// A page of faults, whose rows are read together when the first of them fires: neighbors in the
/// result of a fetch with a `fetchBatchSize`, or members of a relationship.
final class FaultPage {
    let layout: EntityLayout
    let rowIDs: [RowID]
    /// The relationships to prefetch together with the rows.
    let prefetched: [[QueryPath.Hop]]
    /// Whether rows can come from the memory of the context's source, such as the row cache.
    let takesKnownRows: Bool

    /// Creates a page of a fetch. Its rows are always read from the store, as in a fetch without a
    /// batch size.
    init(_ layout: EntityLayout, _ rowIDs: [RowID], _ prefetched: [[QueryPath.Hop]]) {
        self.layout = layout
        self.rowIDs = rowIDs
        self.prefetched = prefetched
        takesKnownRows = false
    }

    /// Creates a page of a relationship's members. Like single faults, they get their rows from the
    /// row cache if possible.
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
