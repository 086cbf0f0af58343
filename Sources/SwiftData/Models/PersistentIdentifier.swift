internal import CoreData
internal import Foundation

/// The identity of a model, the same in any context and across launches.
///
/// Unlike a model, an identifier can be sent to another actor or process, and be stored. A new model
/// has a temporary identifier until its context is saved.
public struct PersistentIdentifier: Hashable, Codable, Comparable, Identifiable, Sendable {
    /// The identifier's identity.
    public struct ID: Hashable, Sendable {
        fileprivate let store: String?
        fileprivate let entityName: String
        fileprivate let key: Key

        public func hash(into hasher: inout Hasher) {
            // Without the store, which rarely distinguishes two identifiers and is long.
            hasher.combine(entityName)
            hasher.combine(key)
        }
    }

    /// The key of a model among those of its entity.
    fileprivate enum Key: Hashable, Sendable {
        /// The primary key of a row.
        case row(Int64)
        /// A temporary key, or one of a store of another kind.
        case text(String)

        init(_ text: String) {
            if text.hasPrefix("p"), let row = Int64(text.dropFirst()), row >= 0, text == "p\(row)" {
                self = .row(row)
            } else {
                self = .text(text)
            }
        }

        var text: String {
            switch self {
            case .row(let row): "p\(row)"
            case .text(let text): text
            }
        }
    }

    /// The ID of a managed object. A decoded identifier has none.
    let objectID: NSManagedObjectID?

    /// The identity of the model, if the identifier is from before its first save. Not part of the
    /// identifier's own identity, and not encoded.
    private let early: EarlyIdentity?

    /// The identity of the identifier, which is as unique as the identifier itself.
    public let id: ID

    /// The name of the model's entity.
    public var entityName: String { id.entityName }

    /// The identifier of the model's store; nil while the identifier is temporary.
    public var storeIdentifier: String? { id.store }

    /// Creates the identifier of a managed object.
    ///
    /// - Parameter early: The identity of a model that is not saved.
    init(_ objectID: NSManagedObjectID, _ early: EarlyIdentity? = nil) {
        self.objectID = objectID
        self.early = early
        let name = objectID.entity.name ?? ""
        guard let reference = objectID.referenceObject else {
            let key: Key = objectID.primaryKey.map(Key.row) ?? .text(objectID.temporaryKey)
            id = ID(store: objectID.storeUUID, entityName: name, key: key)
            return
        }
        // A data store names its models by texts, and a new one only after it was saved.
        if let unsaved = reference as? UnsavedKey {
            id = ID(store: nil, entityName: name, key: .text(unsaved.description))
        } else {
            id = ID(store: objectID.storeUUID, entityName: name, key: Key("\(reference)"))
        }
    }

    /// Returns the identifier of a managed object. Copies the names of the entity and the store from
    /// `other` if both identifiers are of one entity and store, which is faster than looking them up.
    static func of(_ objectID: NSManagedObjectID, like other: PersistentIdentifier?) -> PersistentIdentifier {
        guard let other, let known = other.objectID, objectID.isOfRow(beside: known), let row = objectID.primaryKey else {
            return PersistentIdentifier(objectID)
        }
        return PersistentIdentifier(
            ID(store: other.id.store, entityName: other.id.entityName, key: .row(row)), objectID)
    }

    /// Creates the identifier of a model that is in no context.
    init(unsaved identity: EarlyIdentity, entityName: String) {
        objectID = nil
        early = identity
        id = ID(store: nil, entityName: entityName, key: .text("t\(identity.key)"))
    }

    private init(_ id: ID, _ objectID: NSManagedObjectID? = nil) {
        self.objectID = objectID
        early = nil
        self.id = id
    }

    /// Returns the identifier of a model by its key in a store.
    ///
    /// - Parameters:
    ///   - storeIdentifier: The identifier of the store, as in ``storeIdentifier``.
    ///   - entityName: The name of the model's entity.
    ///   - primaryKey: The key. An integer is the primary key of a row in a store of this package.
    /// - Throws: `EncodingError.invalidValue` if a name or the key is empty, or if they cannot be
    ///   part of a URI.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        let text = primaryKey is any BinaryInteger ? "p\(primaryKey)" : primaryKey.description
        let identifier = PersistentIdentifier(ID(store: storeIdentifier, entityName: entityName, key: Key(text)))
        guard !storeIdentifier.isEmpty, !entityName.isEmpty, !text.isEmpty, identifier.url != nil else {
            throw EncodingError.invalidValue(
                primaryKey,
                .init(codingPath: [], debugDescription: "'\(identifier.uri)' is no identifier of a model."))
        }
        return identifier
    }

    /// The text of the key, as an identifier is encoded with it.
    var primaryKeyText: String { id.key.text }

    /// Whether the model has not been saved.
    var isTemporary: Bool { storeIdentifier == nil }

    /// Whether another identifier may stand for the model after its insertion or its first save. False
    /// for an identifier that was decoded.
    package var mayBeReplaced: Bool { early != nil }

    /// The identifier that the model has now, if it has got another one since this one was read; nil
    /// otherwise. A read before that is reported to Observation.
    package var replacement: PersistentIdentifier? {
        guard let early, let latest = early.objectID, latest != objectID else { return nil }
        return PersistentIdentifier(latest, latest.isTemporaryID ? early : nil)
    }

    /// The URI of the managed object's ID.
    var uri: String {
        let key = id.key.text
        let path = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? key
        // A data store may have an identifier with any characters.
        let store = id.store.map { $0.addingPercentEncoding(withAllowedCharacters: Self.allowedInHost) ?? $0 }
        return "x-coredata://\(store ?? "")/\(id.entityName)/\(path)"
    }

    private static let allowedInHost = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    /// The URI, from which a coordinator makes the ID of the managed object.
    var url: URL? { URL(string: uri) }

    /// The stores for which a predicate is being converted; nil outside a conversion.
    @TaskLocal static var storage: ContainerStorage?

    /// Returns the ID of the managed object in the stores of a coordinator. A decoded identifier, and
    /// one of another container, is looked up by its URI. Nil if no store of the coordinator has it.
    func objectID(in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
        // Not by the entity's model, which may be gone with the container that the identifier is from.
        if let objectID, coordinator.managedObjectModel.entitiesByName[entityName] === objectID.entity { return objectID }
        for case let store as any IdentifierStore in coordinator.persistentStores where store.identifier == storeIdentifier {
            return store.objectID(of: self)
        }
        return url.flatMap(coordinator.managedObjectID(forURIRepresentation:))
    }

    public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool { lhs.id == rhs.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Orders identifiers by store, entity and primary key. Those of new models come last.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        let (left, right) = (lhs.id, rhs.id)
        guard left.store == right.store else {
            guard let leftStore = left.store else { return false }
            guard let rightStore = right.store else { return true }
            return leftStore < rightStore
        }
        guard left.entityName == right.entityName else { return left.entityName < right.entityName }
        switch (left.key, right.key) {
        case (.row(let left), .row(let right)): return left < right
        case (.text(let left), .text(let right)): return left < right
        case (.row, .text): return true
        case (.text, .row): return false
        }
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
        self.init(
            ID(
                store: implementation.storeIdentifier, entityName: implementation.entityName, key: Key(implementation.primaryKey))
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        guard let url else {
            throw EncodingError.invalidValue(uri, .init(codingPath: encoder.codingPath, debugDescription: "\(uri) is no URL."))
        }
        try container.encode(
            Implementation(
                entityName: entityName, isTemporary: isTemporary, primaryKey: id.key.text,
                storeIdentifier: storeIdentifier, uriRepresentation: url), forKey: .implementation)
    }
}
