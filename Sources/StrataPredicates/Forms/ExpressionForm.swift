package import Foundation

/// An operand of a comparison, or a standalone expression.
package indirect enum ExpressionForm: Hashable, Sendable {
    case constant(Value)
    /// A key path from the evaluated object, one name per element; empty for `SELF`. A name that
    /// starts with `@` is a collection operator.
    case keyPath([String])
    /// A key path from the result of another expression: `$item.price`, `SUBQUERY(…).@count`.
    case path(ExpressionForm, [String])
    /// `$name`
    case variable(String)
    /// `$name := expression`, which sets the variable and evaluates to its value.
    case assignment(String, ExpressionForm)
    /// A built-in function with its arguments: `add:to:`, `sum:`, `now`.
    case function(NamedFunction, [ExpressionForm])
    /// `FUNCTION(target, "selector:", arguments…)`
    case message(ExpressionForm, String, [ExpressionForm])
    /// `{a, b}`
    case aggregate([ExpressionForm])
    case subquery(ExpressionForm, variable: String, PredicateForm)
    case set(SetOperation, ExpressionForm, ExpressionForm)
    /// `TERNARY(predicate, a, b)`
    case conditional(PredicateForm, ExpressionForm, ExpressionForm)
    /// `[FIRST]`, `[LAST]` or `[SIZE]`, valid only as an index.
    case symbol(IndexSymbol)
    /// `ANYKEY`: all values of a dictionary.
    case anyKey
    /// `FETCH(request, context, countOnly)`
    case fetch(ExpressionForm, ExpressionForm, countOnly: Bool)
    /// A Swift closure, which can be evaluated in memory only.
    case block(ExpressionBlock, [ExpressionForm])

    /// An operation on two collections, by its keyword in a format.
    package enum SetOperation: String, Hashable, Sendable, CaseIterable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case minus = "MINUS"
    }

    /// A symbolic index, by its keyword in a format.
    package enum IndexSymbol: String, Hashable, Sendable, CaseIterable {
        case first = "FIRST"
        case last = "LAST"
        case size = "SIZE"
    }
}

/// A closure as an expression. Compares by identity.
// Safe to share: immutable. The closure runs on the thread that evaluates the expression, and its
// author is responsible for its thread safety, as on Apple's platforms.
package final class ExpressionBlock: Hashable, @unchecked Sendable {
    package typealias Body = (_ object: Any?, _ arguments: [Any], _ context: NSMutableDictionary?) -> Any

    package let body: Body

    package init(_ body: @escaping Body) {
        self.body = body
    }

    package static func == (a: ExpressionBlock, b: ExpressionBlock) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
