import Foundation
import GRDB
import StrataArchives
import StrataTestSupport
import Testing

@testable import CoreData

/// Damaged bytes of a store's model, metadata and transformable attributes are errors or other
/// values. They never end the process.
@Suite struct StoredBytesDamageTests {
    @Test func `a damaged archive of a model is an error or another model`() throws {
        let archive = try ModelArchiver.archive(.library())
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.02)
        for _ in 0..<count {
            let bytes = damage.damaged(archive)
            if (try? KeyedArchive(bytes)) != nil { read += 1 }
            // Whatever is no model is an error.
            _ = try? ModelUnarchiver.model(bytes)
        }
        // Most changes of one or two bytes are inside a string.
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `a model with other values is an error or another model`() throws {
        let models = try [NSManagedObjectModel.library(), .quakes()].map { try PropertyList(binary: ModelArchiver.archive($0)) }
        let mutations = ArchiveMutations(models)
        var damage = Damage()
        var read = 0
        let count = Damage.count(1_000, share: 0.02)
        for _ in 0..<count {
            let list = try #require(models.randomElement(using: &damage.dice))
            // Whatever is no model is an error.
            guard let model = try? ModelUnarchiver.model(mutations.mutated(list, &damage.dice).binary) else { continue }
            read += 1
            // What the opening of a store reads.
            for entity in model.entitiesByName.values { _ = entity.attributesByName.mapValues(\.isExternal) }
        }
        #expect(read > count / 20, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `a damaged model of Apple's Core Data is an error or another model`() throws {
        let store = try AppleStore(AppleStore.bookmarks4)
        let packed = try #require(
            try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
        let archive = try Deflate.unpack(packed)
        var damage = Damage()
        var read = 0
        let count = Damage.count(300, share: 0.005)
        for _ in 0..<count {
            if (try? ModelUnarchiver.model(damage.damaged(archive))) != nil { read += 1 }
            _ = try? Deflate.unpack(damage.damaged(packed))
        }
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test func `damaged compression is an error`() throws {
        let archive = try ModelArchiver.archive(.library())
        #expect(throws: CocoaError.self) { try Deflate.unpack(Data([1, 2, 3, 4, 5])) }
        #expect(throws: CocoaError.self) { try Deflate.unpack(Deflate.pack(archive).dropLast(3)) }
    }

    @Test(arguments: [nil, NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue])
    func `a damaged transformable value is nil or another value`(transformer: String?) throws {
        let coding = TransformableCoding(attribute: "Note.value", transformerName: transformer)
        let values: [Any] = [
            ["a": [1, 2.5], "b": ["c": Date()]] as [String: Any], Set([1, 2]), URL(filePath: "/a"), Tag(name: "a", size: 3),
        ]
        let stored = try values.map(coding.encode)
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.1)
        for _ in 0..<count {
            let data = damage.damaged(try #require(stored.randomElement(using: &damage.dice)))
            if coding.decode(data) != nil { read += 1 }
            _ = coding.decode(data, as: Tag.self)
        }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    private struct Tag: Codable {
        var name: String
        var size: Int
    }

    @Test func `a value whose list is XML of many levels is nil`() {
        let coding = TransformableCoding(attribute: "Note.value", transformerName: nil)
        let levels = 200_000
        let body = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
        let data = Data("<?xml version=\"1.0\"?><plist version=\"1.0\">\(body)</plist>".utf8)
        #expect(coding.decode(data) == nil)
        #expect(coding.decode(data, as: Tag.self) == nil)
        #expect(coding.decode(data, as: [[Int]].self) == nil)
    }

    /// The initializer of a set of a relationship's members stops the program.
    @Test(arguments: ["CoreData.RelationshipSet", "CoreData.RelationshipOrderedSet", "CoreData.NSManagedObject"])
    func `a value of a class that cannot be decoded is nil`(name: String) {
        var archive = KeyedArchive()
        archive.root = archive.reserve()
        archive.set(archive.root, ["NS.objects": .array([])], ofClass: name, "NSSet")
        #expect(TransformableCoding(attribute: "Note.value", transformerName: nil).decode(archive.data) == nil)
    }

    @Test func `a store with damaged metadata opens without it`() throws {
        let store = try TestStore()
        let coordinator = store.container.persistentStoreCoordinator
        try coordinator.persistentStores.forEach(coordinator.remove)
        let queue = try DatabaseQueue(path: store.url.path)
        let metadata = try #require(try queue.read { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") })
        var damage = Damage()
        for _ in 0..<Damage.count(300, share: 0.005) {
            let damaged = damage.damaged(metadata)
            try queue.write { database in
                try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [damaged])
                #expect(try StoreMetadata(in: database) != nil, "seed \(damage.seed)")
            }
        }
    }
}
