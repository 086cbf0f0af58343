public import Foundation

// Foundation's macros on Linux reject `evaluate`. These are preferred to them for models, and expand
// to them; see `PredicateMacro` in StrataSwiftDataExpansion.

/// Creates a condition on models, which a fetch or a query can have.
///
///     let upcoming = #Predicate<Trip> { $0.start > today }
///     let long = #Predicate<Trip> { $0.nights > 7 }
///     let both = #Predicate<Trip> { upcoming.evaluate($0) && long.evaluate($0) }
///
/// A condition can evaluate other predicates and expressions. Its captured values are Codable, or
/// models, predicates or expressions.
@freestanding(expression)
public macro Predicate<Input: PersistentModel>(_ body: (Input) -> Bool) -> Foundation.Predicate<Input> =
    #externalMacro(module: "StrataSwiftDataMacros", type: "PredicateMacro")

/// Creates a condition on a model and another value, which other predicates can evaluate.
@freestanding(expression)
public macro Predicate<First: PersistentModel, Second>(
    _ body: (First, Second) -> Bool
) -> Foundation.Predicate<First, Second> = #externalMacro(module: "StrataSwiftDataMacros", type: "PredicateMacro")

/// Creates an expression of a model, which predicates can evaluate.
///
///     let nights = #Expression<Trip, Int> { $0.days - 1 }
///     let long = #Predicate<Trip> { nights.evaluate($0) > 7 }
@freestanding(expression)
public macro Expression<Input: PersistentModel, Result>(
    _ body: (Input) -> Result
) -> Foundation.Expression<Input, Result> = #externalMacro(module: "StrataSwiftDataMacros", type: "ExpressionMacro")

/// Creates an expression of a model and another value, which predicates can evaluate.
@freestanding(expression)
public macro Expression<First: PersistentModel, Second, Result>(
    _ body: (First, Second) -> Result
) -> Foundation.Expression<First, Second, Result> =
    #externalMacro(module: "StrataSwiftDataMacros", type: "ExpressionMacro")

/// Foundation's `#Predicate`. ``Predicate(_:)`` expands to it.
@freestanding(expression)
public macro _ModelPredicate<each Input>(_ body: (repeat each Input) -> Bool) -> Foundation.Predicate<repeat each Input> =
    #externalMacro(module: "FoundationMacros", type: "PredicateMacro")

/// Foundation's `#Expression`. ``Expression(_:)`` expands to it.
@freestanding(expression)
public macro _ModelExpression<each Input, Result>(
    _ body: (repeat each Input) -> Result
) -> Foundation.Expression<repeat each Input, Result> =
    #externalMacro(module: "FoundationMacros", type: "ExpressionMacro")
