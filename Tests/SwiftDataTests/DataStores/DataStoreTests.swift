import Foundation
import SwiftData
import Synchronization
import Testing

struct DataStoreTests {
    /// A file in a folder of its own, with the behavior of its stores.
    struct File {
        let folder: StoreFolder
        let behavior = JSONStoreBehavior()
        var url: URL { folder.url.appending(path: "albums.json") }

        init() throws { folder = try StoreFolder() }

        var configuration: JSONStoreConfiguration { JSONStoreConfiguration(fileURL: url, behavior: behavior) }

        func container() throws -> ModelContainer { try ModelContainer(for: Disc.self, configurations: configuration) }

        /// The objects of the file.
        var objects: [[String: Any]] {
            get throws {
                guard FileManager.default.fileExists(atPath: url.path) else { return [] }
                return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
            }
        }

        func object(_ key: String, _ value: String) throws -> [String: Any] {
            try #require(try objects.first { $0[key] as? String == value })
        }
    }

    private func titles(_ context: ModelContext, _ predicate: Predicate<Disc>? = nil) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])).map(\.title)
    }

    /// A file with three albums, of 1969, 1970 and 1971, the first with two tracks.
    private func filled() throws -> File {
        let file = try File()
        let context = ModelContext(try file.container())
        let first = Disc("a", year: 1969)
        first.rating = 4.5
        first.cover = Disc.Cover(artist: "x", width: 3)
        first.tags = ["t", "u"]
        first.format = .tape
        context.insert(first)
        first.tracks = [Track("one", number: 1), Track("two", number: 2)]
        context.insert(Disc("b", year: 1970))
        context.insert(Disc("c", year: 1971))
        try context.save()
        file.behavior.set { ($0.saves, $0.fetches) = ([], []) }
        return file
    }

    // MARK: Saving and reading

    @Test func `a model is saved as an object with its property names`() throws {
        let file = try filled()
        let album = try file.object("title", "a")
        #expect(album["year"] as? Int == 1969)
        #expect(album["rating"] as? Double == 4.5)
        #expect(album["tags"] as? [String] == ["t", "u"])
        #expect(album["format"] as? String == "tape")
        #expect((album["cover"] as? [String: Any])?["artist"] as? String == "x")
        #expect(album["plays"] == nil)
        #expect((album["tracks"] as? [Any])?.count == 2)
        #expect(try file.object("title", "b")["rating"] == nil)
        let identifier = try #require(
            (album["persistentIdentifier"] as? [String: Any])?["implementation"] as? [String: Any])
        #expect(identifier["storeIdentifier"] as? String == "albums.json")
        #expect(identifier["isTemporary"] as? Bool == false)
        let track = try #require(try file.object("name", "one")["album"] as? [String: Any])
        let related = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONSerialization.data(withJSONObject: track))
        #expect(related.entityName == "Disc")
    }

    @Test func `another container reads the file`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        #expect(albums.map(\.title) == ["a", "b", "c"])
        let first = try #require(albums.first)
        #expect(first.year == 1969)
        #expect(first.rating == 4.5)
        #expect(first.cover == Disc.Cover(artist: "x", width: 3))
        #expect(first.tags == ["t", "u"])
        #expect(first.format == .tape)
        #expect(Set(first.tracks.map(\.name)) == ["one", "two"])
        #expect(first.tracks.allSatisfy { $0.album === first })
        #expect(albums[1].rating == nil)
        #expect(albums[1].cover == nil)
        #expect(albums[1].tracks.isEmpty)
        #expect(!context.hasChanges)
    }

    @Test func `a save gives permanent identifiers`() throws {
        let file = try File()
        let container = try file.container()
        let context = ModelContext(container)
        let album = Disc("a")
        context.insert(album)
        let temporary = album.persistentModelID
        #expect(temporary.storeIdentifier == nil)
        try context.save()
        let permanent = album.persistentModelID
        #expect(permanent.storeIdentifier == "albums.json")
        #expect(permanent.entityName == "Disc")
        #expect(context.model(for: temporary) === album)
        #expect(context.model(for: permanent) === album)
        let coded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(permanent))
        #expect(coded == permanent)
        #expect(context.model(for: coded) === album)
        let other = ModelContext(try file.container())
        #expect((other.model(for: coded) as? Disc)?.title == "a")
        let known = try #require(try file.objects.first?["persistentIdentifier"])
        let stored = try JSONDecoder().decode(
            PersistentIdentifier.self, from: JSONSerialization.data(withJSONObject: known))
        #expect(stored == permanent)
    }

    @Test func `changes and deletions are saved`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        albums[1].title = "bb"
        albums[1].cover = Disc.Cover(artist: "y", width: 1)
        albums[0].rating = nil
        context.delete(albums[2])
        try context.save()
        #expect(file.behavior.saves == ["+0 ~2 -1"])
        #expect(try file.object("title", "bb")["cover"] != nil)
        #expect(try file.object("title", "a")["rating"] == nil)
        #expect(try titles(ModelContext(try file.container())) == ["a", "bb"])
        // The tracks go with their album.
        context.delete(albums[0])
        try context.save()
        #expect(try file.objects.count == 1)
    }

    @Test func `relationships are saved on both sides`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        let track = try #require(albums[0].tracks.first { $0.name == "one" })
        track.album = albums[1]
        context.insert(Track("three", album: albums[1]))
        try context.save()
        let other = try ModelContext(try file.container()).fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        #expect(other[0].tracks.map(\.name) == ["two"])
        #expect(Set(other[1].tracks.map(\.name)) == ["one", "three"])
        #expect(other[1].tracks.allSatisfy { $0.album === other[1] })
    }

    @Test func `a rollback restores the stored values`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        albums[0].title = "z"
        albums[0].tracks = []
        context.delete(albums[1])
        context.insert(Disc("new"))
        #expect(context.hasChanges)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(albums[0].title == "a")
        #expect(albums[0].tracks.count == 2)
        #expect(try titles(context) == ["a", "b", "c"])
        #expect(file.behavior.saves.isEmpty)
    }

    // MARK: Fetching

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func `predicates and orders hold whoever evaluates them`(_ memory: Bool, _ unsaved: Bool) throws {
        let file = try filled()
        file.behavior.set { $0.evaluatesPredicates = false }
        let context = ModelContext(try file.container())
        if unsaved {
            for album in try context.fetch(FetchDescriptor<Disc>()) where album.title == "b" { album.year = 1980 }
            context.insert(Disc("d", year: 1990))
        }
        let later = unsaved ? ["b", "c", "d"] : ["c"]
        #expect(try titles(context, #Predicate { $0.year > 1970 }) == later)
        #expect(try context.fetchCount(FetchDescriptor<Disc>(predicate: #Predicate { $0.year > 1970 })) == later.count)
        #expect(try titles(context, #Predicate { $0.tracks.contains { $0.name == "two" } }) == ["a"])
        #expect(try titles(context, #Predicate { $0.cover?.artist == "x" }) == ["a"])
        #expect(try titles(context, #Predicate { $0.rating == nil }) == (unsaved ? ["b", "c", "d"] : ["b", "c"]))
        let byYear = FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.year, order: .reverse)])
        #expect(try context.fetch(byYear).map(\.title) == (unsaved ? ["d", "b", "c", "a"] : ["c", "b", "a"]))
        var page = byYear
        (page.fetchOffset, page.fetchLimit) = (1, 1)
        #expect(try context.fetch(page).map(\.title) == ["b"])
        #expect(try context.fetchCount(page) == 1)
        let tracks = FetchDescriptor<Track>(
            predicate: #Predicate { $0.album?.title == "a" }, sortBy: [SortDescriptor(\.number, order: .reverse)])
        #expect(try context.fetch(tracks).map(\.name) == ["two", "one"])
        var stored = byYear
        stored.includePendingChanges = false
        #expect(try context.fetch(stored).map(\.title) == ["c", "b", "a"])
    }

    @Test func `a store that prefers memory is asked again for less`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        var descriptor = FetchDescriptor<Disc>(
            predicate: #Predicate { $0.year > 1960 }, sortBy: [SortDescriptor(\.title, order: .reverse)])
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.title) == ["c", "b"])
        #expect(file.behavior.fetches == ["Disc where sorted limit 2", "Disc sorted", "Disc"])
        file.behavior.set { $0.fetches = [] }
        #expect(try context.fetchCount(descriptor) == 2)
        _ = try context.fetch(FetchDescriptor<Disc>())
        #expect(file.behavior.fetches.last == "Disc")
    }

    @Test func `identifiers can be fetched`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let ids = try context.fetchIdentifiers(
            FetchDescriptor<Disc>(predicate: #Predicate { $0.year < 1971 }, sortBy: [SortDescriptor(\.title)]))
        #expect(ids.map { (context.model(for: $0) as? Disc)?.title } == ["a", "b"])
        let id = ids[1]
        #expect(try titles(context, #Predicate { $0.persistentModelID == id }) == ["b"])
        var seen: [String] = []
        try context.enumerate(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]), batchSize: 2) { seen.append($0.title) }
        #expect(seen == ["a", "b", "c"])
        var stored = FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])
        stored.includePendingChanges = false
        #expect(try context.fetch(stored, batchSize: 2).map(\.title) == ["a", "b", "c"])
    }

    @Test func `a relationship can be followed before its models were fetched`() throws {
        let file = try filled()
        let context = ModelContext(try file.container())
        let track = try #require(try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.name == "one" })).first)
        #expect(track.album?.title == "a")
        #expect(track.album?.tracks.count == 2)
    }

    @Test func `a fetch sees what another container has saved`() throws {
        let file = try filled()
        let (one, two) = (ModelContext(try file.container()), ModelContext(try file.container()))
        let kept = try #require(try one.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first)
        let changed = try two.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        changed[0].year = 2000
        changed[0].tracks = []
        two.delete(changed[1])
        two.insert(Disc("new"))
        try two.save()
        #expect(kept.year == 1969)
        #expect(try titles(one) == ["a", "c", "new"])
        #expect(kept.year == 2000)
        #expect(kept.tracks.isEmpty)
    }

    @MainActor @Test func `a fetch of the main context has merged what it finds when it returns`() throws {
        let file = try filled()
        let (main, other) = (try file.container().mainContext, ModelContext(try file.container()))
        let kept = try #require(try main.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first)
        try #require(try other.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)])).first).year = 2000
        try other.save()
        #expect(kept.year == 1969)
        #expect(try titles(main) == ["a", "b", "c"])
        #expect(kept.year == 2000)
    }

    @MainActor @Test func `an observer gets the models that a fetch of another context returns for the first time`() throws {
        let file = try filled()
        let (container, other) = (try file.container(), ModelContext(try file.container()))
        let observer = try ResultsObserver(sortBy: [SortDescriptor(\Disc.title)], modelContext: container.mainContext)
        #expect(observer.results.map(\.title) == ["a", "b", "c"])
        other.insert(Disc("new"))
        try other.save()
        #expect(try container.mainContext.fetchCount(FetchDescriptor<Disc>()) == 4)
        #expect(try titles(container.mainContext) == ["a", "b", "c", "new"])
        #expect(observer.results.map(\.title) == ["a", "b", "c", "new"])
    }

    // MARK: Failures

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

    @Test func `a new model that a failed save has left can be deleted or rolled back`() throws {
        let file = try File()
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
        let file = try File()
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

    // MARK: Configurations

    @Test func `a configuration is validated`() throws {
        let file = try File()
        #expect(throws: JSONStoreFailure.unnamed) {
            try ModelContainer(for: Disc.self, configurations: JSONStoreConfiguration(name: "", fileURL: file.url))
        }
    }

    @Test func `two configurations cannot be one store`() throws {
        let file = try File()
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(for: Disc.self, configurations: file.configuration, file.configuration)
        }
    }

    @Test func `a data store and a file can be in one container`() throws {
        let file = try File()
        let schema = Schema([Disc.self, Person.self, Trip.self])
        let stores: [any DataStoreConfiguration] = [
            JSONStoreConfiguration(schema: Schema([Disc.self]), fileURL: file.url, behavior: file.behavior),
            ModelConfiguration("people", schema: Schema([Person.self]), isStoredInMemoryOnly: true),
        ]
        let container = try ModelContainer(for: schema, configurations: stores)
        #expect(container.configurations.map(\.name) == ["people"])
        let context = ModelContext(container)
        context.insert(Disc("a"))
        context.insert(Person(name: "p"))
        try context.save()
        #expect(try file.objects.count == 1)
        #expect(try context.fetch(FetchDescriptor<Person>(predicate: #Predicate { $0.name == "p" })).count == 1)
        #expect(try titles(ModelContext(container), #Predicate { $0.title == "a" }) == ["a"])
    }

    @Test func `erasing deletes everything`() throws {
        let file = try filled()
        let container = try file.container()
        let context = ModelContext(container)
        #expect(try titles(context).count == 3)
        try container.erase()
        #expect(try file.objects.isEmpty)
        #expect(file.behavior.state.withLock { $0.erasures } == 1)
        #expect(try titles(context).isEmpty)
    }

    @Test func `a new model with the identifier of a stored one becomes that model`() throws {
        let file = try File()
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
        let file = try File()
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

    // MARK: Results

    @Test func `a query follows changes`() throws {
        let file = try filled()
        let container = try file.container()
        let context = ModelContext(container)
        let observer = try ResultsObserver<Disc, Never>(
            filterBy: #Predicate { $0.year >= 1970 }, sortBy: [SortDescriptor(\.title, order: .reverse)], modelContext: context)
        #expect(observer.results.map(\.title) == ["c", "b"])
        #expect(file.behavior.fetches.first == "Disc where sorted")
        context.insert(Disc("d", year: 2000))
        try context.save()
        #expect(observer.results.map(\.title) == ["d", "c", "b"])
        let first = try #require(try context.fetch(FetchDescriptor<Disc>(predicate: #Predicate { $0.title == "a" })).first)
        first.year = 1999
        try context.save()
        #expect(observer.results.map(\.title) == ["d", "c", "b", "a"])
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Disc>(predicate: #Predicate { $0.title == "c" })).first)
        found.title = "e"
        try other.save()
        #expect(observer.results.map(\.title) == ["e", "d", "b", "a"])
        other.delete(found)
        try other.save()
        #expect(observer.results.map(\.title) == ["d", "b", "a"])
        #expect(observer.fetchError == nil)
    }
}
