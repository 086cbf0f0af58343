import CoreData
import Foundation
import Testing

@testable import SwiftData

/// Stores that fail, and files that do not fit the models.
struct DataStoreFailureTests: AlbumFileTests {
    @Test func `the error of a store is that of the fetch`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        file.behavior.set { $0.failsFetches = .offline }
        #expect(throws: JSONStoreFailure.offline) { try context.fetch(FetchDescriptor<Disc>()) }
        #expect(throws: JSONStoreFailure.offline) { try context.fetchCount(FetchDescriptor<Disc>()) }
        #expect(throws: JSONStoreFailure.offline) { try context.fetchIdentifiers(FetchDescriptor<Disc>()) }
        file.behavior.set { $0.failsFetches = nil }
        #expect(try titles(context) == ["a", "b", "c"])
    }

    @Test func `a failed save leaves the changes`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        let new = Disc("new")
        context.insert(new)
        new.tracks = [Track("first")]
        albums[0].year = 2000
        context.delete(albums[1])
        let temporary = new.persistentModelID
        file.behavior.set { $0.failsSaves = .full }
        for _ in 0..<2 {
            #expect(throws: JSONStoreFailure.full) { try context.save() }
            #expect(context.hasChanges)
            #expect(new.persistentModelID == temporary)
            #expect(new.persistentModelID.storeIdentifier == nil)
            #expect(context.insertedModelsArray.count == 2)
            #expect(context.deletedModelsArray.count == 1)
        }
        file.behavior.set { $0.failsSaves = nil }
        try context.save()
        #expect(!context.hasChanges)
        #expect(new.persistentModelID.storeIdentifier == "albums.json")
        #expect(context.model(for: temporary) === new)
        let other = try ModelContext(try file.container()).fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        #expect(other.map(\.title) == ["a", "c", "new"])
        #expect(other[0].year == 2000)
        #expect(other[2].tracks.map(\.name) == ["first"])
    }

    @Test func `a save whose models have relationships that cannot be read writes nothing`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let album = try #require(try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first)
        album.year = 2000
        let stores = try #require(context.managed.persistentStoreCoordinator).persistentStores
        let bridge = try #require(stores.first as? DataStoreBridge)
        // As if many others had been read since.
        bridge.known.remove(try #require(bridge.objectID(of: album.persistentModelID)))
        file.behavior.set { $0.failsFetches = .offline }
        #expect(throws: JSONStoreFailure.offline) { try context.save() }
        #expect(file.behavior.saves.isEmpty)
        #expect(context.hasChanges)
        file.behavior.set { $0.failsFetches = nil }
        try context.save()
        let reader = ModelContext(try file.container())
        let other = try #require(try reader.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first)
        #expect(other.year == 2000)
        #expect(other.tracks.count == 2)
    }

    @Test func `a new model that a failed save has left can be deleted or rolled back`() throws {
        let file = try AlbumFile()
        let context = ModelContext(try file.container())
        file.behavior.set { $0.failsSaves = .full }
        let (deleted, rolledBack) = (Disc("deleted"), Disc("rolled back"))
        context.insert(deleted)
        #expect(throws: JSONStoreFailure.full) { try context.save() }
        context.delete(deleted)
        context.insert(rolledBack)
        #expect(throws: JSONStoreFailure.full) { try context.save() }
        context.rollback()
        #expect(!context.hasChanges)
        file.behavior.set { $0.failsSaves = nil }
        context.insert(Disc("kept"))
        try context.save()
        #expect(try titles(ModelContext(try file.container())) == ["kept"])
    }

    @Test func `a store that gives no permanent identifier fails the save`() throws {
        let file = try AlbumFile()
        let context = ModelContext(try file.container())
        file.behavior.set { $0.remaps = false }
        context.insert(Disc("a"))
        #expect { try context.save() } throws: { "\($0)".contains("remappedIdentifiers") }
        #expect(context.hasChanges)
    }

    @Test func `what does not fit is an error of the fetch`() throws {
        let file = try filled()
        var objects = try file.objects
        for index in objects.indices where objects[index]["title"] != nil { objects[index]["year"] = "a text" }
        try JSONSerialization.data(withJSONObject: objects).write(to: file.url)
        let context = ModelContext(try file.container())
        #expect(throws: DecodingError.self) { try context.fetch(FetchDescriptor<Disc>()) }
        try Data("[".utf8).write(to: file.url)
        #expect(throws: DecodingError.self) { try context.fetch(FetchDescriptor<Disc>()) }
    }
}
