/// A predicate as both evaluators read it: the SQL generator of a store and the in-memory evaluator.
package indirect enum PredicateForm: Hashable, Sendable {
    case always(Bool)
    case and([PredicateForm])
    case or([PredicateForm])
    case not(PredicateForm)
    case comparison(ExpressionForm, Comparison, ExpressionForm)
    /// A Swift closure, which only memory can run.
    case block(PredicateBlock)
}

extension PredicateForm {
    /// The operator of a comparison with its modifier (`ANY`) and its string options (`[cd]`).
    package struct Comparison: Hashable, Sendable {
        package var kind: Kind
        package var modifier = Modifier.direct
        package var caseInsensitive: Bool
        package var diacriticInsensitive: Bool
        /// `[n]`: the texts were folded beforehand, so that `c` and `d` are not to be applied.
        package var normalized = false
        /// `[l]`: text is ordered and found equal as the current locale has it.
        package var localeSensitive = false

        package init(
            _ kind: Kind, _ modifier: Modifier = .direct, caseInsensitive: Bool = false, diacriticInsensitive: Bool = false
        ) {
            self.kind = kind
            self.modifier = modifier
            self.caseInsensitive = caseInsensitive
            self.diacriticInsensitive = diacriticInsensitive
        }

        package enum Kind: Hashable, Sendable, CaseIterable {
            case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
            case between, `in`, contains, beginsWith, endsWith, like, matches
        }

        /// Whether the left side is compared itself or, where it is a collection, element by element.
        package enum Modifier: Hashable, Sendable {
            case direct, any, all
        }
    }
}

/// A closure as a predicate. Equal to itself only.
// Safe to share: immutable. The closure runs wherever the predicate is evaluated, for which its
// author answers, as on Apple's platforms.
package final class PredicateBlock: Hashable, @unchecked Sendable {
    package let body: (Any?, [String: Any]?) -> Bool

    package init(_ body: @escaping (Any?, [String: Any]?) -> Bool) {
        self.body = body
    }

    package static func == (a: PredicateBlock, b: PredicateBlock) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
