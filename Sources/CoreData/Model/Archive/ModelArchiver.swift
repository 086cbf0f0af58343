internal import Foundation
internal import StrataArchives
internal import StrataPredicates
internal import StrataTraps

/// An encoder of models as keyed archives, with the class names and keys of Apple's frameworks.
///
/// The names and keys were read from the stores in `../shared/data/stores`, and those of composite
/// attributes from stores of SwiftData. None of these stores contains a derivation expression or a
/// fetch request, so the keys for them are Strata's own.
struct ModelArchiver {
    private var archive = KeyedArchive()
    /// The indexes of entities and properties, reserved before any of them is written because they
    /// refer to each other.
    private var places: [ObjectIdentifier: Int] = [:]

    /// Returns the archive of a model.
    ///
    /// - Throws: An error for a predicate with a closure, and for a default value whose class does
    ///   not implement NSCoding.
    static func archive(_ model: NSManagedObjectModel) throws -> Data {
        var archiving = ModelArchiver()
        try archiving.write(model)
        return archiving.archive.data
    }

    private mutating func write(_ model: NSManagedObjectModel) throws {
        let root = archive.reserve()
        archive.root = root
        let entities = model.entities.sorted { $0.name ?? "" < $1.name ?? "" }
        for entity in entities {
            places[ObjectIdentifier(entity)] = archive.reserve()
            for property in entity.ownProperties { places[ObjectIdentifier(property)] = archive.reserve() }
        }
        for entity in entities { try write(entity, model: root) }
        var fields: [String: PropertyList] = [
            "NSEntities": .reference(knownKeys(entities)),
            "NSFetchRequestTemplates": .reference(try templates(model)),
            "NSVersionIdentifiers": .reference(
                archive.add(
                    set: try model.versionIdentifiers.sorted { "\($0)" < "\($1)" }.map { try archive.add(object: $0.base) })),
        ]
        if !model.namesByConfiguration.isEmpty {
            let known = model.entitiesByName
            let sets = model.configurations.map { name in
                let members = (model.namesByConfiguration[name] ?? []).compactMap { known[$0].map { place($0) } }
                return (name, archive.add(set: members))
            }
            fields["NSConfigurations"] = .reference(archive.add(dictionary: sets))
        }
        archive.set(root, fields, ofClass: "NSManagedObjectModel")
    }

    private func place(_ object: AnyObject?) -> Int {
        object.flatMap { places[ObjectIdentifier($0)] } ?? KeyedArchive.null
    }

    /// Adds the entities as an instance of Apple's private dictionary class for a fixed set of
    /// keys.
    private mutating func knownKeys(_ entities: [NSEntityDescription]) -> Int {
        let keys = archive.add(array: entities.map { archive.add($0.name) })
        let mapping = archive.reserve()
        archive.set(
            mapping, ["keys": .reference(keys), "length": .int(Int64(entities.count)), "version": .int(1)],
            ofClass: "NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy")
        let values = archive.add(array: entities.map { place($0) })
        let keyed = archive.reserve()
        archive.set(
            keyed,
            [
                "values": .reference(values), "searchMapping": .reference(mapping), "version": .int(1),
                "emptyToken": .reference(archive.add("__empty_slot_token_4c24_98dc_ac1e_b773__")),
            ],
            ofClass: "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary")
        return keyed
    }

    // MARK: Entities

    private mutating func write(_ entity: NSEntityDescription, model: Int) throws {
        for property in entity.ownProperties { try write(property, of: entity) }
        let properties = entity.properties.map { (key: $0.name, value: place($0)) }
        var fields: [String: PropertyList] = [
            "NSManagedObjectModel": .reference(model),
            "NSEntityName": .reference(archive.add(entity.name)),
            // Null for a class that a layer above this module supplies, as in stores of SwiftData.
            "NSClassNameForEntity": entity.modelLayout == nil
                ? .reference(archive.add(entity.managedObjectClassName)) : .reference(KeyedArchive.null),
            "NSRenamingIdentifier": .reference(archive.add(entity.renamingIdentifier)),
            "NSVersionHashModifier": .reference(archive.add(entity.versionHashModifier)),
            "NSSuperentity": .reference(place(entity.superentity)),
            "NSSubentities": .reference(
                archive.add(dictionary: entity.subentities.map { (key: $0.name ?? "", value: place($0)) })),
            "NSProperties": .reference(archive.add(dictionary: properties)),
            "NSUserInfo": .reference(try dictionary(entity.userInfo)),
            "NSFetchIndexDescriptions": .reference(archive.add(array: try entity.indexes.map { try index($0, of: entity) })),
            "NSCompoundIndexes": .reference(names(entity.compoundIndexes)),
        ]
        if !entity.uniquenessConstraints.isEmpty { fields["NSUniqueTuples"] = .reference(names(entity.uniquenessConstraints)) }
        if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
        if let expression = entity.coreSpotlightDisplayNameExpression {
            fields["NSCoreSpotlightDisplayNameExpression"] = .reference(try archive.add(object: expression))
        }
        archive.set(place(entity), fields, ofClass: "NSEntityDescription")
    }

    private mutating func dictionary(_ userInfo: [AnyHashable: Any]?) throws -> Int {
        guard let userInfo, !userInfo.isEmpty else { return archive.add(dictionary: []) }
        return try archive.add(object: NSDictionary(dictionary: userInfo))
    }

    private mutating func names(_ lists: [[Any]]) -> Int {
        archive.add(array: NSEntityDescription.names(lists).map { names in archive.add(array: names.map { archive.add($0) }) })
    }

    private mutating func index(_ index: NSFetchIndexDescription, of entity: NSEntityDescription) throws -> Int {
        let place = archive.reserve()
        let elements = try index.elements.map { element in
            var fields: [String: PropertyList] = [
                "NSPropertyName": .reference(archive.add(element.propertyName)),
                "NSFetchIndexElementType": .int(Int64(element.collationType.rawValue)),
                "NSFetchIndexDescription": .reference(place),
                "NSAscending": .bool(element.isAscending),
            ]
            if let expression = element.property as? NSExpressionDescription {
                fields["NSExpression"] = .reference(try archive.add(object: expression.expression))
                fields["NSExpressionResultType"] = .int(Int64(expression.expressionResultType.rawValue))
            }
            let place = archive.reserve()
            archive.set(place, fields, ofClass: "NSFetchIndexElementDescription")
            return place
        }
        archive.set(
            place,
            [
                "NSIndexName": .reference(archive.add(index.name)),
                "NSPartialIndexPredicate": .reference(try archive.add(object: index.partialIndexPredicate)),
                "NSIndexElements": .reference(archive.add(array: elements)),
                "NSEntity": .reference(self.place(entity)),
            ],
            ofClass: "NSFetchIndexDescription")
        return place
    }

    // MARK: Properties

    private mutating func write(_ property: NSPropertyDescription, of entity: NSEntityDescription) throws {
        var fields: [String: PropertyList] = [
            "NSPropertyName": .reference(archive.add(property.name)),
            "NSEntity": .reference(place(entity)),
            "NSRenamingIdentifier": .reference(archive.add(property.renamingIdentifier)),
        ]
        if property.isOptional { fields["NSIsOptional"] = .bool(true) }
        if property.isTransient { fields["NSIsTransient"] = .bool(true) }
        if property.isIndexed { fields["NSIsIndexed"] = .bool(true) }
        if property.isIndexedBySpotlight { fields["NSIsIndexedBySpotlight"] = .bool(true) }
        if property.isStoredInExternalRecord { fields["NSIsStoredInExternalRecord"] = .bool(true) }
        if let modifier = property.versionHashModifier { fields["NSVersionHashModifier"] = .reference(archive.add(modifier)) }
        if let userInfo = property.userInfo, !userInfo.isEmpty { fields["NSUserInfo"] = .reference(try dictionary(userInfo)) }
        if !property.validationPredicates.isEmpty {
            let predicates = try property.validationPredicates.map { try archive.add(object: $0) }
            let warnings = try property.validationWarnings.map { try archive.add(object: $0) }
            fields["NSValidationPredicates"] = .reference(archive.add(array: predicates))
            fields["NSValidationWarnings"] = .reference(archive.add(array: warnings))
        }
        // The values come from Apple's stores. The meaning of the bits in 0x71 is not known; composite
        // attributes lack one of them.
        var flags: Int64 = property is NSCompositeAttributeDescription ? 0x31 : 0x71
        if property.isOptional { flags |= 0x02 }
        if property.versionHashModifier == nil { flags |= 0x80 }
        let place = place(property)
        switch property {
        case let relationship as NSRelationshipDescription:
            if relationship.isOrdered { flags |= 0x400 }
            fields["_P"] = .int(flags)
            write(relationship, &fields)
            archive.set(place, fields, ofClass: "NSRelationshipDescription", "NSPropertyDescription")
        case let fetched as NSFetchedPropertyDescription:
            fields["_P"] = .int(flags)
            fields["NSFetchRequest"] = .reference(try fetched.fetchRequest.map { try request($0) } ?? KeyedArchive.null)
            archive.set(place, fields, ofClass: "NSFetchedPropertyDescription", "NSPropertyDescription")
        case let attribute as NSAttributeDescription:
            fields["_P"] = .int(flags)
            try write(attribute, of: entity, fields, at: place)
        default:
            trap("\(property.name) is neither an attribute, a relationship nor a fetched property.")
        }
    }

    private mutating func write(_ relationship: NSRelationshipDescription, _ fields: inout [String: PropertyList]) {
        fields["NSDestinationEntity"] = .reference(place(relationship.destinationEntity))
        fields["_NSDestinationEntityName"] = .reference(archive.add(relationship.destinationEntity?.name))
        fields["NSInverseRelationship"] = .reference(place(relationship.inverseRelationship))
        fields["_NSInverseRelationshipName"] = .reference(archive.add(relationship.inverseRelationship?.name))
        fields["NSMinCount"] = .int(Int64(relationship.minCount))
        fields["NSMaxCount"] = .int(Int64(relationship.maxCount))
        fields["NSDeleteRule"] = .int(Int64(relationship.deleteRule.rawValue))
        if relationship.isOrdered { fields["NSIsOrdered"] = .bool(true) }
    }

    private mutating func write(
        _ attribute: NSAttributeDescription, of entity: NSEntityDescription, _ common: [String: PropertyList], at place: Int
    ) throws {
        var fields = common
        fields["NSAttributeType"] = .int(Int64(attribute.attributeType.rawValue))
        fields["NSAttributeValueClassName"] = .reference(archive.add(attribute.attributeValueClassName))
        fields["NSDefaultValue"] = .reference(try archive.add(object: attribute.defaultValue))
        fields["NSValueTransformerName"] = .reference(archive.add(attribute.valueTransformerName))
        fields["NSFlagsKey"] = .int(Int64(AttributeFlags(attribute).rawValue))
        if attribute.allowsCloudEncryption { fields[AttributeFlags.encryptionKey] = .bool(true) }
        switch attribute {
        case let derived as NSDerivedAttributeDescription:
            fields["NSDerivationExpression"] = .reference(try archive.add(object: derived.derivationExpression))
            archive.set(
                place, fields, ofClass: "NSDerivedAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
        case let composite as NSCompositeAttributeDescription:
            let elements = try composite.elements.map { element in
                let place = archive.reserve()
                places[ObjectIdentifier(element)] = place
                try write(element, of: entity)
                return place
            }
            fields["NSCompositeElements"] = .reference(archive.add(array: elements))
            archive.set(
                place, fields, ofClass: "NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
        default:
            archive.set(place, fields, ofClass: "NSAttributeDescription", "NSPropertyDescription")
        }
    }

    // MARK: Requests

    private mutating func templates(_ model: NSManagedObjectModel) throws -> Int {
        let templates = model.templates
        if templates.isEmpty { return KeyedArchive.null }
        return archive.add(dictionary: try templates.sorted { $0.key < $1.key }.map { ($0.key, try request($0.value)) })
    }

    private mutating func request(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
        let place = archive.reserve()
        archive.set(
            place,
            [
                "NSEntityName": .reference(archive.add(request.entityName)),
                "NSPredicate": .reference(try archive.add(object: request.predicate)),
                "NSSortDescriptors": .reference(
                    archive.add(array: try (request.sortDescriptors ?? []).map { try archive.add(object: $0) })),
                "NSFetchLimit": .int(Int64(request.fetchLimit)),
                "NSFetchOffset": .int(Int64(request.fetchOffset)),
                "NSFetchBatchSize": .int(Int64(request.fetchBatchSize)),
                "NSResultType": .int(Int64(request.resultType.rawValue)),
                "NSIncludesPendingChanges": .bool(request.includesPendingChanges),
                "NSIncludesSubentities": .bool(request.includesSubentities),
                "NSIncludesPropertyValues": .bool(request.includesPropertyValues),
                "NSReturnsObjectsAsFaults": .bool(request.returnsObjectsAsFaults),
                "NSReturnsDistinctResults": .bool(request.returnsDistinctResults),
            ],
            ofClass: "NSFetchRequest", "NSPersistentStoreRequest")
        return place
    }
}

/// The flags of an attribute, which an archive has under the key `NSFlagsKey`.
struct AttributeFlags: OptionSet {
    let rawValue: Int

    /// The flags of archives that have the least and the greatest value under keys of their own. The
    /// validation predicates say the same.
    static let limits = AttributeFlags(rawValue: 1 | 2)
    static let external = AttributeFlags(rawValue: 4)
    static let tombstone = AttributeFlags(rawValue: 16)
    /// In Apple's archives, data in a file of the app's own (`NSAttributeDescription` has no public
    /// property for it). In archives of earlier versions of Strata, encryption in CloudKit.
    static let fileBacked = AttributeFlags(rawValue: 32)

    /// The flags of attributes that this program has.
    static let known: AttributeFlags = [limits, external, tombstone]

    /// Strata's own key for encryption in CloudKit, whose flag in Apple's archives is not known.
    static let encryptionKey = "StrataAllowsCloudEncryption"
}

extension AttributeFlags {
    init(_ attribute: NSAttributeDescription) {
        self = []
        if attribute.allowsExternalBinaryDataStorage { insert(.external) }
        if attribute.preservesValueInHistoryOnDeletion { insert(.tombstone) }
    }
}
