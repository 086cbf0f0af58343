/// A value wrapped for sets that hold equal values once.
///
/// `Value`'s own equality tells kinds apart: 1, 1.0 and true are three values to it, and one here,
/// as to a predicate's `==`.
///
/// It differs from `==` in one case. A predicate compares a decimal with a double by the double
/// nearest to the decimal, so that a double can equal two decimals that differ from each other. A
/// set needs an equality that is transitive: here a decimal with more digits than a double holds
/// equals no double.
struct DistinctValue: Hashable {
    private let canonical: Value

    init(_ value: Value) {
        canonical = value.canonical
    }
}
