/// A wrapper for values in a set, which compares them as a predicate's `==` does: 1, 1.0 and true
/// are one value. (`Value`'s own equality distinguishes their types.)
///
/// It differs from a predicate's `==` in one case. A predicate compares a decimal with a double by
/// the double nearest to the decimal, so a double can equal two decimals that differ from each
/// other. A set needs a transitive equality: here a decimal with more digits than a double can hold
/// equals no double.
struct DistinctValue: Hashable {
    private let canonical: Value

    init(_ value: Value) {
        canonical = value.canonical
    }
}
