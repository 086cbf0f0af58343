@_exported public import Foundation

/// A value that a predicate compares, a sort orders or a row holds.
///
/// One type for constants in predicates, for attribute values in rows and for the evaluators' results, so that SQL and memory
/// cannot disagree about what a value is.
package enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    case list([Value])
    /// A reference to an object of the graph, as a to-one relationship holds it.
    case object(ObjectReference)
    /// A value that no column type fits, such as a transformable attribute's.
    case opaque(OpaqueValue)
}

/// A predicate as both evaluators read it: the SQL generator of a store and the in-memory evaluator.
package indirect enum PredicateForm: Hashable, Sendable {
    case always(Bool)
    case and([PredicateForm])
    case or([PredicateForm])
    case not(PredicateForm)
    case comparison(ExpressionForm, Comparison, ExpressionForm)

    /// The operator of a comparison with its string options (`[cd]`).
    package struct Comparison: Hashable, Sendable {
        package var kind: Kind
        package var caseInsensitive: Bool
        package var diacriticInsensitive: Bool

        package init(_ kind: Kind, caseInsensitive: Bool = false, diacriticInsensitive: Bool = false) {
            self.kind = kind
            self.caseInsensitive = caseInsensitive
            self.diacriticInsensitive = diacriticInsensitive
        }

        package enum Kind: Hashable, Sendable {
            case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
            case between, `in`, contains, beginsWith, endsWith, like, matches
        }
    }
}

/// An operand of a comparison.
package indirect enum ExpressionForm: Hashable, Sendable {
    case constant(Value)
    /// A key path from the evaluated object, one name an element; empty for `SELF`.
    case keyPath([String])
    /// `$name`, to be replaced before the predicate is used.
    case variable(String)
}

/// One key of a sort as both evaluators read it.
package struct SortForm: Hashable, Sendable {
    package var keyPath: [String]
    package var ascending: Bool

    package init(keyPath: [String], ascending: Bool) {
        self.keyPath = keyPath
        self.ascending = ascending
    }
}
