internal import Traps

/// A predicate compiled once into closures, for any kind of row.
///
/// Logic has two values, as in Apple's in-memory evaluation: a comparison with null is false, except `== nil` and `!=`, and NOT turns
/// that false into true. The SQL generator has to ask for the same, since SQL itself would answer null.
package final class CompiledPredicate<Row> {
    package typealias Reader = (Row) -> Value

    private let test: FormCompiler<Row>.Test
    private let usesVariables: Bool

    /// - Parameter resolving: finds, once per key path, what reads it from a row; the path is empty for `SELF`, and has no
    ///   collection operators.
    /// - Throws: `InvalidPredicate` for a variable that was not substituted, for a pattern that MATCHES cannot use and for a form
    ///   that needs an object, and what `resolving` throws.
    package convenience init(_ form: PredicateForm, resolving: @escaping ([String]) throws -> Reader) throws {
        try self.init(form, FormCompiler(readingValues: resolving))
    }

    /// For readers that take the key path with each row.
    package convenience init(_ form: PredicateForm, reading: @escaping (Row, [String]) -> Value) throws {
        try self.init(form) { keyPath in { row in reading(row, keyPath) } }
    }

    private init(_ form: PredicateForm, _ compiler: FormCompiler<Row>) throws {
        let form = form.simplified
        test = try compiler.test(form)
        usesVariables = form.usesVariables
    }

    /// Traps, as Apple's frameworks raise, where the row cannot answer what the predicate asks.
    package func matches(_ row: Row) -> Bool {
        do {
            return try matches(row, nil)
        } catch {
            trap("\(error)")
        }
    }

    /// The same with variables that have a value, and with what the row cannot answer as an `InvalidPredicate`.
    package func matches(_ row: Row, _ bindings: Bindings?) throws -> Bool {
        try test(row, bindings ?? (usesVariables ? Bindings() : nil))
    }
}

extension CompiledPredicate where Row == Operand {
    /// For objects of any kind. A variable is looked up in each evaluation's bindings.
    package convenience init(_ form: PredicateForm) throws {
        try self.init(form, FormCompiler<Operand>.forObjects)
    }
}

extension CompiledPredicate where Row == any KeyValueReadable {
    /// For objects that answer for their own keys. A variable is looked up in each evaluation's bindings.
    package convenience init(forReadables form: PredicateForm) throws {
        try self.init(form, FormCompiler<any KeyValueReadable>.forReadables)
    }
}

/// An expression compiled once into closures that read objects of any kind.
package struct CompiledExpression {
    private let evaluator: FormCompiler<Operand>.Evaluator
    private let usesVariables: Bool

    package init(_ form: ExpressionForm) throws {
        let form = form.simplified
        evaluator = try FormCompiler<Operand>.forObjects.evaluator(form)
        usesVariables = form.usesVariables
    }

    /// Throws `InvalidPredicate` where the object cannot answer what the expression asks.
    package func value(of subject: Operand, _ bindings: Bindings?) throws -> Operand {
        try evaluator(subject, bindings ?? (usesVariables ? Bindings() : nil))
    }
}
