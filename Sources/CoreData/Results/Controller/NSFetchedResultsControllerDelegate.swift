public import Foundation

/// The kind of change to an object or a section that a fetched results controller reports.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// The object or section is new in the results.
    case insert = 1
    /// The object or section is no longer in the results.
    case delete = 2
    /// The object has another position, or other values at its sort keys. It may have other new
    /// values as well.
    case move = 3
    /// The object has new values, and stays where it was.
    case update = 4
}

/// An object that is notified of the changes in a controller's results, on the queue of its
/// context.
///
/// All methods are optional. A delegate that implements the method with a snapshot is notified by
/// that method only. The same is true for the method with a collection difference, if the
/// controller has no section key path. The controller that is passed to the methods is equal (`==`)
/// to the original controller but not identical: Swift cannot convert an instance of a generic
/// class to one with another type argument.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// Called after the results changed, and at the end of each `performFetch()`.
    ///
    /// The snapshot has the sections and object IDs of the new results. Also called after a save that
    /// gave permanent IDs to objects of the results, which replace the temporary ones.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// Called after the results of a controller without sections changed.
    ///
    /// The difference has the object IDs that were removed and inserted. A move is a removal and an
    /// insertion that are associated with each other, and so is an update.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

    /// Called for each object that was inserted (`newIndexPath`), deleted (`indexPath`), moved or
    /// updated (both).
    ///
    /// `indexPath` is the position before all changes that are being reported, and `newIndexPath`
    /// the position after all of them.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// Called for each section that was inserted or deleted, before any call for an object.
    ///
    /// `sectionIndex` is the index of a deleted section before all changes that are being reported,
    /// or of an inserted one after all of them.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// Called before the calls for single sections and objects. The controller has the new results
    /// already.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Called after the calls for single sections and objects.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Called after the results became stale, or current again; see
    /// ``NSFetchedResultsController/isStale``. In the second case, the methods above have reported
    /// what changed meanwhile.
    ///
    /// Strata's own: Apple's delegates have no such method.
    func controllerDidChangeStaleness(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Returns the title of a section in an index; nil for none. By default, the first letter of
    /// the section's name in upper case.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

// Defaults. The first two make the controller continue with the methods after them.
extension NSFetchedResultsControllerDelegate {
    /// Makes the controller continue with a collection difference, or with single changes.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        controller.core.wasNotHeard = true
    }

    /// Makes the controller continue with single changes.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        controller.core.wasNotHeard = true
    }

    /// Ignores the change of an object.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Ignores the change of a section.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    /// Does nothing.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Does nothing.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Does nothing.
    public func controllerDidChangeStaleness(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Returns the first letter of the section's name in upper case; nil for an empty name.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        FetchedResultsCore.indexTitle(ofSectionNamed: sectionName)
    }
}
