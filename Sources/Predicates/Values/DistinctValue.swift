/// A value wrapped for sets that hold equal values once, as a predicate's `==` defines equality.
///
/// `Value`'s own equality tells kinds apart: 1, 1.0 and true are three values to it, but equal in a
/// predicate.
struct DistinctValue: Hashable {
    private let value: Value

    init(_ value: Value) {
        self.value = value.canonical
    }

    static func == (a: Self, b: Self) -> Bool { a.value.isEqual(to: b.value) }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
