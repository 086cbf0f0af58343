internal import CoreData
internal import Foundation

/// The identity of a model, the same in any context and across launches.
///
/// Unlike a model, an identifier can be sent to another actor or process, and be stored. A new model
/// has a temporary identifier until its context is saved.
public struct PersistentIdentifier: Hashable, Codable, Comparable, Identifiable, Sendable {
    /// The identifier's identity.
    public struct ID: Hashable, Sendable {
        fileprivate let uri: String
    }

    /// The ID of a managed object. An identifier of a store that is not open has none.
    let objectID: NSManagedObjectID?
    /// The URI of the managed object's ID.
    let uri: String
    /// The name of the model's entity.
    public let entityName: String

    init(_ objectID: NSManagedObjectID) {
        self.objectID = objectID
        uri = objectID.uriRepresentation().absoluteString
        entityName = objectID.entity.name ?? ""
    }

    /// Creates the identifier of a model that is in no context.
    init(unsaved identity: UUID, entityName: String) {
        objectID = nil
        uri = "x-coredata:///\(entityName)/t\(identity)"
        self.entityName = entityName
    }

    /// The identity of the identifier, which is as unique as the identifier itself.
    public var id: ID { ID(uri: uri) }

    /// The identifier of the model's store; nil while the identifier is temporary.
    public var storeIdentifier: String? {
        guard let host = URL(string: uri)?.host(), !host.isEmpty else { return nil }
        return host
    }

    /// Whether the model has not been saved.
    var isTemporary: Bool { storeIdentifier == nil }

    /// The URI, from which a coordinator makes the ID of the managed object.
    var url: URL? { URL(string: uri) }

    public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool { lhs.uri == rhs.uri }

    public func hash(into hasher: inout Hasher) { hasher.combine(uri) }

    /// Orders identifiers by store, entity and primary key. Those of new models come last.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        let (left, right) = (lhs.position, rhs.position)
        return left.text == right.text ? left.key < right.key : left.text < right.text
    }

    private var position: (text: String, key: Int64) {
        let end = uri.lastIndex(of: "/") ?? uri.startIndex
        let key = Int64(uri[end...].dropFirst(2)) ?? .max
        return (isTemporary ? "~" + uri : String(uri[..<end]), key)
    }

    private enum CodingKeys: CodingKey {
        case implementation
    }

    // The keys of Apple's encoding.
    private struct Implementation: Codable {
        var entityName: String
        var isTemporary: Bool
        var primaryKey: String
        var storeIdentifier: String?
        var uriRepresentation: URL
    }

    public init(from decoder: any Decoder) throws {
        let implementation = try decoder.container(keyedBy: CodingKeys.self)
            .decode(Implementation.self, forKey: .implementation)
        objectID = nil
        uri = implementation.uriRepresentation.absoluteString
        entityName = implementation.entityName
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        guard let url else {
            throw EncodingError.invalidValue(uri, .init(codingPath: encoder.codingPath, debugDescription: "\(uri) is no URL."))
        }
        try container.encode(
            Implementation(
                entityName: entityName, isTemporary: isTemporary, primaryKey: url.lastPathComponent,
                storeIdentifier: storeIdentifier, uriRepresentation: url), forKey: .implementation)
    }
}
