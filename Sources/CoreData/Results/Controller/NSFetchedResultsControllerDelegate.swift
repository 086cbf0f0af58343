public import Foundation

/// What became of an object or a section of a fetched results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    case insert = 1
    case delete = 2
    /// The object has another place, or other values of what it is sorted by; that it has new values goes without saying.
    case move = 3
    case update = 4
}

/// Hears of what changes in the results of a controller, on the queue of its context.
///
/// All methods are optional. A delegate that has the snapshot's method hears of nothing else; nor does one that has the difference's
/// where the controller has no sections. The controller that they are given is equal (`==`) to the delegate's own, but another object: Swift
/// cannot give one of a generic type under another one's name.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// The results changed and are these now.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// The results changed, of a controller without sections; a move is a removal and an insertion that are associated.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

    /// An object entered (at `newIndexPath`), left (from `indexPath`), moved or changed (both).
    ///
    /// `indexPath` is its place before all changes that are being told of, and `newIndexPath` the one after all of them.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// A section came or went; told before the changes of objects.
    ///
    /// - Parameter sectionIndex: where a section that went was before all changes, or one that came is after all of them.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// What stands for a section in an index; where a delegate does not say, the section name's first letter as a capital.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

// What a delegate does not have. The first two tell the controller so, which then calls the others.
extension NSFetchedResultsControllerDelegate {
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        controller.core.wasNotHeard = true
    }

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        controller.core.wasNotHeard = true
    }

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        FetchedResultsCore.indexTitle(ofSectionNamed: sectionName)
    }
}
