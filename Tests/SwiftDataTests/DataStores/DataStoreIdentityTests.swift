import Foundation
import SwiftData
import Synchronization
import Testing

/// Models in several contexts of a data store: what identifies them, and which values they have.
struct DataStoreIdentityTests: AlbumFileTests {
    @Test func `a new model with the identifier of a stored one becomes that model`() throws {
        let file = try AlbumFile()
        file.behavior.set { $0.keysAreTitles = true }
        let container = try file.container()
        let (first, second) = (ModelContext(container), ModelContext(container))
        let disc = Disc("a", year: 1969)
        first.insert(disc)
        try first.save()
        let other = Disc("a", year: 1970)
        second.insert(other)
        let track = Track("one")
        second.insert(track)
        other.tracks = [track]
        try second.save()
        #expect(other.persistentModelID == disc.persistentModelID)
        #expect(!second.hasChanges)
        #expect(other.tracks.map(\.name) == ["one"])
        #expect(track.album === other)
        #expect(try first.fetch(FetchDescriptor<Disc>()).map(\.year) == [1970])
        #expect(disc.tracks.map(\.name) == ["one"])
        other.year = 1971
        try second.save()
        let third = ModelContext(container)
        #expect(try third.fetch(FetchDescriptor<Disc>()).map(\.year) == [1971])
        #expect(try third.fetch(FetchDescriptor<Track>()).map { $0.album?.title } == ["a"])
    }

    @Test func `a new model that becomes a stored one stays a member of relationships`() throws {
        let file = try AlbumFile()
        file.behavior.set { $0.keysAreTitles = true }
        let container = try file.container()
        let (first, second) = (ModelContext(container), ModelContext(container))
        let track = Track("one")
        first.insert(track)
        try first.save()
        let disc = Disc("b")
        second.insert(disc)
        disc.tracks = [Track("one"), Track("two")]
        try second.save()
        #expect(disc.tracks.map(\.name).sorted() == ["one", "two"])
        #expect(disc.tracks.contains { $0.persistentModelID == track.persistentModelID })
        #expect(try second.fetch(FetchDescriptor<Track>()).count == 2)
        _ = try first.fetch(FetchDescriptor<Track>())
        #expect(track.album?.title == "b")
        let third = ModelContext(container)
        #expect(try third.fetch(FetchDescriptor<Disc>()).first?.tracks.count == 2)
    }

    @Test func `a store knows the contexts that use it`() async throws {
        let file = try filled()
        let container = try file.container()
        var context: ModelContext? = ModelContext(container)
        let id = try #require(context?.editingState.id)
        file.behavior.set { $0.states = [] }
        _ = try context?.fetch(FetchDescriptor<Disc>())
        #expect(file.behavior.state.withLock { $0.states } == [id])
        #expect(file.behavior.state.withLock { !$0.ended.contains(id) })
        context = nil
        await eventually { file.behavior.state.withLock { $0.ended.contains(id) } }
    }

    @Test func `snapshots that a store registers again replace what was saved`() throws {
        let file = try filled()
        let container = try file.container()
        let context = ModelContext(container)
        let other = ModelContext(container)
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        let seen = try #require(try other.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first)
        file.behavior.set { $0.reregisters = true }
        albums[0].title = "aa"
        try context.save()
        #expect(albums[0].title == "aa")
        #expect(albums[0].year == 1970)
        #expect(!context.hasChanges)
        #expect(try other.fetchCount(FetchDescriptor<Disc>(predicate: #Predicate { $0.title == "aa" })) == 1)
        #expect(seen.year == 1970)
    }
}
