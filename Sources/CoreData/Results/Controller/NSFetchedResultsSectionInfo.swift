/// A section of a fetched results controller.
public protocol NSFetchedResultsSectionInfo {
    /// The section's value as text.
    var name: String { get }
    /// What stands for the section in an index beside the list.
    var indexTitle: String? { get }
    var numberOfObjects: Int { get }
    /// The objects in order; made when asked for.
    var objects: [Any]? { get }
}

/// A section of a result as it was when the section was asked for.
struct FetchedResultsSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    let positions: Range<Int>
    let object: (Int) -> Any

    var numberOfObjects: Int { positions.count }
    var objects: [Any]? { positions.map(object) }
}
