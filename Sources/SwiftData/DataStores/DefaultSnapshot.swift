internal import CoreData
internal import Foundation
internal import StrataTraps

/// The values of one model of any type.
///
/// It is encoded by the names of the model's stored properties, and `persistentIdentifier`.
/// Properties that are nil are left out. A property that an encoded snapshot lacks is nil or has its
/// default value. Relationships are identifiers. A value of an `@Attribute(.transformable(by:))` can
/// be encoded only if its type is Codable, and ephemeral values are not part of a snapshot.
// Safe to share: constant. The values are copies.
public struct DefaultSnapshot: DataStoreSnapshot, @unchecked Sendable {
    /// The identifier of the model: temporary for a new one.
    public let persistentIdentifier: PersistentIdentifier
    /// The values by property name: those of attributes without an optional around them, a
    /// `PersistentIdentifier`, or an array of these.
    let values: [String: Any]

    /// The entities by which snapshots are decoded; nil outside of the calls of a store.
    @TaskLocal static var model: NSManagedObjectModel?

    init(_ persistentIdentifier: PersistentIdentifier, values: [String: Any]) {
        self.persistentIdentifier = persistentIdentifier
        self.values = values
    }

    /// Creates a snapshot of a model's values. Leaves the related values as they are: relationships are
    /// identifiers.
    public init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
        guard let anchor = backingData.knownAnchor else {
            trap("A snapshot can be made of backing data by SwiftData only, and not of a \(type(of: backingData)).")
        }
        self.init(anchor)
    }

    init(_ anchor: ModelAnchor) {
        self.init(anchor.identifier, values: Self.values(of: anchor))
    }

    private static func values(of anchor: ModelAnchor) -> [String: Any] {
        var values: [String: Any] = [:]
        let attributes = anchor.attributeValues
        for property in SnapshotProperty.all(of: anchor.modelClass) {
            if property.isRelationship {
                values[property.name] = anchor.relatedIdentifiers(property.index)
            } else {
                values[property.name] =
                    attributes[property.index].flatMap(OptionalTypes.unwrapped(value:)) ?? property.valueIfMissing
            }
        }
        return values
    }

    /// Returns the snapshot with another identifier, and with other identifiers of related models.
    public func copy(
        persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
    ) -> DefaultSnapshot {
        guard let remapped = remappedIdentifiers, !remapped.isEmpty else {
            return DefaultSnapshot(persistentIdentifier, values: values)
        }
        let changed = values.mapValues { value -> Any in
            switch value {
            case let identifier as PersistentIdentifier: remapped[identifier] ?? identifier
            case let identifiers as [PersistentIdentifier]: identifiers.map { remapped[$0] ?? $0 }
            default: value
            }
        }
        return DefaultSnapshot(persistentIdentifier, values: changed)
    }

    // MARK: Coding

    /// Decodes a snapshot by the entity that its identifier names.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for an entity that the program has no class of, and the
    ///   errors of the values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        let name = identifier.entityName
        let layout = Self.model?.entitiesByName[name]?.modelLayout as? ModelLayout
        guard let modelClass = layout?.modelClass ?? ModelClass.known(named: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .persistentIdentifier, in: container, debugDescription: "There is no model class for '\(name)'.")
        }
        var values: [String: Any] = [:]
        for property in SnapshotProperty.all(of: modelClass) {
            let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
            guard let type = property.codedType as? any Decodable.Type else { continue }
            func decode<Value: Decodable>(_ type: Value.Type) throws -> Any? {
                try container.decodeIfPresent(Value.self, forKey: key)
            }
            values[property.name] = try decode(type)
        }
        self.init(identifier, values: values)
    }

    /// Encodes the identifier and the values by the names of the properties.
    ///
    /// - Throws: `EncodingError.invalidValue` for a value that is not Encodable, and the errors of the
    ///   values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let encodable = value as? any Encodable else {
                throw EncodingError.invalidValue(
                    value,
                    .init(
                        codingPath: container.codingPath,
                        debugDescription: "\(persistentIdentifier.entityName).\(name) is not Encodable."))
            }
            try container.encode(encodable, forKey: .modeledProperty(name))
        }
    }
}

extension ModelAnchor {
    /// Returns the identifier of the model that a relationship leads to, or the identifiers; nil for
    /// none.
    fileprivate func relatedIdentifiers(_ index: Int) -> Any? {
        guard let object else {
            linkReferrers()
            switch values[index] {
            case let model as any PersistentModel: return model.persistentModelID
            case let members as OwnMembers: return members.models.map(\.persistentModelID)
            default: return nil
            }
        }
        let name = modelClass.properties[index].name
        guard let relationship = object.entity.relationshipsByName[name], object.isRelated else { return nil }
        let slot = layout.slots[index]
        if relationship.isToMany { return object.sortedRelatedObjects(at: slot).map { PersistentIdentifier($0.objectID) } }
        return object.relatedObject(at: slot).map { PersistentIdentifier($0.objectID) }
    }
}
