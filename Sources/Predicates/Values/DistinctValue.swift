/// A value in a set that holds each once, as `Value.isEqual(to:)` tells them apart.
///
/// Swift's own equality would not do: to it a letter with an accent is the same text in one scalar and in two, which SQL and `==` in a
/// predicate tell apart.
struct DistinctValue: Hashable {
    private let value: Value

    init(_ value: Value) {
        self.value = value.canonical
    }

    static func == (a: Self, b: Self) -> Bool { a.value.isEqual(to: b.value) }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
