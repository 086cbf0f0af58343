/// The values of one model at one time, which contexts and data stores exchange.
///
/// ``DefaultSnapshot`` serves models of any type. A type of the app's own encodes the values of a
/// model by the names of its properties, such as with ``DataStoreSnapshotCodingKey``, since a
/// context reads them so.
public protocol DataStoreSnapshot: Codable, Sendable {
    /// The identifier of the model: temporary for a new one.
    var persistentIdentifier: PersistentIdentifier { get }

    /// Creates a snapshot of a model's values. A context passes no related values.
    init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

    /// Returns the snapshot with another identifier, and with other identifiers of related models.
    ///
    /// - Parameter remappedIdentifiers: The new identifiers by the former ones, for those that change.
    func copy(
        persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// A value of a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The keys of an encoded snapshot.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
    /// The value of a stored property with a name; for a relationship, an identifier or an array of
    /// identifiers.
    case modeledProperty(String)
    /// The identifier of the model.
    case persistentIdentifier

    /// Creates the key with a name.
    public init?(stringValue: String) {
        self = stringValue == Self.identifierName ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Returns nil: the keys are names.
    public init?(intValue: Int) { nil }

    /// The name of the property, or `persistentIdentifier`.
    public var stringValue: String {
        switch self {
        case .modeledProperty(let name): name
        case .persistentIdentifier: Self.identifierName
        }
    }

    /// Nil: the keys are names.
    public var intValue: Int? { nil }

    private static let identifierName = "persistentIdentifier"
}
