import CoreData
import Foundation
import Testing

@testable import SwiftData

@Suite struct SchemaTests {
    typealias Models = SchemaModels

    private func inverse(_ name: String, _ entity: String, in schema: Schema) -> String? {
        schema.entitiesByName[entity]?.relationshipsByName[name]?.inverseName
    }

    // MARK: Entities

    @Test func `a schema contains the models that the given ones reach`() {
        let schema = Schema([Models.Journey.self])
        #expect(schema.entities.map(\.name) == ["Journey", "Stop", "Guide"])
        #expect(schema.version == Schema.Version(1, 0, 0))
    }

    @Test func `a model that is reached and given is contained once`() {
        let schema = Schema(Models.Guide.self, Models.Journey.self, version: Schema.Version(2, 1, 0))
        #expect(schema.entities.map(\.name) == ["Guide", "Journey", "Stop"])
        #expect(schema.version.description == "2.1.0")
    }

    @Test func `an entity is found by its class`() {
        let schema = Schema([Models.Journey.self])
        #expect(schema.entity(for: Models.Stop.self)?.name == "Stop")
        #expect(schema.entity(for: Models.Employee.self) == nil)
        #expect(Schema.entityName(for: Models.Stop.self) == "Stop")
    }

    @Test func `two schemas of the same models are equal`() {
        #expect(Schema([Models.Guide.self]) == Schema([Models.Guide.self]))
        #expect(Schema([Models.Guide.self]) != Schema([Models.Employee.self]))
        #expect(Schema([Models.Guide.self]) != Schema([Models.Guide.self], version: Schema.Version(2, 0, 0)))
    }

    // MARK: Properties

    @Test func `properties are in the order of their declaration`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        #expect(
            entity.storedProperties.map(\.name) == [
                "code", "title", "start", "cost", "priority", "season", "home", "tags", "extras", "photo", "scratch", "note",
                "stops", "guide",
            ])
    }

    @Test func `optionality follows the type`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        #expect(entity.attributesByName["title"]?.isOptional == false)
        #expect(entity.attributesByName["note"]?.isOptional == true)
        #expect(entity.relationshipsByName["stops"]?.isOptional == false)
        #expect(entity.relationshipsByName["guide"]?.isOptional == true)
    }

    @Test func `options and names of attributes are passed on`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        #expect(entity.attributesByName["code"]?.isUnique == true)
        #expect(entity.attributesByName["scratch"]?.isTransient == true)
        #expect(entity.attributesByName["note"]?.originalName == "subtitle")
        #expect(entity.attributesByName["title"]?.originalName == "title")
        #expect(entity.attributesByName["photo"]?.options == [.externalStorage])
    }

    @Test func `structures and enumerations are composite attributes`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        let home = try #require(entity.attributesByName["home"] as? Schema.CompositeAttribute)
        #expect(home.properties.map(\.name) == ["street", "city", "tags"])
        let priority = try #require(entity.attributesByName["priority"] as? Schema.CompositeAttribute)
        #expect(priority.properties.map(\.name) == ["priority"])
        #expect(!(entity.attributesByName["title"] is Schema.CompositeAttribute))
    }

    @Test func `relationships know their destination and rules`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        let stops = try #require(entity.relationshipsByName["stops"])
        #expect(stops.destination == "Stop")
        #expect(!stops.isToOneRelationship)
        #expect(stops.deleteRule == .cascade)
        let guide = try #require(entity.relationshipsByName["guide"])
        #expect(guide.isToOneRelationship)
        #expect(guide.deleteRule == .nullify)
    }

    @Test func `constraints and indexes are lists of names`() throws {
        let entity = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"])
        #expect(entity.uniquenessConstraints == [["code"], ["title", "start"]])
        #expect(entity.indices == [["title"], ["start", "title"]])
    }

    // MARK: Inverses

    @Test func `a named inverse is the inverse of both`() {
        let schema = Schema([Models.Journey.self])
        #expect(inverse("stops", "Journey", in: schema) == "journey")
        #expect(inverse("journey", "Stop", in: schema) == "stops")
    }

    @Test func `one relationship in each direction are inverses`() {
        let schema = Schema([Models.Journey.self])
        #expect(inverse("guide", "Journey", in: schema) == "journeys")
        #expect(inverse("journeys", "Guide", in: schema) == "guide")
    }

    @Test func `an inverse of nil makes a relationship one-way`() {
        #expect(inverse("previous", "Stop", in: Schema([Models.Journey.self])) == nil)
    }

    @Test func `of two lists that name the same inverse the first gets it`() {
        let schema = Schema([Models.Garden.self])
        #expect(inverse("trees", "Garden", in: schema) == "garden")
        #expect(inverse("flowers", "Garden", in: schema) == nil)
        #expect(inverse("garden", "Plant", in: schema) == "trees")
    }

    @Test func `two relationships in one direction stay one-way`() {
        let schema = Schema([Models.Match.self])
        #expect(inverse("home", "Match", in: schema) == nil)
        #expect(inverse("guest", "Match", in: schema) == nil)
        #expect(inverse("matches", "Team", in: schema) == nil)
    }

    @Test func `a to-one and a to-many relationship to the own class are inverses`() {
        let schema = Schema([Models.Employee.self])
        #expect(inverse("manager", "Employee", in: schema) == "reports")
        #expect(inverse("reports", "Employee", in: schema) == "manager")
    }

    @Test func `two to-one relationships to the own class stay one-way`() {
        let schema = Schema([Models.Person.self])
        #expect(inverse("mother", "Person", in: schema) == nil)
        #expect(inverse("father", "Person", in: schema) == nil)
    }

    // MARK: Key paths

    @Test func `a key path has the name of its property`() {
        let journey = ModelClass.of(Models.Journey.self)
        #expect(journey.path(of: \Models.Journey.title) == ["title"])
        #expect(journey.path(of: \Models.Journey.title.count) == nil)
    }

    @Test func `a key path into a structure has the names of both properties`() {
        #expect(ModelClass.of(Models.Guide.self).path(of: \Models.Guide.address.street) == ["address", "street"])
    }

    @Test func `kinds are in the order of the properties`() {
        let kinds = ModelClass.of(Models.Stop.self).valueKinds
        #expect(kinds.map(\.storage) == [.scalar(.stringAttributeType), .relationship, .relationship])
    }

    // MARK: Versions

    @Test func `versions are compared by major, minor and patch`() {
        #expect(Schema.Version(1, 9, 9) < Schema.Version(2, 0, 0))
        #expect(Schema.Version(1, 2, 9) < Schema.Version(1, 10, 0))
        #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 2, 4))
        #expect(!(Schema.Version(1, 2, 3) < Schema.Version(1, 2, 3)))
    }
}
