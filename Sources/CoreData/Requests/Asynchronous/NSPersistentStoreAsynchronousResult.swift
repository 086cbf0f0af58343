public import Foundation
internal import Synchronization

/// What a request returns that is carried out later.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    public let managedObjectContext: NSManagedObjectContext
    /// Why there is no result; set before the completion block is called.
    public internal(set) var operationError: (any Error)?
    /// How far the work is, in objects. Its total is the request's estimate; indeterminate where there is none.
    public let progress: Progress?

    init(_ context: NSManagedObjectContext, progress: Progress?) {
        managedObjectContext = context
        self.progress = progress
    }

    /// Ends the work early: `operationError` is then `NSUserCancelledError`. As `progress.cancel()`.
    open func cancel() {
        progress?.cancel()
    }
}
