internal import CoreData
internal import Foundation
internal import StrataPredicates

/// The part of a predicate of transactions that stores evaluate.
///
/// The operands of `&&` are taken apart, and so are predicates that are evaluated with the
/// transaction. A comparison of a property of the transaction with a value
/// becomes a condition of the stores. A value is an expression without the transaction, such as a
/// captured variable.
struct HistoryConditions {
    private(set) var conditions: [HistorySelection.Condition] = []
    /// Whether the conditions are the whole predicate.
    private(set) var areComplete = true

    init(_ predicate: Predicate<DefaultHistoryTransaction>?) {
        if let predicate { areComplete = add(predicate.expression) }
    }

    /// Adds the conditions of an expression. Returns whether they are the whole expression.
    private mutating func add(_ expression: Any) -> Bool {
        if let conjunction = expression as? any ConjunctionExpression {
            let parts = conjunction.parts.map { add($0) }
            return parts.allSatisfy { $0 }
        }
        if let application = expression as? any ApplicationExpression {
            return application.body.map { add($0) } ?? false
        }
        guard let condition = (expression as? any ComparisonExpression)?.condition else { return false }
        conditions.append(condition)
        return true
    }
}

private protocol ConjunctionExpression {
    var parts: [Any] { get }
}

extension PredicateExpressions.Conjunction: ConjunctionExpression {
    fileprivate var parts: [Any] { [lhs, rhs] }
}

private protocol ApplicationExpression {
    /// The expression of a predicate that is evaluated with the transaction; nil for another one.
    var body: Any? { get }
}

extension PredicateExpressions.PredicateApplication: ApplicationExpression {
    fileprivate var body: Any? {
        guard input is PredicateExpressions.Variable<DefaultHistoryTransaction> else { return nil }
        // Ignored: a predicate that depends on the transaction is evaluated in memory.
        // As Any, since the compiler takes the two types for different ones.
        let predicate: Any? = try? function.evaluate(PredicateBindings())
        return (predicate as? Predicate<DefaultHistoryTransaction>)?.expression
    }
}

private protocol ComparisonExpression {
    associatedtype LHS: PredicateExpression
    associatedtype RHS: PredicateExpression
    var lhs: LHS { get }
    var rhs: RHS { get }
    var relation: HistorySelection.Relation? { get }
}

extension PredicateExpressions.Equal: ComparisonExpression {
    fileprivate var relation: HistorySelection.Relation? { .equal }
}

extension PredicateExpressions.Comparison: ComparisonExpression {
    fileprivate var relation: HistorySelection.Relation? {
        switch op {
        case .lessThan: .less
        case .lessThanOrEqual: .lessOrEqual
        case .greaterThan: .greater
        case .greaterThanOrEqual: .greaterOrEqual
        @unknown default: nil
        }
    }
}

extension ComparisonExpression {
    /// The condition of stores; nil for a comparison that is evaluated in memory.
    fileprivate var condition: HistorySelection.Condition? {
        guard let relation else { return nil }
        if let property = (lhs as? any PropertyExpression)?.property, let value = Self.value(of: rhs) {
            return Self.condition(property, relation, value)
        }
        if let property = (rhs as? any PropertyExpression)?.property, let value = Self.value(of: lhs) {
            return Self.condition(property, relation.reversed, value)
        }
        return nil
    }

    /// Returns the value of an expression; nil for one with the transaction, which has no value yet.
    private static func value<Expression: PredicateExpression>(of expression: Expression) -> Any? {
        do {
            return try expression.evaluate(PredicateBindings())
        } catch {
            // Ignored: such an expression is evaluated in memory.
            return nil
        }
    }

    private static func condition(
        _ property: AnyKeyPath, _ relation: HistorySelection.Relation, _ value: Any
    ) -> HistorySelection.Condition? {
        switch property {
        case \DefaultHistoryTransaction.token where relation != .equal:
            (value as? DefaultHistoryToken).map { .token(relation, NSPersistentHistoryToken($0.numbers)) }
        case \DefaultHistoryTransaction.timestamp: (value as? Date).map { .timestamp(relation, $0) }
        case \DefaultHistoryTransaction.author where relation == .equal: (value as? String?).map { .authors([$0]) }
        case \DefaultHistoryTransaction.storeIdentifier where relation == .equal: (value as? String).map { .store($0) }
        default: nil
        }
    }
}

private protocol PropertyExpression {
    /// The property of the predicate's variable.
    var property: AnyKeyPath? { get }
}

extension PredicateExpressions.KeyPath: PropertyExpression {
    fileprivate var property: AnyKeyPath? { root is PredicateExpressions.Variable<Root.Output> ? keyPath : nil }
}
