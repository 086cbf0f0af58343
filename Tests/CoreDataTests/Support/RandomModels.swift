import CoreData
import Foundation
import StrataTestSupport

/// A generator of models with everything that a model file can contain.
struct RandomModels {
    private var random: SeededGenerator
    private var links = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        let entities = (0..<int(1...6)).map { entity(number: $0) }
        for (position, entity) in entities.enumerated().dropFirst() where chance(3) {
            let parent = entities[int(0...(position - 1))]
            parent.subentities.append(entity)
        }
        for _ in 0..<int(0...6) { link(pick(entities), pick(entities)) }
        for entity in entities { refine(entity, among: entities) }
        model.entities = entities
        if chance(2) { model.setEntities(entities.filter { _ in chance(2) }, forConfigurationName: "Part") }
        if chance(2) { model.setFetchRequestTemplate(request(for: pick(entities)), forName: "template") }
        if chance(2) { model.versionIdentifiers = [text()] }
        return model
    }

    private mutating func entity(number: Int) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = "Entity\(number)"
        entity.isAbstract = chance(4)
        if chance(2) { entity.managedObjectClassName = pick(["Entity\(number)", "App.Entity\(number)"]) }
        if chance(3) { entity.versionHashModifier = text() }
        if chance(3) { entity.renamingIdentifier = "Old\(number)" }
        if chance(3) { entity.userInfo = userInfo() }
        // Unique names, because a subentity inherits the properties of its superentity.
        entity.properties = (0..<int(0...5)).map { attribute("e\(number)a\($0)") }
        return entity
    }

    private mutating func attribute(_ name: String, depth: Int = 0) -> NSAttributeDescription {
        let plain: [NSAttributeDescription.AttributeType] = [
            .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binaryData, .uuid, .uri,
            .transformable,
        ]
        let attribute: NSAttributeDescription
        switch int(0...9) {
        case 0 where depth < 2:
            let composite = NSCompositeAttributeDescription()
            composite.elements = (0..<int(1...3)).map { self.attribute("part\($0)", depth: depth + 1) }
            attribute = composite
        case 1:
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpression = NSExpression(format: pick(["now()", "canonical:(title)", "items.@count"]))
            derived.type = pick(plain)
            attribute = derived
        default:
            attribute = NSAttributeDescription()
            attribute.type = pick(plain)
            setValues(of: attribute)
        }
        attribute.name = name
        attribute.isOptional = chance(2)
        attribute.isTransient = chance(5)
        attribute.isIndexed = chance(5)
        attribute.isIndexedBySpotlight = chance(5)
        attribute.isStoredInExternalRecord = chance(5)
        attribute.preservesValueInHistoryOnDeletion = chance(5)
        attribute.allowsCloudEncryption = chance(5)
        attribute.allowsExternalBinaryDataStorage = attribute.type == .binaryData && chance(2)
        if attribute.type == .transformable, chance(2) {
            attribute.valueTransformerName = "NSSecureUnarchiveFromData"
            attribute.attributeValueClassName = "NSColor"
        }
        if chance(4) { attribute.versionHashModifier = text() }
        if chance(4) { attribute.renamingIdentifier = "old_\(name)" }
        if chance(4) { attribute.userInfo = userInfo() }
        return attribute
    }

    /// Sets a default value and validation rules that fit the attribute's type.
    private mutating func setValues(of attribute: NSAttributeDescription) {
        let number = int(-3000...3000)
        let interval = Double(number) * 86_400.5
        attribute.defaultValue =
            switch attribute.attributeType {
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: number
            case .decimalAttributeType: Decimal(number) / 1000
            case .doubleAttributeType: Double(number) / 7
            case .floatAttributeType: Float(number) / 7
            case .stringAttributeType: text()
            case .booleanAttributeType: number > 0
            case .dateAttributeType: Date(timeIntervalSinceReferenceDate: interval)
            case .UUIDAttributeType: UUID()
            case .URIAttributeType: URL(string: "https://example.org/\(number)?a=b&c=d")
            default: nil
            }
        if chance(3) { attribute.defaultValue = nil }
        guard chance(2) else { return }
        let rules: [NSPredicate] =
            switch attribute.attributeType {
            case .stringAttributeType:
                [
                    NSPredicate(format: "length >= %d", abs(number)), NSPredicate(format: "length <= 4000"),
                    NSPredicate(format: "SELF MATCHES %@", "[a-z<&]+\\d\"'"),
                ]
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
                [NSPredicate(format: "SELF >= %d", number), NSPredicate(format: "SELF <= 4000")]
            case .doubleAttributeType: [NSPredicate(format: "SELF >= %lf", Double(number) / 8)]
            case .dateAttributeType: [NSPredicate(format: "SELF <= %@", Date(timeIntervalSinceReferenceDate: interval) as NSDate)]
            default: []
            }
        let kept = rules.filter { _ in chance(2) }
        attribute.setValidationPredicates(kept, withValidationWarnings: nil)
    }

    private mutating func link(_ from: NSEntityDescription, _ to: NSEntityDescription) {
        links += 1
        let number = links
        let there = relationship("\(from.name?.lowercased() ?? "")to\(number)", to: to)
        from.properties += [there]
        guard chance(4) == false else { return }
        let back = relationship("\(to.name?.lowercased() ?? "")back\(number)", to: from)
        to.properties += [back]
        there.inverseRelationship = back
        back.inverseRelationship = there
    }

    private mutating func relationship(_ name: String, to destination: NSEntityDescription) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = pick([0, 1, 1, 5])
        relationship.minCount = pick([0, 1])
        relationship.isOrdered = relationship.isToMany && chance(2)
        relationship.deleteRule = pick([.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule])
        relationship.isOptional = chance(2)
        if chance(4) { relationship.renamingIdentifier = "old_\(name)" }
        return relationship
    }

    /// Adds constraints, indexes and fetched properties, which refer to existing properties.
    private mutating func refine(_ entity: NSEntityDescription, among entities: [NSEntityDescription]) {
        let attributes = entity.attributesByName.values.sorted { $0.name < $1.name }
        if let attribute = attributes.first, chance(2) {
            entity.uniquenessConstraints = [[attribute.name]]
            entity.compoundIndexes = [[attribute.name]]
            let element = NSFetchIndexElementDescription(property: attribute, collationType: pick([.binary, .rTree]))
            element.isAscending = chance(2)
            let computed = NSExpressionDescription()
            computed.name = "length:(\(attribute.name))"
            computed.expression = NSExpression(format: computed.name)
            computed.resultType = .integer64
            let index = NSFetchIndexDescription(
                name: "byFirst",
                elements: [element, NSFetchIndexElementDescription(property: computed, collationType: .binary)]
            )
            if chance(2) { index.partialIndexPredicate = NSPredicate(format: "%K != nil", attribute.name) }
            entity.indexes = [index]
        }
        if chance(3) { entity.coreSpotlightDisplayNameExpression = NSExpression(format: "title") }
        if chance(3) {
            let fetched = NSFetchedPropertyDescription()
            fetched.name = "\(entity.name?.lowercased() ?? "")Fetched"
            fetched.fetchRequest = request(for: pick(entities))
            entity.properties += [fetched]
        }
    }

    private mutating func request(for entity: NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity.name ?? "")
        request.predicate = NSPredicate(format: pick(["a == $FETCH_SOURCE", "ANY b.c > $least AND d CONTAINS[cd] \"<&>\""]))
        request.fetchLimit = pick([0, 7])
        request.includesPendingChanges = chance(2)
        request.includesSubentities = chance(2)
        return request
    }

    private mutating func userInfo() -> [String: String] { [text(): text(), "key": text()] }

    private mutating func text() -> String {
        pick(["", " ", "plain", "two words", "Ü\u{1F30B}", "<a href=\"b\">&amp;</a>", "it's", "line\nbreak\ttab", "100%"])
    }

    /// Returns true with a probability of 1 / `times`.
    private mutating func chance(_ times: Int) -> Bool { int(1...times) == 1 }

    private mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(0...(elements.count - 1))] }
}
