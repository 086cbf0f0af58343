import CoreData
import Foundation
import SwiftData
import Testing

enum OutMuseum {
    enum Era: String, Codable { case old, new }

    struct Size: Codable, Hashable {
        var width: Double
        var height: Double?
    }

    @Model class Work {
        #Unique<Work>([\.code])
        #Index<Work>([\.title], [\.title, \.year])
        var code: String
        @Attribute(originalName: "name") var title: String
        var year: Int?
        var era: Era = Era.old
        var size: Size
        @Attribute(.externalStorage) var image: Data?
        @Attribute(.ephemeral) var shown: Int = 0
        @Transient var selected = false
        var artist: Artist?
        @Relationship(deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 3, originalName: "rooms")
        var halls: [Hall] = []

        init(code: String, title: String, size: Size) {
            self.code = code
            self.title = title
            self.size = size
        }
    }

    @Model final class Statue: Work {
        var weight: Double
        init(code: String, title: String, weight: Double) {
            self.weight = weight
            super.init(code: code, title: title, size: Size(width: 1))
        }
    }

    @Model final class Artist {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Work.artist) var works: [Work] = []
        init(name: String) { self.name = name }
    }

    @Model final class Hall {
        var number: Int
        init(number: Int) { self.number = number }
    }

    static let schema = Schema([Work.self, Statue.self, Artist.self, Hall.self], version: Schema.Version(3, 1, 4))
}

@Suite struct SchemaInspectionTests {
    func check(_ schema: Schema, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let work = try #require(schema.entitiesByName["Work"], sourceLocation: sourceLocation)
        let statue = try #require(schema.entitiesByName["Statue"], sourceLocation: sourceLocation)
        let artist = try #require(schema.entitiesByName["Artist"], sourceLocation: sourceLocation)
        func expect(_ condition: Bool, _ comment: Comment) {
            #expect(condition, comment, sourceLocation: sourceLocation)
        }
        expect(schema.version == Schema.Version(3, 1, 4), "version")
        expect(Set(schema.entities.map(\.name)) == ["Work", "Statue", "Artist", "Hall"], "entities")
        expect(work.attributesByName["title"]?.originalName == "name", "original name")
        expect(work.attributesByName["year"]?.isOptional == true, "optional")
        expect(work.attributesByName["code"]?.isOptional == false, "not optional")
        expect(work.attributesByName["image"]?.options.contains(.externalStorage) == true, "external")
        expect(work.attributesByName["selected"] == nil, "transient")
        expect(work.uniquenessConstraints == [["code"]], "unique")
        expect(work.indices.contains(["title"]), "index")
        expect(work.indices.contains(["title", "year"]), "compound index")
        expect(work.relationshipsByName["artist"]?.destination == "Artist", "destination")
        expect(work.relationshipsByName["artist"]?.isToOneRelationship == true, "to-one")
        expect(work.relationshipsByName["artist"]?.inverseName == "works", "inferred inverse")
        let halls = work.relationshipsByName["halls"]
        expect(halls?.deleteRule == .deny, "rule")
        expect(halls?.minimumModelCount == 1, "minimum")
        expect(halls?.maximumModelCount == 3, "maximum")
        expect(halls?.originalName == "rooms", "relationship's original name")
        expect(halls?.isToOneRelationship == false, "to-many")
        expect(artist.relationshipsByName["works"]?.deleteRule == .cascade, "cascade")
        expect(artist.relationshipsByName["works"]?.inverseName == "artist", "inverse")
        expect(statue.superentityName == "Work", "superentity")
        expect(work.subentities.map(\.name) == ["Statue"], "subentities")
        expect(statue.inheritedPropertiesByName["title"] != nil, "inherited")
        expect(statue.storedPropertiesByName["weight"] != nil, "stored")
    }

    @Test func `a schema describes its models`() throws {
        let schema = OutMuseum.schema
        try check(schema)
        #expect(Schema.entityName(for: OutMuseum.Statue.self) == "Statue")
        #expect(schema.entity(for: OutMuseum.Hall.self)?.name == "Hall")
        #expect(schema.entity(for: OutMuseum.Hall.self)?.attributesByName["number"]?.valueType == Int.self)
        #expect(schema.entitiesByName["Work"]?.attributesByName["year"]?.valueType == Int?.self)
        let again = Schema(
            [OutMuseum.Work.self, OutMuseum.Statue.self, OutMuseum.Artist.self, OutMuseum.Hall.self],
            version: Schema.Version(3, 1, 4))
        #expect(schema == again)
        #expect(schema != Schema([OutMuseum.Hall.self]))
    }

    @Test func `a schema brings the models that relationships reach`() {
        let schema = Schema([OutMuseum.Artist.self])
        #expect(Set(schema.entities.map(\.name)).isSuperset(of: ["Artist", "Work", "Hall"]))
        #expect(schema.version == Schema.Version(1, 0, 0))
    }

    @Test func `a schema is coded and decoded`() throws {
        let data = try JSONEncoder().encode(OutMuseum.schema)
        try check(try JSONDecoder().decode(Schema.self, from: data))
    }

    @Test func `a schema is saved to a file and loaded`() throws {
        let folder = try StoreFolder()
        let url = folder.url.appending(path: "schema.json")
        try OutMuseum.schema.save(to: url)
        try check(try Schema.load(from: url))
        #expect(throws: (any Error).self) { try Schema.load(from: folder.url.appending(path: "none")) }
        try Data("{".utf8).write(to: url)
        #expect(throws: (any Error).self) { try Schema.load(from: url) }
    }

    @Test func `a managed object model has what the schema says`() throws {
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(
                for: [OutMuseum.Work.self, OutMuseum.Statue.self, OutMuseum.Artist.self, OutMuseum.Hall.self]))
        let entities = model.entitiesByName
        let work = try #require(entities["Work"])
        #expect(work.attributesByName["title"]?.attributeType == .stringAttributeType)
        #expect(work.attributesByName["title"]?.renamingIdentifier == "name")
        #expect(work.attributesByName["title"]?.isOptional == false)
        #expect(work.attributesByName["year"]?.attributeType == .integer64AttributeType)
        #expect(work.attributesByName["year"]?.isOptional == true)
        #expect(work.attributesByName["image"]?.allowsExternalBinaryDataStorage == true)
        #expect(work.attributesByName["shown"]?.isTransient == true)
        #expect(work.attributesByName["size"] is NSCompositeAttributeDescription)
        #expect(work.attributesByName["era"] is NSCompositeAttributeDescription)
        #expect(work.uniquenessConstraints.count == 1)
        #expect(work.relationshipsByName["halls"]?.deleteRule == .denyDeleteRule)
        #expect(work.relationshipsByName["halls"]?.isToMany == true)
        #expect(work.relationshipsByName["artist"]?.inverseRelationship?.name == "works")
        #expect(work.relationshipsByName["artist"]?.maxCount == 1)
        #expect(entities["Artist"]?.relationshipsByName["works"]?.deleteRule == .cascadeDeleteRule)
        #expect(entities["Statue"]?.superentity?.name == "Work")
    }

    @Test func `Core Data opens a store of SwiftData with the model of its types`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(
                    for: OutMuseum.Artist.self, OutMuseum.Statue.self,
                    configurations: ModelConfiguration(url: folder.store)))
            context.insert(OutMuseum.Artist(name: "Rodin"))
            try context.save()
        }
        let model = try #require(
            NSManagedObjectModel.makeManagedObjectModel(for: OutMuseum.Artist.self, OutMuseum.Statue.self))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: folder.store, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let names = try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Artist")).map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["Rodin"])
    }

    @Test func `a schema built of entities by hand`() {
        let hand = Schema(
            Schema.Entity(
                "Thing",
                properties: Schema.Attribute(name: "name", valueType: String.self, defaultValue: "x"),
                Schema.Attribute(name: "size", options: [.unique], valueType: Int?.self)))
        let thing = hand.entitiesByName["Thing"]
        #expect(thing?.attributesByName["name"]?.defaultValue as? String == "x")
        #expect(thing?.attributesByName["size"]?.isUnique == true)
        #expect(thing?.attributesByName["size"]?.isOptional == true)
        #expect(thing?.attributes.count == 2)
    }
}
