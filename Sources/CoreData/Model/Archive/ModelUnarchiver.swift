internal import Foundation
internal import StrataArchives
internal import StrataPredicates

/// A decoder of models from keyed archives of Strata or of Apple's Core Data.
///
/// It decodes the entities first, then the hierarchy, the properties, and the destinations and
/// inverses of relationships. The parts that refer to properties or entities come last:
/// constraints, indexes, configurations and fetch requests.
///
/// A predicate, an expression or a default value that cannot be decoded is missing in the model,
/// without an error: Apple's archives may have forms and classes that this program does not know.
/// That is no loss for a model that is compared with that of the app when a store is opened. A model
/// for fetching and validation is read strictly: what is missing is an error.
struct ModelUnarchiver {
    private let archive: ArchivedModel
    private var entities: [Int: NSEntityDescription] = [:]
    private var properties: [Int: NSPropertyDescription] = [:]
    /// Whether the archive was written by Strata, which keeps properties in a dictionary of another
    /// class than Apple's Core Data does.
    private var isOwn = false

    /// Returns the model in an archive.
    ///
    /// - Throws: `CocoaError.propertyListReadCorrupt` for data that is not an archive of a model.
    static func model(_ data: Data) throws -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        try read(data, into: model)
        return model
    }

    /// Reads the model in an archive into an empty one.
    ///
    /// - Parameter isStrict: Whether what cannot be read is an error, except for a fetch request
    ///   template, which is logged and missing: a program that needs it traps with its name.
    /// - Throws: `CocoaError.propertyListReadCorrupt` for data that is not an archive of a model, and
    ///   `ArchiveError` for what cannot be read.
    static func read(_ data: Data, into model: NSManagedObjectModel, isStrict: Bool = false) throws {
        var unarchiving = ModelUnarchiver(archive: ArchivedModel(try KeyedArchive(data)))
        try unarchiving.read(into: model)
        if isStrict, let first = unarchiving.archive.losses.sentences.first { throw ArchiveError(first) }
    }

    private init(archive: ArchivedModel) {
        self.archive = archive
    }

    private mutating func read(into model: NSManagedObjectModel) throws {
        guard archive.className(archive.root) == "NSManagedObjectModel", let fields = archive.fields(archive.root) else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        let places = entityPlaces(fields["NSEntities"])
        isOwn = archive.className(archive.fields(places.first)?["NSProperties"]?.reference) == "NSDictionary"
        for place in places { entities[place] = try plainEntity(place) }
        for place in places { link(place) }
        // Archived subentities repeat inherited properties, so their own properties are known only
        // once the hierarchy is linked.
        let inOrder = places.compactMap { entities[$0] }
        guard Set(inOrder.map(\.name)).count == inOrder.count else { throw CocoaError(.propertyListReadCorrupt) }
        for place in places { try readProperties(place) }
        model.entities = inOrder
        linkRelationships()
        for place in places { try finish(place) }
        for (name, value) in archive.entries(fields["NSConfigurations"]) {
            let members = archive.members(.reference(value)).compactMap { entities[$0] }
            model.setEntities(members.sorted { $0.name ?? "" < $1.name ?? "" }, forConfigurationName: name)
        }
        for (name, value) in archive.entries(fields["NSFetchRequestTemplates"]) {
            if let request = request(value, model) {
                model.setFetchRequestTemplate(request, forName: name)
            } else {
                CoreDataLog.error("The fetch request template '\(name)' of a compiled model cannot be read, and is missing.")
            }
        }
        for (place, property) in properties {
            guard let fetched = property as? NSFetchedPropertyDescription else { continue }
            fetched.fetchRequest = archive.fields(place)?["NSFetchRequest"]?.reference.flatMap { request($0, model) }
            if fetched.fetchRequest == nil {
                archive.losses.add("has a fetched property '\(fetched.name)' whose request cannot be read")
            }
        }
        model.versionIdentifiers = Set(
            archive.members(fields["NSVersionIdentifiers"]).compactMap { archive.object(.reference($0)) as? AnyHashable })
    }

    /// Returns the indexes of the entities, which are in a plain dictionary or in Apple's private
    /// dictionary class for a fixed set of keys.
    private func entityPlaces(_ value: PropertyList?) -> [Int] {
        let list = archive.fields(value?.reference)
        let known = list?["values"] ?? list?["NS.values"]
        return known.map { archive.members($0) } ?? archive.members(value)
    }

    private func plainEntity(_ place: Int) throws -> NSEntityDescription {
        guard let fields = archive.fields(place), let name = archive.string(fields["NSEntityName"]) else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        let entity = NSEntityDescription()
        entity.name = name
        entity.managedObjectClassName = archive.string(fields["NSClassNameForEntity"])
        entity.isAbstract = fields["NSIsAbstract"]?.bool ?? false
        entity.versionHashModifier = archive.string(fields["NSVersionHashModifier"])
        if let identifier = archive.string(fields["NSRenamingIdentifier"]), identifier != name {
            entity.renamingIdentifier = identifier
        }
        entity.userInfo = archive.object(fields["NSUserInfo"]) as? [AnyHashable: Any] ?? [:]
        entity.coreSpotlightDisplayNameExpression =
            archive.object(fields["NSCoreSpotlightDisplayNameExpression"]) as? NSExpression
        return entity
    }

    private func link(_ place: Int) {
        guard let entity = entities[place], let fields = archive.fields(place) else { return }
        // Reads NSSuperentity of each entity, because some archives lack NSSubentities. Skips a
        // superentity that would form a cycle, since the setter of `subentities` traps for one.
        guard let above = fields["NSSuperentity"]?.reference.flatMap({ entities[$0] }), !above.isKindOf(entity: entity) else {
            return
        }
        above.subentities.append(entity)
    }

    private mutating func readProperties(_ place: Int) throws {
        guard let entity = entities[place] else { return }
        var own: [NSPropertyDescription] = []
        for (name, value) in archive.entries(archive.fields(place)?["NSProperties"]) {
            guard !isInherited(name, by: place), let property = try property(value) else { continue }
            own.append(property)
            properties[value] = property
        }
        entity.properties = own
    }

    /// Whether a superentity has a property of that name.
    private func isInherited(_ name: String, by place: Int) -> Bool {
        var above = archive.fields(place)?["NSSuperentity"]?.reference
        var seen: Set<Int> = []
        while let entity = above, entity != KeyedArchive.null, seen.insert(entity).inserted {
            if archive.entries(archive.fields(entity)?["NSProperties"]).contains(where: { $0.key == name }) { return true }
            above = archive.fields(entity)?["NSSuperentity"]?.reference
        }
        return false
    }

    // MARK: Properties

    /// Decodes a property. Returns nil for a placeholder of another entity's property.
    private func property(_ place: Int, depth: Int = 0) throws -> NSPropertyDescription? {
        // A composite attribute that contains itself would recurse without end.
        guard depth < 16 else { throw CocoaError(.propertyListReadCorrupt) }
        guard let fields = archive.fields(place), let name = archive.string(fields["NSPropertyName"]) else { return nil }
        let property: NSPropertyDescription
        switch archive.className(place) {
        case "NSRelationshipDescription": property = relationship(fields)
        case "NSFetchedPropertyDescription": property = NSFetchedPropertyDescription()
        case "NSAttributeDescription": property = attribute(NSAttributeDescription(), fields)
        case "NSDerivedAttributeDescription":
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = archive.object(fields["NSDerivationExpression"]) as? NSExpression
            property = attribute(derived, fields)
        case "NSCompositeAttributeDescription":
            let composite = NSCompositeAttributeDescription()
            // `NSElements` is in stores that Strata created before it knew Apple's key.
            composite.elements = try archive.members(fields["NSCompositeElements"] ?? fields["NSElements"]).compactMap {
                try self.property($0, depth: depth + 1) as? NSAttributeDescription
            }
            property = attribute(composite, fields)
        default: throw CocoaError(.propertyListReadCorrupt)
        }
        property.name = name
        property.isOptional = fields["NSIsOptional"]?.bool ?? false
        property.isTransient = fields["NSIsTransient"]?.bool ?? false
        property.isIndexed = fields["NSIsIndexed"]?.bool ?? false
        property.isIndexedBySpotlight = fields["NSIsIndexedBySpotlight"]?.bool ?? false
        property.isStoredInExternalRecord = fields["NSIsStoredInExternalRecord"]?.bool ?? false
        property.versionHashModifier = archive.string(fields["NSVersionHashModifier"])
        property.userInfo = archive.object(fields["NSUserInfo"]) as? [AnyHashable: Any]
        if let identifier = archive.string(fields["NSRenamingIdentifier"]), identifier != name {
            property.renamingIdentifier = identifier
        }
        property.setValidation(
            archive.members(fields["NSValidationPredicates"]).compactMap { archive.object(.reference($0)) as? NSPredicate },
            warnings: archive.members(fields["NSValidationWarnings"]).compactMap { archive.object(.reference($0)) })
        return property
    }

    private func relationship(_ fields: [String: PropertyList]) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.minCount = fields["NSMinCount"]?.int ?? 0
        relationship.maxCount = fields["NSMaxCount"]?.int ?? 0
        relationship.deleteRule = NSDeleteRule(rawValue: UInt(clamping: fields["NSDeleteRule"]?.int ?? 1)) ?? .nullifyDeleteRule
        relationship.isOrdered = fields["NSIsOrdered"]?.bool ?? false
        return relationship
    }

    private func attribute(_ attribute: NSAttributeDescription, _ fields: [String: PropertyList]) -> NSAttributeDescription {
        attribute.attributeType =
            NSAttributeType(rawValue: UInt(clamping: fields["NSAttributeType"]?.int ?? 0)) ?? .undefinedAttributeType
        let className = archive.string(fields["NSAttributeValueClassName"])
        if className != attribute.attributeType.valueClassName { attribute.attributeValueClassName = className }
        attribute.valueTransformerName = archive.string(fields["NSValueTransformerName"])
        attribute.defaultValue = archive.object(fields["NSDefaultValue"])
        let flags = AttributeFlags(rawValue: fields["NSFlagsKey"]?.int ?? 0)
        attribute.allowsExternalBinaryDataStorage = flags.contains(.external)
        attribute.preservesValueInHistoryOnDeletion = flags.contains(.tombstone)
        attribute.allowsCloudEncryption =
            fields[AttributeFlags.encryptionKey]?.bool ?? (isOwn && flags.contains(.fileBacked))
        if !flags.isSubset(of: isOwn ? AttributeFlags.known.union(.fileBacked) : .known) {
            // Data in files of the app's own would be read as if it was the data itself.
            archive.losses.add(
                """
                has an attribute '\(archive.string(fields["NSPropertyName"]) ?? "")' with settings (NSFlagsKey \(flags.rawValue)) \
                that are not known
                """)
        }
        return attribute
    }

    private func linkRelationships() {
        for (place, property) in properties {
            guard let relationship = property as? NSRelationshipDescription, let fields = archive.fields(place) else { continue }
            relationship.destinationEntity = fields["NSDestinationEntity"]?.reference.flatMap { entities[$0] }
            guard let name = archive.string(fields["_NSInverseRelationshipName"]) else { continue }
            // By name, because the reference may be to a subentity's copy of an inherited
            // relationship.
            relationship.inverseRelationship = relationship.destinationEntity?.relationshipsByName[name]
        }
    }

    // MARK: Constraints, indexes and requests

    private func finish(_ place: Int) throws {
        guard let entity = entities[place], let fields = archive.fields(place) else { return }
        func names(_ key: String) -> [[String]] {
            archive.members(fields[key]).map { list in
                archive.members(.reference(list)).compactMap { archive.string(.reference($0)) }
            }
        }
        entity.uniquenessConstraints = names("NSUniqueTuples")
        entity.compoundIndexes = names("NSCompoundIndexes")
        let known = entity.propertiesByName
        entity.indexes = archive.members(fields["NSFetchIndexDescriptions"]).compactMap { place in
            guard let fields = archive.fields(place), let name = archive.string(fields["NSIndexName"]) else { return nil }
            let elements = archive.members(fields["NSIndexElements"]).compactMap { element(archive.fields($0) ?? [:], known) }
            let index = NSFetchIndexDescription(name: name, elements: elements)
            index.partialIndexPredicate = archive.object(fields["NSPartialIndexPredicate"]) as? NSPredicate
            return index
        }
    }

    private func element(
        _ fields: [String: PropertyList], _ known: [String: NSPropertyDescription]
    ) -> NSFetchIndexElementDescription? {
        let name = archive.string(fields["NSPropertyName"]) ?? ""
        let property: NSPropertyDescription
        if let expression = archive.object(fields["NSExpression"]) as? NSExpression {
            let description = NSExpressionDescription()
            description.name = name
            description.expression = expression
            description.expressionResultType =
                NSAttributeType(rawValue: UInt(clamping: fields["NSExpressionResultType"]?.int ?? 0)) ?? .undefinedAttributeType
            property = description
        } else {
            guard let found = known[name] else { return nil }
            property = found
        }
        let type = NSFetchIndexElementType(rawValue: UInt(clamping: fields["NSFetchIndexElementType"]?.int ?? 0)) ?? .binary
        let element = NSFetchIndexElementDescription(property: property, collationType: type)
        element.isAscending = fields["NSAscending"]?.bool ?? true
        return element
    }

    /// Decodes a fetch request. Returns nil if its entity is not in the model.
    private func request(_ place: Int, _ model: NSManagedObjectModel) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let fields = archive.fields(place), let name = archive.string(fields["NSEntityName"]),
            let entity = model.entitiesByName[name]
        else { return nil }
        let request = NSFetchRequest<any NSFetchRequestResult>(entity: entity)
        request.predicate = archive.object(fields["NSPredicate"]) as? NSPredicate
        let sorts = archive.members(fields["NSSortDescriptors"]).compactMap {
            archive.object(.reference($0)) as? NSSortDescriptor
        }
        if !sorts.isEmpty { request.sortDescriptors = sorts }
        request.fetchLimit = fields["NSFetchLimit"]?.int ?? 0
        request.fetchOffset = fields["NSFetchOffset"]?.int ?? 0
        request.fetchBatchSize = fields["NSFetchBatchSize"]?.int ?? 0
        request.resultType = NSFetchRequestResultType(rawValue: UInt(clamping: fields["NSResultType"]?.int ?? 0))
        request.includesPendingChanges = fields["NSIncludesPendingChanges"]?.bool ?? true
        request.includesSubentities = fields["NSIncludesSubentities"]?.bool ?? true
        request.includesPropertyValues = fields["NSIncludesPropertyValues"]?.bool ?? true
        request.returnsObjectsAsFaults = fields["NSReturnsObjectsAsFaults"]?.bool ?? true
        request.returnsDistinctResults = fields["NSReturnsDistinctResults"]?.bool ?? false
        return request
    }
}
