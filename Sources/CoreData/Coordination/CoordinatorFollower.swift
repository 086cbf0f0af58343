internal import Foundation

/// An observer of the changes of a coordinator's stores: the mailbox of a context. It may be
/// released on any thread, since the coordinator has strong references to its followers while it
/// notifies them.
///
/// The coordinator notifies its followers on any thread, and names no context. So coordinators are
/// below contexts.
protocol CoordinatorFollower: AnyObject, Sendable {
    /// Schedules a merge, if the follower merges automatically.
    ///
    /// - Parameter publisher: The coordinator or the parent of the follower.
    func mergeIfAutomatic(_ changes: ChangeSet, from publisher: any NSObject & Sendable)

    /// Merges changes before the call returns, if the follower merges automatically. Called on its
    /// queue.
    func mergeAtOnceIfAutomatic(_ changes: ChangeSet, from publisher: NSPersistentStoreCoordinator)

    /// Schedules another read of everything after changes that cannot be listed, if the follower
    /// merges automatically.
    func rereadIfAutomatic(from publisher: NSPersistentStoreCoordinator)

    /// Schedules another read of what could not be read.
    func readAgainSoon()

    /// Schedules an update after stores were added or removed.
    func storesDidChange(of publisher: NSPersistentStoreCoordinator)
}
