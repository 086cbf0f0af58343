/// A section of a fetched results controller: consecutive objects with equal section values. It
/// does not change when the results do.
public protocol NSFetchedResultsSectionInfo {
    /// The section's value as text; empty if there is none.
    var name: String { get }
    /// The title of the section in an index beside the list; by default the name's first letter.
    var indexTitle: String? { get }
    /// The number of objects. Reads none of them.
    var numberOfObjects: Int { get }
    /// The objects in order. Each access creates an array and reads all of them.
    var objects: [Any]? { get }
}
