/// An observer of the changes of a context: the pool of its live results.
///
/// A context has one as soon as a result is opened, and names no result. So contexts are below
/// results.
protocol ContextFollower: AnyObject {
    /// Whether no result is in use.
    var isEmpty: Bool { get }

    /// Applies the changes of an event, a save or a merge.
    func apply(_ changes: ChangeSet)

    /// Reads everything again.
    func reopen()

    /// Reads again after objects received permanent IDs.
    func reopenAfterReplacingIDs()

    /// Reads what does not reflect some of the changes that the feed has dropped.
    func reopenUninformed()

    /// Reads what could not be updated.
    func reopenStale()

    /// Keeps an object that an ID was resolved to, if the follower handed the ID out.
    func keepIdentified(_ object: NSManagedObject)
}
