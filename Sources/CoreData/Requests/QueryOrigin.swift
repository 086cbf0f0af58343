internal import Foundation

/// The request that a query was compiled from, for stores that execute requests themselves.
///
/// Queries have it only if a store of their coordinator needs it.
// Safe to share: the request is a copy that is never changed.
final class QueryOrigin: @unchecked Sendable {
    let request: NSFetchRequest<any NSFetchRequestResult>
    /// The context that the query was compiled for. Weak, since live results keep their query.
    weak let context: NSManagedObjectContext?

    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext) {
        self.request = request
        self.context = context
    }

    /// Returns the origin of a query in a context; nil if no store needs it.
    static func make<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) -> QueryOrigin? {
        guard context.coordinator.executesRequests else { return nil }
        let copy = NSFetchRequest<any NSFetchRequestResult>(request)
        if copy.entityName == nil { copy.entity = request.layout(in: context).entity }
        return QueryOrigin(copy, context)
    }
}
