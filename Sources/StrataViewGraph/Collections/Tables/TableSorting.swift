internal import Foundation

/// A binding to the sort order of a table, with the type of its comparators erased.
@MainActor
struct TableSorting {
    /// Returns the direction in which the table is sorted by a comparator; nil if the comparator is
    /// not the first of the sort order.
    let order: (Any) -> SortOrder?
    /// Makes a comparator the first of the sort order. Reverses its direction if it is already the
    /// first.
    let sort: (Any) -> Void

    init<Comparator: SortComparator>(_ binding: Binding<[Comparator]>) {
        // Comparators that are equal except for the direction belong to the same column.
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
