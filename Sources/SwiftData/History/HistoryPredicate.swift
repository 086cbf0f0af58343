public import Foundation

// As the macros of models, which accept `evaluate`.

/// Creates a condition on transactions, which a fetch of the history can have.
///
///     let later = #Predicate<DefaultHistoryTransaction> { $0.token > token }
///     let imported = #Predicate<DefaultHistoryTransaction> {
///         later.evaluate($0) && $0.author == "import"
///     }
///
/// A condition can evaluate other predicates and expressions.
@freestanding(expression)
public macro Predicate<Input: HistoryTransaction>(_ body: (Input) -> Bool) -> Foundation.Predicate<Input> =
    #externalMacro(module: "StrataSwiftDataMacros", type: "PredicateMacro")
