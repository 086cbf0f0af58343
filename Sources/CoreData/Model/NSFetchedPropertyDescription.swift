internal import StrataModelDifference

/// The description of a fetched property: a read-only property whose value is the result of a fetch
/// request.
///
/// In the request's predicate, `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` is this
/// description.
// Safe to share: see NSPropertyDescription.
public final class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// The request whose results are the property's value.
    public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireEditable() } }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        fetchRequest = other.fetchRequest?.copied()
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add("fetched property")
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        guard super.saysTheSame(as: other), let other = other as? NSFetchedPropertyDescription else { return false }
        return areEqual(fetchRequest, other.fetchRequest)
    }

    public override var description: String { "\(commonText), fetchRequest \(fetchRequest?.description ?? "(null)")" }
}
