internal import Predicates

/// What a fetch left with a fault for the time when it fires, besides the row itself.
enum FaultProvision {
    case page(FaultPage)
    case partial(PartialRow)
}

/// Neighbours in the result of a fetch with a `fetchBatchSize`, or members of a relationship: their rows are read together, when the first
/// of them is looked at.
final class FaultPage {
    let layout: EntityLayout
    let numbers: [Int64]
    /// The relationships that are read then too.
    let prefetched: [[QueryPath.Hop]]
    /// Whether rows that the context's source keeps will do.
    let takesKnownRows: Bool

    /// What a fetch found: read from the store, as a fetch without pages is.
    init(_ layout: EntityLayout, _ numbers: [Int64], _ prefetched: [[QueryPath.Hop]]) {
        self.layout = layout
        self.numbers = numbers
        self.prefetched = prefetched
        takesKnownRows = false
    }

    /// Members of a relationship: read as each by itself would be.
    init(_ layout: EntityLayout, _ numbers: [Int64]) {
        self.layout = layout
        self.numbers = numbers
        prefetched = []
        takesKnownRows = true
    }
}

/// Some values of a row, which can be looked at while the object is a fault.
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
