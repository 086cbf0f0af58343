import CoreData
import Foundation
import Testing

@testable import SwiftData

@Suite struct ManagedModelTests {
    typealias Models = SchemaModels

    private var journey: NSEntityDescription {
        get throws { try #require(try model.entitiesByName["Journey"]) }
    }

    private let result = NSManagedObjectModel.makeManagedObjectModel(for: Models.Journey.self)

    private var model: NSManagedObjectModel {
        get throws { try #require(result) }
    }

    @Test func `a model has an entity for each model class`() throws {
        #expect(try model.entities.map(\.name) == ["Journey", "Stop", "Guide"])
        #expect(try model.versionIdentifiers == ["1.0.0"])
        #expect(try journey.managedObjectClassName == "NSManagedObject")
        #expect(try journey.renamingIdentifier == "Journey")
    }

    @Test func `attributes have the types of their values`() throws {
        let attributes = try journey.attributesByName
        #expect(attributes["title"]?.attributeType == .stringAttributeType)
        #expect(attributes["start"]?.attributeType == .dateAttributeType)
        #expect(attributes["extras"]?.attributeType == .binaryDataAttributeType)
        #expect(attributes["tags"]?.attributeType == .transformableAttributeType)
        #expect(attributes["tags"]?.valueTransformerName == "NSSecureUnarchiveFromData")
        #expect(attributes["tags"]?.attributeValueClassName == "Array<String>")
    }

    @Test func `settings of attributes follow the options`() throws {
        let attributes = try journey.attributesByName
        #expect(attributes["photo"]?.allowsExternalBinaryDataStorage == true)
        #expect(attributes["scratch"]?.isTransient == true)
        #expect(attributes["scratch"]?.isOptional == true)
        #expect(attributes["note"]?.renamingIdentifier == "subtitle")
        #expect(attributes["note"]?.isOptional == true)
        #expect(attributes["title"]?.isOptional == false)
    }

    @Test func `default values are those of the declarations`() throws {
        let attributes = try journey.attributesByName
        #expect(attributes["cost"]?.defaultValue as? Double == 0)
        #expect(attributes["priority"]?.defaultValue as? [String: Int] == ["priority": 1])
        #expect(attributes["season"]?.defaultValue as? [String: String] == ["summer": "summer"])
        #expect(attributes["title"]?.defaultValue == nil)
    }

    @Test func `an enumeration is a composite attribute with a mark`() throws {
        let attributes = try journey.attributesByName
        let priority = try #require(attributes["priority"] as? NSCompositeAttributeDescription)
        #expect(priority.userInfo?["EnumType"] as? Bool == true)
        #expect(priority.elements.map(\.name) == ["priority"])
        #expect(priority.elements.map(\.isOptional) == [false])
        let season = try #require(attributes["season"] as? NSCompositeAttributeDescription)
        #expect(season.userInfo?["enum"] as? [String] == ["winter", "summer"])
        #expect(season.elements.map(\.name) == ["winter", "summer"])
        #expect(season.elements.map(\.isOptional) == [true, true])
    }

    @Test func `elements of an optional structure are optional`() throws {
        let home = try #require(try journey.attributesByName["home"] as? NSCompositeAttributeDescription)
        #expect(home.elements.map(\.name) == ["street", "city", "tags"])
        #expect(home.elements.map(\.isOptional) == [true, true, true])
        #expect(home.userInfo == nil)
    }

    @Test func `relationships are connected in both directions`() throws {
        let stops = try #require(try journey.relationshipsByName["stops"])
        #expect(stops.isToMany)
        #expect(!stops.isOrdered)
        #expect(stops.deleteRule == .cascadeDeleteRule)
        #expect(stops.destinationEntity?.name == "Stop")
        #expect(stops.inverseRelationship?.inverseRelationship === stops)
        let guide = try #require(try journey.relationshipsByName["guide"])
        #expect(guide.maxCount == 1)
        #expect(guide.isOptional)
        #expect(try model.entitiesByName["Stop"]?.relationshipsByName["previous"]?.inverseRelationship == nil)
    }

    @Test func `constraints and indexes have Apple's names`() throws {
        #expect(try journey.uniquenessConstraints as? [[String]] == [["code"], ["title", "start"]])
        #expect(try journey.indexes.map(\.name) == ["SwiftDataIndexOnBinarytitle", "SwiftDataIndexOnBinarystarttitle"])
        #expect(try journey.propertiesByName["title"]?.isIndexed == true)
        #expect(try journey.propertiesByName["start"]?.isIndexed == false)
    }

    @Test func `a model is merged with another one`() throws {
        let entity = NSEntityDescription()
        entity.name = "Other"
        let other = NSManagedObjectModel()
        other.entities = [entity]
        let merged = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Models.Guide.self, mergedWith: other))
        #expect(Set(merged.entities.map(\.name)) == ["Other", "Guide", "Journey", "Stop"])
        let same = try #require(other.makeManagedObjectModel(for: Schema([Models.Guide.self])))
        #expect(same.entities.count == 4)
    }

    @Test func `an entity made by hand needs no class`() throws {
        let team = Schema.Entity("Team", properties: Schema.Attribute(name: "name", valueType: String.self, defaultValue: "A"))
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Schema(team)))
        #expect(model.entitiesByName["Team"]?.attributesByName["name"]?.defaultValue as? String == "A")
    }
}
