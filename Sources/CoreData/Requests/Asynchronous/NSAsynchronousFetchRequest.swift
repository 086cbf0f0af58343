internal import Dispatch
internal import Foundation
internal import StrataPredicates

/// A fetch that reads the store in the background while the context continues to work.
///
/// `NSManagedObjectContext.execute(_:)` returns an `NSAsynchronousFetchResult` at once. The
/// completion block is called on the context's queue.
public final class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest, ExecutableRequest {
    /// The fetch request to execute.
    public let fetchRequest: NSFetchRequest<ResultType>
    /// The block that is called once with the result, on the context's queue.
    public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// The total unit count of the result's progress; 0 if it is not known.
    public var estimatedResultCount = 0

    /// Creates an asynchronous fetch.
    ///
    /// The block is called once, on the context's queue, with the result or its error.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
    }

    /// Reads rows and columns on a background thread. Objects are created on the context's queue,
    /// where unsaved changes are merged in.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let stores = try context.storesRead
        let progress = Progress(totalUnitCount: estimatedResultCount > 0 ? Int64(estimatedResultCount) : -1)
        let result = NSAsynchronousFetchResult(self, context, progress: progress)
        let reading = AsynchronousFetchReader(
            fetch: try Fetch(fetchRequest, in: context), progress: progress, hasParent: context.parent != nil,
            feed: context.coordinator.feed)
        let delivery = Delivery(request: self, result: result)
        DispatchQueue.global().async {
            let read = Result { try reading.read(stores) }
            context.perform { delivery.deliver(read, reading) }
        }
        return result
    }

    /// The request and its result, which a background thread hands back to the context's queue.
    // Safe to share: the background thread holds it, but only the context's queue uses it.
    private struct Delivery: @unchecked Sendable {
        let request: NSAsynchronousFetchRequest
        let result: NSAsynchronousFetchResult<ResultType>

        func deliver(_ read: Result<AsynchronousFetchReader.Content, any Error>, _ reading: AsynchronousFetchReader) {
            do {
                let content = try read.get()
                try reading.checkCancellation()
                result.finalResult = try result.managedObjectContext.results(of: reading.fetch, having: content)
                    .map(request.fetchRequest.typed)
                if reading.progress.totalUnitCount < 0 { reading.progress.totalUnitCount = Int64(result.finalResult?.count ?? 0) }
                reading.progress.completedUnitCount = reading.progress.totalUnitCount
            } catch {
                result.operationError = error
            }
            request.completionBlock?(result)
        }
    }
}

/// A block that is called with the result of an asynchronous fetch.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
    NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// The result of an asynchronous fetch: empty at first, then `finalResult` or `operationError`.
public final class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// The request that returned this result.
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// The fetched objects, from the time the completion block is called; nil if the fetch failed
    /// or was canceled.
    public internal(set) var finalResult: [ResultType]?

    init(_ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext, progress: Progress?) {
        fetchRequest = request
        super.init(context, progress: progress)
    }
}

extension NSFetchRequest: ExecutableRequest {
    /// Executes the fetch synchronously, for `execute(_:)`. The returned result is complete.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(NSAsynchronousFetchRequest(fetchRequest: self), context, progress: nil)
        result.finalResult = try context.fetch(self)
        return result
    }
}

/// The part of an asynchronous fetch that runs without the context.
// Safe to share: a fetch is a value of constants, and Progress may be used on any thread.
struct AsynchronousFetchReader: @unchecked Sendable {
    let fetch: Fetch
    let progress: Progress
    /// Whether the rows are in a parent context, which has unsaved changes of its own.
    let hasParent: Bool
    /// The changes of the coordinator's stores.
    let feed: ChangeFeed

    // Safe to share: the background thread creates it before it passes it to the context's queue.
    enum Content: @unchecked Sendable {
        /// The rows, and the revision of the feed before they were read.
        case rows([IdentifiedRow], revision: UInt64)
        case dictionaries([NSDictionary])
        /// Nothing. The context itself executes fetches of counts, identifiers and incomplete rows,
        /// which are cheap, and most fetches from a parent context.
        case nothing
    }

    func read(_ stores: StoreGroup) throws -> Content {
        try reportProgress(0)
        let revision = feed.revision
        switch (fetch.results, fetch.reading) {
        case (.dictionaries(let columns?), _): return .dictionaries(try stores.fetch(columns, onRow: reportProgress))
        case (.objects, .rows) where !hasParent, (.dictionaries(nil), _) where !hasParent:
            return .rows(try stores.fetch(fetch.query, onRow: reportProgress), revision: revision)
        default: return .nothing
        }
    }

    func checkCancellation() throws {
        if progress.isCancelled { throw CocoaError(.userCancelled) }
    }

    /// Updates the progress every 64 rows, and throws if the fetch was canceled.
    private func reportProgress(_ count: Int) throws {
        guard count % 64 == 0 else { return }
        try checkCancellation()
        if progress.totalUnitCount > 0 { progress.completedUnitCount = min(Int64(count), progress.totalUnitCount) }
    }
}

extension NSManagedObjectContext {
    /// Returns the results of a fetch, given the content that was read in the background. Executes
    /// the fetch again if a constant that its predicate reads has another value now, such as an object
    /// that was saved since, if unsaved changes affect its objects, or if rows of its entity have
    /// changed since: this context may have merged or saved those changes, and would go back behind
    /// them.
    func results(of fetch: Fetch, having content: AsynchronousFetchReader.Content) throws -> [Any] {
        let present = try fetch.readingConstants(in: self)
        guard present.query.predicate == fetch.query.predicate else { return try results(of: present) }
        switch content {
        case .dictionaries(let dictionaries): return dictionaries
        case .rows(let rows, let revision):
            if case .objects = fetch.results, coordinator.feed.mayHaveChanged(fetch.query.layout, after: revision) {
                return try results(of: fetch)
            }
            return try results(of: fetch, rows: rows)
        case .nothing: return try results(of: fetch)
        }
    }
}
