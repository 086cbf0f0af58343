import Foundation
import Synchronization
import Testing

@testable import CoreData
@testable import SwiftData

/// Default stores whose file cannot be read now and then: what cannot be read is neither missing nor
/// empty.
struct DefaultStoreReadTests {
    /// A store with the album "a" of the tracks "one" and "two", and the album "b".
    private struct Albums {
        let folder: StoreFolder
        let store: DefaultStore
        let failures = EngineFailures()
        let state = EditingState(id: UUID())

        init() throws {
            folder = try StoreFolder()
            store = try DefaultStore(ModelConfiguration(schema: Schema([Disc.self]), url: folder.store))
            let context = ModelContext(store.container)
            let album = Disc("a")
            context.insert(album)
            album.tracks = [Track("one"), Track("two", number: 2)]
            context.insert(Disc("b"))
            try context.save()
            failures.install(in: store.container.storage.coordinator)
        }

        /// The names of the tracks by the titles of the albums, with those of tracks without an album.
        var stored: [String: [String]] {
            get throws {
                let context = ModelContext(store.container)
                let tracks = try context.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.name)]))
                let titles = try context.fetch(FetchDescriptor<Disc>()).map { ($0.title, [String]()) }
                return tracks.reduce(into: Dictionary(uniqueKeysWithValues: titles)) {
                    $0[$1.album?.title ?? "", default: []].append($1.name)
                }
            }
        }

        func snapshots() throws -> [DefaultSnapshot] {
            let albums = FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])
            return try store.fetch(DataStoreFetchRequest(descriptor: albums, editingState: state)).fetchedSnapshots
        }

        /// Runs a closure during which one read fails.
        ///
        /// - Parameter number: The number of the read.
        /// - Returns: The closure's result; nil if it threw the error of the read. And whether there
        ///   were as many reads.
        func failing<Result>(read number: Int, _ body: () throws -> Result) throws -> (result: Result?, isReached: Bool) {
            let isReached = Atomic(false)
            store.container.storage.coordinator.cache.forgetAll()
            failures.failReads { read in
                guard read == number else { return false }
                isReached.store(true, ordering: .relaxed)
                return true
            }
            defer {
                failures.recover()
                store.container.storage.coordinator.cache.forgetAll()
            }
            do {
                let result = try body()
                return (result, isReached.load(ordering: .relaxed))
            } catch let error where EngineFailures.caused(error) {
                return (nil, isReached.load(ordering: .relaxed))
            }
        }
    }

    @Test func `a save in which a read fails writes nothing or everything`() throws {
        var refused = 0
        for number in 1... {
            let albums = try Albums()
            let snapshots = try albums.snapshots()
            let (a, b) = (snapshots[0], snapshots[1])
            let new = Track("three").persistentModelID
            let tracks = try #require(a.values["tracks"] as? [PersistentIdentifier])
            let changed: [String: Any] = ["title": "changed", "tracks": tracks + [new]]
            let request = DataStoreSaveChangesRequest(
                inserted: [DefaultSnapshot(new, values: ["name": "three", "number": 3, "album": a.persistentIdentifier])],
                updated: [DefaultSnapshot(a.persistentIdentifier, values: a.values.merging(changed) { $1 })],
                deleted: [b], editingState: albums.state)
            let (result, isReached) = try albums.failing(read: number) { try albums.store.save(request) }
            if result == nil {
                refused += 1
                #expect(try albums.stored == ["a": ["one", "two"], "b": []], "read \(number)")
                _ = try albums.store.save(request)
            }
            #expect(try albums.stored == ["changed": ["one", "three", "two"]], "read \(number)")
            if !isReached { break }
        }
        // The two albums and the two tracks.
        #expect(refused >= 4)
    }

    @Test func `a new model whose related model cannot be read is not saved`() throws {
        let albums = try Albums()
        let album = try albums.snapshots()[0].persistentIdentifier
        let new = DefaultSnapshot(
            Track("three").persistentModelID, values: ["name": "three", "number": 3, "album": album])
        let request = DataStoreSaveChangesRequest(inserted: [new], updated: [], deleted: [], editingState: albums.state)
        let result = try albums.failing(read: 1) { try albums.store.save(request) }.result
        #expect(result == nil)
        #expect(try albums.stored == ["a": ["one", "two"], "b": []])
    }

    @Test func `a deletion of a model that cannot be read is an error`() throws {
        let albums = try Albums()
        let request = DataStoreSaveChangesRequest(
            inserted: [], updated: [], deleted: [try albums.snapshots()[1]], editingState: albums.state)
        let result = try albums.failing(read: 1) { try albums.store.save(request) }.result
        #expect(result == nil)
        _ = try albums.store.save(request)
        #expect(try albums.stored == ["a": ["one", "two"]])
    }

    @Test func `snapshots have all that the store has, or a read that fails is an error`() throws {
        let albums = try Albums()
        let identifiers = try albums.snapshots().map(\.persistentIdentifier)
        func check(_ read: () throws -> [DefaultSnapshot]) throws {
            var refused = 0
            for number in 1... {
                let (snapshots, isReached) = try albums.failing(read: number, read)
                if snapshots == nil { refused += 1 }
                let counts = snapshots?.map { ($0.values["tracks"] as? [PersistentIdentifier])?.count }
                #expect(counts == nil || counts == [2, 0], "read \(number)")
                if !isReached { break }
            }
            // The albums and their tracks.
            #expect(refused >= 2)
        }
        try check(albums.snapshots)
        try check {
            let snapshots = try albums.store.cachedSnapshots(for: identifiers, editingState: albums.state)
            return identifiers.compactMap { snapshots[$0] }
        }
    }

    @Test func `identifiers of models that do not exist have no snapshots`() throws {
        let albums = try Albums()
        let snapshots = try albums.snapshots()
        let request = DataStoreSaveChangesRequest(
            inserted: [], updated: [], deleted: [snapshots[1]], editingState: albums.state)
        _ = try albums.store.save(request)
        let identifiers = snapshots.map(\.persistentIdentifier)
        let found = try albums.store.cachedSnapshots(for: identifiers, editingState: albums.state)
        #expect(Set(found.keys) == [identifiers[0]])
    }
}
