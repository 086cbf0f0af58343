internal import Foundation
internal import StrataTraps
public import StrataPredicates

/// An expression that executes a fetch request, `FETCH(request, context, countOnly)`. In the
/// predicate of a fetch, the fetching context executes it, before the query.
// Safe to share: see NSExpression; adds no state.
public final class NSFetchRequestExpression: NSExpression, @unchecked Sendable {
    /// Creates an expression that executes a fetch request.
    ///
    /// - Parameters:
    ///   - fetch: An expression whose value is an `NSFetchRequest`.
    ///   - context: An expression whose value is the `NSManagedObjectContext` to fetch in.
    ///   - countFlag: Whether the expression's value is the number of matches instead of the
    ///     matches.
    public class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(form: .fetch(fetch.form, context.form, countOnly: countFlag))
    }

    /// The expression whose value is the fetch request.
    public var requestExpression: NSExpression { NSExpression(form: parts.request) }

    /// The expression whose value is the context.
    public var contextExpression: NSExpression { NSExpression(form: parts.context) }

    /// Whether the expression's value is the number of matches instead of the matches.
    public var isCountOnlyRequest: Bool { parts.countOnly }

    private var parts: (request: ExpressionForm, context: ExpressionForm, countOnly: Bool) {
        guard case .fetch(let request, let context, let countOnly) = form else {
            trap("\(self) is not a FETCH expression. Create one with expression(forFetch:context:countOnly:).")
        }
        return (request, context, countOnly)
    }
}

/// The `expressionType` of an `NSFetchRequestExpression`.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

extension NSFetchRequest: ExpressionFetching {
    package func fetch(in context: Any?, countOnly: Bool) throws -> Any {
        guard let context = context as? NSManagedObjectContext else {
            throw InvalidPredicate("FETCH takes an NSManagedObjectContext as its second argument, not \(context ?? "nil").")
        }
        return countOnly ? NSNumber(value: try context.count(for: self)) : try context.fetch(self) as Any
    }
}
