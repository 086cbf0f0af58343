internal import Foundation
internal import Traps
public import Predicates

/// `FETCH(request, context, countOnly)`: what a fetch gives, as an expression that runs in memory.
// Safe to share: see NSExpression; adds no state.
public final class NSFetchRequestExpression: NSExpression, @unchecked Sendable {
    /// - Parameters:
    ///   - fetch: gives an `NSFetchRequest`.
    ///   - context: gives the `NSManagedObjectContext` that fetches.
    ///   - countFlag: whether the expression gives the number of matches, and not the matches.
    public class func expression(
        forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
    ) -> NSExpression {
        NSFetchRequestExpression(form: .fetch(fetch.form, context.form, countOnly: countFlag))
    }

    /// What gives the request.
    public var requestExpression: NSExpression { NSExpression(form: parts.request) }

    /// What gives the context.
    public var contextExpression: NSExpression { NSExpression(form: parts.context) }

    public var isCountOnlyRequest: Bool { parts.countOnly }

    private var parts: (request: ExpressionForm, context: ExpressionForm, countOnly: Bool) {
        guard case .fetch(let request, let context, let countOnly) = form else {
            trap("\(self) is no FETCH expression; make one with expression(forFetch:context:countOnly:).")
        }
        return (request, context, countOnly)
    }
}

/// The kind of a FETCH expression.
public let NSFetchRequestExpressionType = NSExpression.ExpressionType.fetchRequest

extension NSFetchRequest: ExpressionFetching {
    package func fetch(in context: Any?, countOnly: Bool) throws -> Any {
        guard let context = context as? NSManagedObjectContext else {
            throw InvalidPredicate("FETCH takes an NSManagedObjectContext as its second argument, not \(context ?? "nil").")
        }
        return countOnly ? NSNumber(value: try context.count(for: self)) : try context.fetch(self) as Any
    }
}
