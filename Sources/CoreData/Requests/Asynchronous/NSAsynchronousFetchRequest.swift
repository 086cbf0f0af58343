internal import Dispatch
internal import Foundation
internal import Predicates

/// A fetch whose store is read while the context goes on working.
///
/// `NSManagedObjectContext.execute(_:)` returns an `NSAsynchronousFetchResult` at once; the completion block is called on the context's queue.
public final class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest, ExecutableRequest {
    public let fetchRequest: NSFetchRequest<ResultType>
    public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// The total of the result's progress; 0 where it is not known.
    public var estimatedResultCount = 0

    /// - Parameter blk: Called once, on the context's queue, when the result or its error is there.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
    }

    /// Reads rows and columns on a thread of its own; objects are made on the context's queue, where unsaved changes are laid over.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let stores = try context.coordinator.requireStores()
        let progress = Progress(totalUnitCount: estimatedResultCount > 0 ? Int64(estimatedResultCount) : -1)
        let result = NSAsynchronousFetchResult(self, context, progress: progress)
        let reading = AsynchronousReading(fetch: try Fetch(fetchRequest, in: context), progress: progress)
        let delivery = Delivery(request: self, result: result)
        DispatchQueue.global().async {
            let read = Result { try reading.read(stores) }
            context.perform { delivery.deliver(read, reading) }
        }
        return result
    }

    /// Carries the request and its result, which belong to the context's queue, past the thread that reads.
    // Safe to share: handed through the reading thread, and used on the context's queue only.
    private struct Delivery: @unchecked Sendable {
        let request: NSAsynchronousFetchRequest
        let result: NSAsynchronousFetchResult<ResultType>

        func deliver(_ read: Result<AsynchronousReading.Content, any Error>, _ reading: AsynchronousReading) {
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

/// What an asynchronous fetch returned: nothing at first, then `finalResult` or an error.
public final class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// The result, once the completion block is called; nil where the fetch failed or was cancelled.
    public internal(set) var finalResult: [ResultType]?

    init(_ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext, progress: Progress?) {
        fetchRequest = request
        super.init(context, progress: progress)
    }
}

extension NSFetchRequest: ExecutableRequest {
    /// The result of a fetch given to `execute(_:)`: there at once.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(NSAsynchronousFetchRequest(fetchRequest: self), context, progress: nil)
        result.finalResult = try context.fetch(self)
        return result
    }
}

/// The part of a fetch that needs no context.
// Safe to share: a fetch is a value of constants, and Progress may be used on any thread.
struct AsynchronousReading: @unchecked Sendable {
    let fetch: Fetch
    let progress: Progress

    // Safe to share: written once by the reading thread, before the context has it.
    enum Content: @unchecked Sendable {
        case rows([NumberedRow])
        case dictionaries([NSDictionary])
        /// A count, identifiers and pages of faults are quickly read: the context does it.
        case nothing
    }

    func read(_ stores: StoreGroup) throws -> Content {
        try note(0)
        switch (fetch.results, fetch.reading) {
        case (.dictionaries(let columns?), _): return .dictionaries(try stores.fetch(columns, noting: note))
        case (.objects, .rows), (.dictionaries(nil), _): return .rows(try stores.fetch(fetch.query, noting: note))
        default: return .nothing
        }
    }

    func checkCancellation() throws {
        if progress.isCancelled { throw CocoaError(.userCancelled) }
    }

    /// Tells the progress now and then, and ends the reading where it was cancelled.
    private func note(_ count: Int) throws {
        guard count % 64 == 0 else { return }
        try checkCancellation()
        if progress.totalUnitCount > 0 { progress.completedUnitCount = min(Int64(count), progress.totalUnitCount) }
    }
}

extension NSManagedObjectContext {
    /// The results of a fetch whose rows were read already, unless unsaved changes have a say in them.
    fileprivate func results(of fetch: Fetch, having content: AsynchronousReading.Content) throws -> [Any] {
        switch content {
        case .dictionaries(let dictionaries): return dictionaries
        case .rows(let rows): return try results(of: fetch, rows: rows)
        case .nothing: return try results(of: fetch)
        }
    }
}
