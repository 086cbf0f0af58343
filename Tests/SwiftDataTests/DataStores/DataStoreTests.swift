import Foundation
import SwiftData
import Synchronization
import Testing

struct DataStoreTests: AlbumFileTests {
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
        let file = try AlbumFile()
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

    @Test func `a count is of one type and its subclasses, whatever a store returns`() throws {
        let file = try AlbumFile()
        file.behavior.set { $0.returnsAll = true }
        let container = try ModelContainer(
            for: Disc.self, Creature.self, Bird.self, configurations: file.configuration)
        let writer = ModelContext(container)
        for title in ["a", "b", "c"] { writer.insert(Disc(title)) }
        writer.insert(Creature("cat"))
        for name in ["owl", "jay"] { writer.insert(Bird(name, wingspan: 1)) }
        try writer.save()
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Disc>()) == 3)
        #expect(try context.fetchCount(FetchDescriptor<Track>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Creature>()) == 3)
        #expect(try context.fetchCount(FetchDescriptor<Bird>()) == 2)
        #expect(try titles(context) == ["a", "b", "c"])
        var limited = FetchDescriptor<Disc>()
        limited.fetchLimit = 2
        #expect(try context.fetchCount(limited) == 2)
        context.insert(Disc("d"))
        #expect(try context.fetchCount(FetchDescriptor<Disc>()) == 4)
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

    // MARK: Configurations

    @Test func `a configuration is validated`() throws {
        let file = try AlbumFile()
        #expect(throws: JSONStoreFailure.unnamed) {
            try ModelContainer(for: Disc.self, configurations: JSONStoreConfiguration(name: "", fileURL: file.url))
        }
    }

    @Test func `two configurations cannot be one store`() throws {
        let file = try AlbumFile()
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(for: Disc.self, configurations: file.configuration, file.configuration)
        }
    }

    @Test func `a data store and a file can be in one container`() throws {
        let file = try AlbumFile()
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
