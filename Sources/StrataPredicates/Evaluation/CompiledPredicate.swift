internal import StrataTraps

/// A predicate compiled into closures, for one type of row; see `FormCompiler`.
///
/// Logic has two values, as in Apple's in-memory evaluation: a comparison with null is false,
/// except `== nil` and `!=`, and NOT turns that false into true. SQL has three, so the SQL
/// generator writes conditions that give the same result.
package final class CompiledPredicate<Row> {
    package typealias Reader = (Row) -> Value

    private let test: FormCompiler<Row>.Test
    private let usesVariables: Bool

    /// Compiles a predicate for rows that consist of values.
    ///
    /// - Parameter resolving: Returns the reader of a key path; called once per key path. The path
    ///   is empty for `SELF` and has no collection operators.
    /// - Throws: `InvalidPredicate` for a variable without a value, for an invalid pattern of
    ///   MATCHES and for a form that needs an object; also errors of `resolving`.
    package convenience init(_ form: PredicateForm, resolving: @escaping ([String]) throws -> Reader) throws {
        try self.init(form, FormCompiler(readingValues: resolving))
    }

    /// Compiles a predicate for a function that reads a key path of a row.
    package convenience init(_ form: PredicateForm, reading: @escaping (Row, [String]) -> Value) throws {
        try self.init(form) { keyPath in { row in reading(row, keyPath) } }
    }

    private init(_ form: PredicateForm, _ compiler: FormCompiler<Row>) throws {
        let form = form.simplified
        test = try compiler.test(form)
        usesVariables = form.usesVariables
    }

    /// Whether a row satisfies the predicate. Traps if the row lacks a key, where Apple's
    /// frameworks raise an exception. A row whose values cannot be compared does not satisfy it.
    package func matches(_ row: Row) -> Bool {
        do {
            return try matches(row, nil)
        } catch {
            return resultOfFailedEvaluation(error)
        }
    }

    /// Whether a row satisfies the predicate with these variables.
    ///
    /// - Throws: `InvalidPredicate` if the row lacks a key.
    package func matches(_ row: Row, _ bindings: Bindings?) throws -> Bool {
        try test(row, bindings ?? (usesVariables ? Bindings() : nil))
    }
}

/// Returns the result of an evaluation that failed and cannot throw: false, with a warning, if
/// values cannot be compared. Traps for a mistake in the predicate itself.
func resultOfFailedEvaluation(_ error: any Error) -> Bool {
    guard (error as? InvalidPredicate)?.isAboutValues == true else { trap("\(error)") }
    warn("\(error)")
    return false
}

extension CompiledPredicate where Row == Operand {
    /// Compiles a predicate for objects of any type. Variables are looked up in the bindings of
    /// each evaluation.
    package convenience init(_ form: PredicateForm) throws {
        try self.init(form, FormCompiler<Operand>.forObjects)
    }
}

extension CompiledPredicate where Row == any KeyValueReadable {
    /// Compiles a predicate for objects that read their own keys. Variables are looked up in the
    /// bindings of each evaluation.
    package convenience init(forReadables form: PredicateForm) throws {
        try self.init(form, FormCompiler<any KeyValueReadable>.forReadables)
    }
}

/// An expression compiled into closures that read objects of any type.
package struct CompiledExpression {
    private let evaluator: FormCompiler<Operand>.Evaluator
    private let usesVariables: Bool

    package init(_ form: ExpressionForm) throws {
        let form = form.simplified
        evaluator = try FormCompiler<Operand>.forObjects.evaluator(form)
        usesVariables = form.usesVariables
    }

    /// Evaluates the expression.
    ///
    /// - Throws: `InvalidPredicate` if the object lacks a key.
    package func value(of subject: Operand, _ bindings: Bindings?) throws -> Operand {
        try evaluator(subject, bindings ?? (usesVariables ? Bindings() : nil))
    }
}
