public import Foundation
internal import Synchronization

/// The result of a request that is executed in the background.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public let managedObjectContext: NSManagedObjectContext
    /// The error of a failed or canceled request; set before the completion block is called.
    public internal(set) var operationError: (any Error)?
    /// The progress, counted in objects; nil if the request was executed synchronously. It is
    /// indeterminate if the request has no estimate of its total.
    public let progress: Progress?

    init(_ context: NSManagedObjectContext, progress: Progress?) {
        managedObjectContext = context
        self.progress = progress
    }

    /// Cancels the request, as `progress.cancel()` does. `operationError` is then
    /// NSUserCancelledError.
    open func cancel() {
        progress?.cancel()
    }
}
