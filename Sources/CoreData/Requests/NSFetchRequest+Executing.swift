internal import Foundation
internal import Synchronization

extension NSFetchRequest {
    /// The results in the context on whose queue the caller runs: inside that context's `perform`.
    ///
    /// Throws where there is no such context, or where several work on the caller's queue, as on the main one: call their
    /// `fetch(_:)` then.
    public func execute() throws -> [ResultType] {
        let contexts = ContextsInUse.ofCallersQueue.filter { context in
            entityName.map { context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[$0] != nil } ?? true
        }
        guard contexts.count == 1 else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                \(contexts.isEmpty ? "No context works" : "\(contexts.count) contexts work") on this queue, so execute() cannot tell which \
                is meant. Call it inside the context's perform, or call the context's fetch(_:).
                """)
        }
        return try contexts[0].fetch(self)
    }
}

/// The contexts that have a coordinator, held weakly.
enum ContextsInUse {
    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    private static let contexts = Mutex<[WeakContext]>([])

    static func add(_ context: NSManagedObjectContext) {
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil || $0.context === context }
            contexts.append(WeakContext(context: context))
        }
    }

    static var ofCallersQueue: [NSManagedObjectContext] {
        contexts.withLock { $0.compactMap(\.context) }.filter(\.queue.isCurrent)
    }
}
