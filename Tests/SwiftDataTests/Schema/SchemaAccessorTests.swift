import CoreData
import Foundation
import SwiftData
import Testing

/// Every accessor of section 1.3 of the reference.
@Suite struct SchemaAccessorTests {
    typealias Models = SchemaModels

    // MARK: Schema

    @Test func `a schema has the entities and the version that it was created with`() {
        #expect(Schema().entities.isEmpty)
        #expect(Schema().version == Schema.Version(1, 0, 0))
        #expect(Schema().encodingVersion == Schema.schemaEncodingVersion)
        let (first, second) = (Schema.Entity("A"), Schema.Entity("B"))
        let byHand = Schema(first, second, version: Schema.Version(2, 1, 0))
        #expect(byHand.entities.map(\.name) == ["A", "B"])
        #expect(byHand.entitiesByName["B"] === second)
        #expect(byHand.version == Schema.Version(2, 1, 0))
        #expect(Schema([Models.Garden.self], version: Schema.Version(3, 0, 0)).version == Schema.Version(3, 0, 0))
        #expect(Schema(Models.Garden.self, Models.Match.self).entities.map(\.name) == ["Garden", "Match", "Plant", "Team"])
        let versioned = Schema(versionedSchema: NotesV3.self)
        #expect(versioned.version == Schema.Version(3, 0, 0))
        #expect(versioned.entities.map(\.name) == ["Note"])
        #expect(versioned == Schema([NotesV3.Note.self], version: Schema.Version(3, 0, 0)))
        #expect(versioned != Schema([NotesV3.Note.self]))
        #expect(versioned != Schema([NotesV1.Note.self], version: Schema.Version(3, 0, 0)))
        #expect(Set([versioned, Schema(versionedSchema: NotesV3.self)]).count == 1)
        #expect(versioned.debugDescription.contains("Note"))
        #expect("\(versioned.version)" == "3.0.0")
    }

    @Test func `an entity is named after its class, without module and nesting`() {
        #expect(Schema.entityName(for: NotesV1.Note.self) == "Note")
        let schema = Schema([NotesV1.Note.self])
        #expect(schema.entity(for: NotesV1.Note.self)?.name == "Note")
        #expect(schema.entity(for: NotesV3.Note.self) == nil)
        #expect(schema.entity(for: Models.Plant.self) == nil)
    }

    @Test func `a version is coded as its numbers`() throws {
        let version = Schema.Version(1, 20, 3)
        let copy = try JSONDecoder().decode(Schema.Version.self, from: JSONEncoder().encode(version))
        #expect(copy == version)
        #expect(copy.major == 1)
        #expect(copy.minor == 20)
        #expect(copy.patch == 3)
        #expect(Set([version, copy]).count == 1)
    }

    // MARK: Entities

    @Test func `an entity made by hand has its properties in all lists`() {
        let name = Schema.Attribute(name: "name", options: [.unique], valueType: String.self)
        let owner = Schema.Relationship()
        owner.name = "owner"
        owner.destination = "Owner"
        owner.valueType = Models.Guide?.self
        let sub = Schema.Entity("Sub", properties: Schema.Attribute(name: "more", valueType: Int?.self))
        let entity = Schema.Entity("Base", subentities: sub, properties: name, owner)
        #expect(entity.attributes == [name])
        #expect(entity.attributesByName["name"] === name)
        #expect(entity.relationships == [owner])
        #expect(entity.relationshipsByName["owner"] === owner)
        #expect(entity.storedProperties.map(\.name) == ["name", "owner"])
        #expect(Set(entity.storedPropertiesByName.keys) == ["name", "owner"])
        #expect(entity.inheritedProperties.isEmpty)
        #expect(entity.uniquenessConstraints == [["name"]])
        #expect(entity.indices.isEmpty)
        #expect(entity.subentities == [sub])
        #expect(sub.superentity === entity)
        #expect(sub.superentityName == "Base")
        #expect(sub.properties.map(\.name) == ["name", "owner", "more"])
        #expect(Set(sub.inheritedPropertiesByName.keys) == ["name", "owner"])
        sub.superentity = nil
        #expect(entity.subentities.isEmpty)
        #expect(sub.superentityName == nil)
        entity.subentities = [sub]
        #expect(sub.superentity === entity)
        entity.relationships = []
        entity.attributesByName["extra"] = Schema.Attribute(name: "extra", valueType: Int.self)
        #expect(entity.storedProperties.map(\.name) == ["name", "extra"])
        entity.relationshipsByName = ["owner": owner]
        #expect(entity.properties.map(\.name) == ["name", "extra", "owner"])
        entity.indices = [["name"], ["extra", "name"]]
        entity.uniquenessConstraints.append(["extra", "name"])
        entity.name = "Renamed"
        #expect(sub.superentityName == "Renamed")
        #expect(entity == entity)
        #expect(entity != Schema.Entity("Renamed"))
        let late = Schema.Entity("Late")
        late.superentityName = "Renamed"
        #expect(Schema(entity, late).entitiesByName["Late"]?.superentity === entity)
    }

    // MARK: Attributes

    @Test func `an attribute has what its initializer was given`() {
        let plain = Schema.Attribute(
            name: "a", originalName: "b", options: [.externalStorage, .spotlight], valueType: Data?.self,
            defaultValue: Data([1]), hashModifier: "2")
        #expect(plain.name == "a")
        #expect(plain.originalName == "b")
        #expect(plain.options == [.externalStorage, .spotlight])
        #expect(plain.valueType is Data?.Type)
        #expect(plain.defaultValue as? Data == Data([1]))
        #expect(plain.hashModifier == "2")
        #expect(plain.isOptional)
        #expect(plain.isAttribute)
        #expect(!plain.isRelationship)
        #expect(!plain.isUnique)
        #expect(!plain.isTransient)
        #expect(!plain.isTransformable)
        plain.isOptional = false
        #expect(!plain.isOptional)
        plain.name = "c"
        plain.options = [.unique]
        plain.valueType = String.self
        plain.defaultValue = "x"
        plain.hashModifier = nil
        #expect(plain.isUnique)
        #expect(plain.originalName == "b")
        let declared = Schema.Attribute(.ephemeral, originalName: "old", hashModifier: "h")
        #expect(declared.isTransient)
        #expect(declared.originalName == "old")
        #expect(declared.hashModifier == "h")
        let transformed = Schema.Attribute(.transformable(by: "Tint"))
        #expect(transformed.isTransformable)
        #expect(Schema.Attribute(name: "n", valueType: Int.self).originalName == "n")
        #expect(Schema.Attribute(name: "n", valueType: Int.self) == Schema.Attribute(name: "n", valueType: Int.self))
        #expect(Schema.Attribute(name: "n", valueType: Int.self) != Schema.Attribute(name: "n", valueType: Int?.self))
    }

    @Test func `options are different, equal to themselves and survive encoding`() throws {
        let options: [Schema.Attribute.Option] = [
            .unique, .externalStorage, .allowsCloudEncryption, .ephemeral, .spotlight, .preserveValueOnDeletion, .codable,
            .transformable(by: "A"), .transformable(by: "B"), .transformable(by: SchemaTestTransformer.self),
        ]
        #expect(Set(options).count == options.count)
        #expect(try JSONDecoder().decode([Schema.Attribute.Option].self, from: JSONEncoder().encode(options)) == options)
        #expect(Schema.Attribute.Option.transformable(by: "SchemaTestTransformer") == options.last)
        let unique = Schema.Relationship.Option.unique
        #expect(try JSONDecoder().decode(Schema.Relationship.Option.self, from: JSONEncoder().encode(unique)) == unique)
    }

    @Test func `a composite attribute lists its elements`() {
        let home = Schema.CompositeAttribute(
            name: "home", originalName: "place", options: [], valueType: Models.Address.self,
            defaultValue: Models.Address(street: "s", tags: []), hashModifier: "1")
        #expect(home.properties.map(\.name) == ["street", "city", "tags"])
        #expect(home.properties.map(\.isOptional) == [false, true, false])
        #expect(home.originalName == "place")
        #expect(home.defaultValue as? Models.Address == Models.Address(street: "s", tags: []))
        home.properties.removeLast()
        #expect(home.properties.count == 2)
        #expect(Schema.CompositeAttribute(name: "n", valueType: Int.self).properties.isEmpty)
    }

    // MARK: Relationships

    @Test func `a relationship has what its initializer was given`() throws {
        let declared = Schema.Relationship(
            .unique, deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3, originalName: "old",
            inverse: \Models.Stop.journey, hashModifier: "h")
        #expect(declared.options == [.unique])
        #expect(declared.isUnique)
        #expect(declared.deleteRule == .deny)
        #expect(declared.minimumModelCount == 1)
        #expect(declared.maximumModelCount == 3)
        #expect(declared.originalName == "old")
        #expect(declared.inverseKeyPath == \Models.Stop.journey)
        #expect(declared.hashModifier == "h")
        #expect(declared.isRelationship)
        #expect(!declared.isAttribute)
        #expect(!declared.isTransient)
        let plain = Schema.Relationship()
        #expect(plain.deleteRule == .nullify)
        #expect(plain.minimumModelCount == 0)
        #expect(plain.maximumModelCount == 0)
        #expect(plain.inverseName == nil)
        #expect(plain.keypath == nil)
        let stops = try #require(Schema([Models.Journey.self]).entitiesByName["Journey"]?.relationshipsByName["stops"])
        #expect(stops.keypath == \Models.Journey.stops)
        #expect(stops.inverseKeyPath == \Models.Stop.journey)
        #expect(stops.inverseName == "journey")
        #expect(stops.destination == "Stop")
        #expect(stops.valueType is [Models.Stop].Type)
        #expect(!stops.isToOneRelationship)
        #expect(!stops.isOptional)
        stops.deleteRule = .noAction
        #expect(stops.deleteRule == .noAction)
        let rules: [Schema.Relationship.DeleteRule] = [.cascade, .deny, .noAction, .nullify]
        #expect(rules.map(\.rawValue) == ["cascade", "deny", "noAction", "nullify"])
    }

    // MARK: Indexes and constraints

    @Test func `indexes and constraints are key paths, and neither attributes nor relationships`() {
        let index = Schema.Index<Models.Plant>([\.garden], [\.garden, \.persistentModelID])
        #expect(index.indices == [.binary([\.garden]), .binary([\.garden, \.persistentModelID])])
        let typed = Schema.Index<Models.Journey>(.binary([\.title]), .rtree([\.cost]))
        #expect(typed.indices == [.binary([\.title]), .rtree([\.cost])])
        let unique = Schema.Unique<Models.Journey>([\.title, \.start], [\.code])
        #expect(unique.constraints == [[\.title, \.start], [\.code]])
        #expect(!index.isAttribute)
        #expect(!index.isRelationship)
        #expect(!unique.isAttribute)
        #expect(!unique.isRelationship)
        #expect(!unique.isUnique)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(unique) }
        let metadata = Schema.PropertyMetadata(name: "x", keypath: \Models.Journey.title, defaultValue: "d", metadata: unique)
        withExtendedLifetime(metadata) {}
    }

    // MARK: Files

    @Test func `a schema of classes survives a file`() throws {
        let folder = try StoreFolder()
        let url = folder.url.appending(path: "schema file.json")
        let schema = Schema([Models.Journey.self, Models.Employee.self], version: Schema.Version(4, 5, 6))
        try schema.save(to: url)
        let copy = try Schema.load(from: url)
        #expect(copy == schema)
        #expect(copy.entities.map(\.name) == schema.entities.map(\.name))
        #expect(copy.entity(for: Models.Journey.self)?.attributesByName["home"] is Schema.CompositeAttribute)
        #expect(copy.entitiesByName["Journey"]?.indices == [["title"], ["start", "title"]])
        #expect(copy.entitiesByName["Journey"]?.relationshipsByName["stops"]?.inverseName == "journey")
        #expect(copy.entitiesByName["Stop"]?.relationshipsByName["previous"]?.inverseName == nil)
        // A second round gives the same bytes.
        let second = folder.url.appending(path: "second.json")
        try copy.save(to: second)
        #expect(try Data(contentsOf: second) == Data(contentsOf: url))
        #expect(throws: (any Error).self) { try Schema.load(from: folder.url.appending(path: "missing.json")) }
        try Data("{".utf8).write(to: second)
        #expect(throws: DecodingError.self) { try Schema.load(from: second) }
        #expect(throws: (any Error).self) { try schema.save(to: folder.url.appending(path: "missing/schema.json")) }
    }

    @Test func `a loaded schema describes the stores of its classes`() throws {
        let folder = try StoreFolder()
        let url = folder.url.appending(path: "schema.json")
        let schema = Schema([Models.Journey.self])
        try schema.save(to: url)
        let loaded = try Schema.load(from: url)
        #expect(
            NSManagedObjectModel.makeManagedObjectModel(for: loaded)?.entityVersionHashesByName
                == NSManagedObjectModel.makeManagedObjectModel(for: schema)?.entityVersionHashesByName)
    }
}

final class SchemaTestTransformer: ValueTransformer, @unchecked Sendable {}
