internal import Foundation

extension NSFetchRequest {
    /// Executes the request in the context whose queue the caller runs on, such as inside that
    /// context's `perform`.
    ///
    /// - Throws: An error if the queue belongs to no context, or to several, as is common for the
    ///   main queue. Call the context's `fetch(_:)` then, and also for a context of the confinement
    ///   type, which has no queue. Also throws the errors of that method.
    public func execute() throws -> [ResultType] {
        let contexts = ContextsInUse.onCurrentQueue.filter { context in
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
