internal import CoreData
internal import StrataTraps
internal import Synchronization

// A context of views that is used off the main queue
//
// Swift 5 lets an async function that is not on the main actor use the main context. Apple's
// framework logs that, and goes on. Here the call is made on the main queue, which the caller waits
// for.
extension ModelContext {
    /// Calls a closure on the main queue, and waits for it, if views use the context and the caller
    /// is elsewhere. Otherwise calls it at once.
    func onQueue<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard managed.isUsedOffMainQueue else { return try body() }
        // Logged before the main queue is waited for, which may be waiting for the caller.
        if !hasLeftQueue.exchange(true, ordering: .relaxed) {
            StandardStream.error.write(
                """
                A ModelContext of the main queue is being used off it, and its calls wait for the main queue. Contexts are not \
                Sendable: use a ModelActor.

                """)
        }
        return try NSManagedObjectContext.waitOnMainQueue(body)
    }
}
