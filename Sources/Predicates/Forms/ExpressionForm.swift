package import Foundation

/// An operand of a comparison, or an expression by itself.
package indirect enum ExpressionForm: Hashable, Sendable {
    case constant(Value)
    /// A key path from the evaluated object, one name an element; empty for `SELF`. A name with an `@` is a collection operator.
    case keyPath([String])
    /// A key path from what another expression gives: `$item.price`, `SUBQUERY(…).@count`.
    case path(ExpressionForm, [String])
    /// `$name`
    case variable(String)
    /// `$name := expression`, which gives the variable its value and is that value.
    case assignment(String, ExpressionForm)
    /// A function of Apple's list with its arguments: `add:to:`, `sum:`, `now`.
    case function(NamedFunction, [ExpressionForm])
    /// `FUNCTION(target, "selector:", arguments…)`
    case message(ExpressionForm, String, [ExpressionForm])
    /// `{a, b}`
    case aggregate([ExpressionForm])
    case subquery(ExpressionForm, variable: String, PredicateForm)
    case set(SetOperation, ExpressionForm, ExpressionForm)
    /// `TERNARY(predicate, a, b)`
    case conditional(PredicateForm, ExpressionForm, ExpressionForm)
    /// `[FIRST]`, `[LAST]` or `[SIZE]`, between the brackets of an index only.
    case symbol(IndexSymbol)
    /// `ANYKEY`: all values of a dictionary.
    case anyKey
    /// `FETCH(request, context, countOnly)`
    case fetch(ExpressionForm, ExpressionForm, countOnly: Bool)
    /// A Swift closure, which only memory can run.
    case block(ExpressionBlock, [ExpressionForm])

    package enum SetOperation: String, Hashable, Sendable, CaseIterable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case minus = "MINUS"
    }

    package enum IndexSymbol: String, Hashable, Sendable, CaseIterable {
        case first = "FIRST"
        case last = "LAST"
        case size = "SIZE"
    }
}

/// A closure as an expression. Equal to itself only.
// Safe to share: immutable. The closure runs wherever the expression is evaluated, for which its
// author answers, as on Apple's platforms.
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
