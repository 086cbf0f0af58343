import CoreData
import Foundation
import Testing

/// The classes of mapping models, and what is inferred.
@Suite struct MappingModelTests {
    @Test func `mapping types have Apple's raw values`() {
        let types: [NSEntityMappingType] = [
            .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType, .removeEntityMappingType,
            .copyEntityMappingType, .transformEntityMappingType,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    }

    @Test func `variables have Apple's names`() {
        #expect(NSMigrationManagerKey == "manager")
        #expect(NSMigrationSourceObjectKey == "source")
        #expect(NSMigrationDestinationObjectKey == "destination")
        #expect(NSMigrationEntityMappingKey == "entityMapping")
        #expect(NSMigrationPropertyMappingKey == "propertyMapping")
        #expect(NSMigrationEntityPolicyKey == "entityPolicy")
    }

    @Test func `an entity mapping is undefined until it is set`() {
        let mapping = NSEntityMapping()
        #expect(mapping.mappingType == .undefinedEntityMappingType)
        #expect(mapping.sourceExpression == nil)
        #expect(mapping.attributeMappings == nil)
        #expect(mapping.relationshipMappings == nil)
        #expect(mapping.entityMigrationPolicyClassName == nil)
        let property = NSPropertyMapping()
        #expect(property.name == nil)
        #expect(property.valueExpression == nil)
        #expect(property.userInfo == nil)
    }

    @Test func `a mapping model finds its mappings by name`() {
        let model = NSMappingModel(NSEntityMapping("A", "B"), NSEntityMapping("C", "D"))
        #expect(model.entityMappingsByName["CToD"] === model.entityMappings[1])
        #expect(model.entityMappingsByName.count == 2)
        model.entityMappings = nil
        #expect(model.entityMappings.isEmpty)
    }

    private static let old = """
        <entity name="Song"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="songs"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="songs" optional="YES" toMany="YES" destinationEntity="Song" inverseName="artist"/></entity>
        <entity name="Tape"/><entity name="Same"><attribute name="n" attributeType="Integer 64" defaultValueString="1"/></entity>
        """
    private static let new = """
        <entity name="Track" elementID="Song"><attribute name="label" optional="YES" attributeType="String" elementID="title"/>
        <attribute name="length" attributeType="Double" defaultValueString="1.5"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="songs"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="songs" optional="YES" toMany="YES" destinationEntity="Track" inverseName="artist"/></entity>
        <entity name="Disc"/><entity name="Same"><attribute name="n" attributeType="Integer 64" defaultValueString="1"/></entity>
        """

    @Test func `an inferred model has Apple's mappings`() throws {
        let fixture = try MigrationFixture(Self.old, Self.new)
        let model = try fixture.inferred()
        let types = Dictionary(uniqueKeysWithValues: model.entityMappings.map { ($0.name ?? "", $0.mappingType) })
        #expect(
            types == [
                "IEM_Transform_Track": .transformEntityMappingType, "IEM_Transform_Artist": .transformEntityMappingType,
                "IEM_Add_Disc": .addEntityMappingType, "IEM_Remove_Tape": .removeEntityMappingType,
                "IEM_Copy_Same": .copyEntityMappingType,
            ])
        let track = try #require(model.entityMappingsByName["IEM_Transform_Track"])
        #expect(track.sourceEntityName == "Song")
        #expect(track.destinationEntityName == "Track")
        #expect(track.sourceEntityVersionHash == fixture.old.entitiesByName["Song"]?.versionHash)
        #expect(track.destinationEntityVersionHash == fixture.new.entitiesByName["Track"]?.versionHash)
        #expect(track.attributeMappings?.map(\.name) == ["label", "length"])
        #expect(track.attributeMappings?[0].valueExpression == NSExpression(format: "$source.title"))
        #expect(track.attributeMappings?[1].valueExpression == nil)
        #expect(
            track.relationshipMappings?[0].valueExpression
                == NSExpression(
                    format:
                        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"IEM_Transform_Artist\", $source.artist)"
                ))
        #expect(
            track.sourceExpression
                == NSExpression(
                    format:
                        "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Song\", \"TRUEPREDICATE\"), $manager.sourceContext, NO)"
                ))
    }

    @Test(
        arguments: [
            (
                "<entity name=\"Song\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/></entity>",
                "<entity name=\"Song\"><attribute name=\"title\" optional=\"YES\" attributeType=\"Binary\"/></entity>",
                "Song", "title"
            ),
            (
                """
                <entity name="A"><relationship name="to" optional="YES" maxCount="1" destinationEntity="B"/></entity><entity name="B"/><entity name="C"/>
                """,
                """
                <entity name="A"><relationship name="to" optional="YES" maxCount="1" destinationEntity="C"/></entity><entity name="B"/><entity name="C"/>
                """, "A", "to"
            ),
        ])
    func `a change that cannot be inferred is named`(old: String, new: String, entity: String, property: String) throws {
        let fixture = try MigrationFixture(old, new)
        let error = #expect(throws: NSError.self) { try fixture.inferred() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == NSInferredMappingModelError)
        #expect(error?.code == 134190)
        #expect(error?.userInfo["entity"] as? String == entity)
        #expect(error?.userInfo["property"] as? String == property)
        #expect(error?.localizedDescription.contains("\(entity).\(property)") == true)
    }

    @Test func `attributes of incompatible types have Apple's reason, and the types in the description`() throws {
        let fixture = try MigrationFixture(
            #"<entity name="Song"><attribute name="title" optional="YES" attributeType="String"/></entity>"#,
            #"<entity name="Song"><attribute name="title" optional="YES" attributeType="Binary"/></entity>"#)
        let error = #expect(throws: NSError.self) { try fixture.inferred() }
        #expect(error?.userInfo["reason"] as? String == "Source and destination attribute types are incompatible")
        #expect(error?.localizedDescription.hasSuffix("No value is converted from String to Binary.") == true)
    }

    @Test func `a value that is missing is found by the migration, not when the model is inferred`() throws {
        let fixture = try MigrationFixture(
            "<entity name=\"Song\"/>", "<entity name=\"Song\"><attribute name=\"title\" attributeType=\"String\"/></entity>")
        let model = try fixture.inferred()
        try fixture.fill { $0.make("Song") }
        let error = fixture.failure(model)
        #expect(error?.code == NSValidationMissingMandatoryPropertyError)
        #expect(error?.localizedFailureReason?.contains("Song.title") == true)
        #expect(try fixture.isClean)
    }
}
