public import Foundation

/// The sort order of a table, with the type of its comparators erased.
@MainActor
struct TableSorting {
    /// Returns the order in which the table is sorted by a comparator; nil if it is not its first.
    let order: (Any) -> SortOrder?
    /// Sorts by a comparator, or in the other direction if the table is sorted by it.
    let sort: (Any) -> Void

    init<Comparator: SortComparator>(_ binding: Binding<[Comparator]>) {
        // Two comparators compare the same value if they are equal but for the direction.
        func isSame(_ a: Comparator, _ b: Comparator) -> Bool {
            var b = b
            b.order = a.order
            return a == b
        }
        order = { comparator in
            guard let comparator = comparator as? Comparator, let first = binding.wrappedValue.first, isSame(first, comparator)
            else { return nil }
            return first.order
        }
        sort = { comparator in
            guard var comparator = comparator as? Comparator else { return }
            let current = binding.wrappedValue
            if let first = current.first, isSame(first, comparator) {
                comparator.order = first.order == .forward ? .reverse : .forward
            }
            binding.wrappedValue = [comparator] + current.filter { !isSame($0, comparator) }
        }
    }
}

// The comparator of tables that cannot be sorted.
extension Never: @retroactive SortComparator {
    /// No values are compared.
    public typealias Compared = Never

    /// The direction, of a comparator that does not exist.
    public var order: SortOrder {
        get { .forward }
        set {}
    }

    /// Returns the order of two values, which do not exist.
    public func compare(_ lhs: Never, _ rhs: Never) -> ComparisonResult { .orderedSame }
}
