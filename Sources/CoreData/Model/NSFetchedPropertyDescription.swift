internal import StrataModelDifference

/// The description of a fetched property: a read-only property whose value is the result of a fetch
/// request.
///
/// In the request's predicate, `$FETCH_SOURCE` is the object and `$FETCHED_PROPERTY` is this
/// description.
// Safe to share: see NSPropertyDescription.
public final class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// The request whose results are the property's value. Once the model is in use, reading it
    /// returns a copy, which can be changed without a change of the model.
    public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        get { owner?.isInUse == true ? request?.copied() : request }
        set { request = newValue }
    }
    /// The model's own request.
    private(set) var request: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireEditable() } }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        request = other.request?.copied()
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add("fetched property")
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        guard super.saysTheSame(as: other), let other = other as? NSFetchedPropertyDescription else { return false }
        return areEqual(request, other.request)
    }

    public override var description: String { "\(commonText), fetchRequest \(request?.description ?? "(null)")" }
}
