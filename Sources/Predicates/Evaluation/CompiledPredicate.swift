/// A predicate compiled once into closures, for any kind of row.
///
/// Logic has two values, as in Apple's in-memory evaluation: a comparison with null is false, except `== nil` and `!=`, and NOT turns
/// that false into true. The SQL generator has to ask for the same, since SQL itself would answer null.
package struct CompiledPredicate<Row> {
    package typealias Reader = (Row) -> Value

    private let test: (Row) -> Bool

    /// - Parameter resolving: finds, once per key path, what reads it from a row; the path is empty for `SELF`.
    /// - Throws: `InvalidPredicate` for a variable that was not substituted or a pattern that MATCHES cannot use, and what
    ///   `resolving` throws.
    package init(_ form: PredicateForm, resolving: ([String]) throws -> Reader) throws {
        test = try Self.compile(form, resolving)
    }

    /// For readers that take the key path with each row.
    package init(_ form: PredicateForm, reading: @escaping (Row, [String]) -> Value) throws {
        try self.init(form) { keyPath in { row in reading(row, keyPath) } }
    }

    package func matches(_ row: Row) -> Bool {
        test(row)
    }

    private static func compile(_ form: PredicateForm, _ resolving: ([String]) throws -> Reader) throws -> (Row) -> Bool {
        switch form {
        case .always(let value):
            return { _ in value }
        case .and(let forms):
            let tests = try forms.map { try compile($0, resolving) }
            return { row in tests.allSatisfy { $0(row) } }
        case .or(let forms):
            let tests = try forms.map { try compile($0, resolving) }
            return { row in tests.contains { $0(row) } }
        case .not(let form):
            let test = try compile(form, resolving)
            return { row in !test(row) }
        case .comparison(let left, let comparison, .constant(let right)):
            let read = try reader(left, resolving)
            let test = try comparison.test(against: right)
            return { row in test(read(row)) }
        case .comparison(let left, let comparison, let right):
            guard comparison.kind != .matches else {
                throw InvalidPredicate("MATCHES needs a constant pattern on its right side.")
            }
            let (readLeft, readRight) = (try reader(left, resolving), try reader(right, resolving))
            return { row in comparison.holds(readLeft(row), readRight(row)) }
        }
    }

    private static func reader(_ expression: ExpressionForm, _ resolving: ([String]) throws -> Reader) throws -> Reader {
        switch expression {
        case .constant(let value): { _ in value }
        case .keyPath(let keyPath): try resolving(keyPath)
        case .variable(let name):
            throw InvalidPredicate("The variable $\(name) has no value; replace it before the predicate is used.")
        }
    }
}
