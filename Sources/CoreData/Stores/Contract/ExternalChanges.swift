/// The changes that other writers have committed to a store since they were last read.
enum ExternalChanges {
    case nothing
    case changes(ChangeSet)
    /// Changes that cannot be read, because their history was deleted or is too long.
    case unknown
    /// Changes to a store that keeps no history, and so cannot list them.
    case unlisted
}

/// A subscription to the reports of an engine that others have written to its store. It ends when it
/// is released.
protocol StoreSubscription: AnyObject, Sendable {}
