/// A predicate in the form that both evaluators read: a store's SQL generator and the in-memory
/// evaluator.
///
/// ## One predicate, two evaluators
///
/// A fetch runs in SQLite, but a store knows nothing of unsaved changes, and it does not report
/// which rows of a live list a save affects. So the same predicate is also evaluated in memory: for
/// objects with unsaved changes, for the changed rows of live results after each save, and in
/// `NSPredicate.evaluate(with:)`.
///
/// The life of a predicate:
///
/// 1. `FormatParser` parses a format, or `PredicateReader` reads a `#Predicate`, or a program
///    combines `NSComparisonPredicate` and its relatives. Each produces a `PredicateForm`, which
///    `NSPredicate` wraps. From here on it does not matter how the predicate was written.
/// 2. `replacingVariables(_:)` substitutes `$name`.
/// 3. `simplified` folds lists of constants, removes redundant conditionals, flattens nested ANDs
///    and ORs and makes lists of many equalities. A fetch rewrites a few comparisons before it
///    makes these lists (`FetchRewriter` in CoreData).
/// 4. `QueryBuilder` (in CoreData) writes the form as SQL with bound constants; `FormCompiler`
///    compiles it into closures.
///
/// For example, `place CONTAINS[cd] "alaska" AND NOT magnitude < 4.5` becomes
///
///     .and([
///         .comparison(.keyPath(["place"]), contains[cd], .constant("alaska")),
///         .not(.comparison(.keyPath(["magnitude"]), less, .constant(4.5))),
///     ])
///
/// The invariant: for every form that has SQL, both evaluators select the same objects. It rests on
/// four rules.
///
/// - **Logic has two values.** A comparison with nil is false, except `==` and `!=`, and NOT turns
///   that false into true. In the example, an earthquake without a magnitude satisfies the NOT. SQL
///   would compute NULL and drop the row, so `QueryBuilder` negates a condition that can be NULL
///   with `NOT ifnull(…, 0)` and writes `!=` as `IS NOT`.
/// - **Values compare as SQLite's BINARY collation compares them.** See `order(_:_:)`.
/// - **Values of different kinds are never equal, less or greater.** SQLite converts `5 = '5'`
///   where a column has an affinity. `QueryBuilder` knows the type of each expression and decides
///   such a comparison itself; memory checks the kinds of the values.
/// - **Everything that SQLite lacks runs the same code.** Case and diacritic folding, LIKE and
///   MATCHES, most named functions and localized sorts are SQL functions and collations that call
///   `folded`, `StringMatcher`, `NamedFunction.apply` and `TextComparison.order`.
///
/// If the two disagreed, an object would match while it has unsaved changes and vanish when they
/// are saved, and a live list would differ from a fetch of the same request in its rows or their
/// order. `TwoEvaluatorsTests` evaluates random predicates with both and compares the results.
package indirect enum PredicateForm: Hashable, Sendable {
    case always(Bool)
    case and([PredicateForm])
    case or([PredicateForm])
    case not(PredicateForm)
    case comparison(ExpressionForm, Comparison, ExpressionForm)
    /// A Swift closure, which can be evaluated in memory only.
    case block(PredicateBlock)
}

extension PredicateForm {
    /// The operator of a comparison with its modifier (`ANY`) and its string options (`[cd]`).
    package struct Comparison: Hashable, Sendable {
        package var kind: Kind
        package var modifier = Modifier.direct
        package var caseInsensitive: Bool
        package var diacriticInsensitive: Bool
        /// `[n]`: The caller has folded both texts already, so `c` and `d` are not applied.
        package var normalized = false
        /// `[l]`: Text is compared by the rules of the current locale.
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

        /// The quantifier of the left side: compared as a whole (`direct`), or satisfied by `any`
        /// or `all` of its elements.
        package enum Modifier: Hashable, Sendable {
            case direct, any, all
        }
    }
}

/// A closure as a predicate. Compares by identity.
// Safe to share: immutable. The closure runs on the thread that evaluates the predicate, and its
// author is responsible for its thread safety, as on Apple's platforms.
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
