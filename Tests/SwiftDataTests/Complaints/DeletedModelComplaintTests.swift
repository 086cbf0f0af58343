import Foundation
import Observation
import SwiftData
import Testing

/// Reports about models that were deleted.
struct DeletedModelComplaintTests {
    // meshtastic/Meshtastic-Apple/pull/1944
    @Test(arguments: [false, true]) func `a model that was deleted meanwhile shows its last values`(elsewhere: Bool) throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("a", "b", in: context)
        let songs = album.songs
        songs[0].lyrics = Lyrics(text: "la")
        try context.save()
        let lyrics = try #require(songs[0].lyrics)
        #expect(songs.map(\.name) == ["a", "b"])
        #expect(lyrics.text == "la")
        let deleting = elsewhere ? ModelContext(container) : context
        for song in try deleting.fetch(FetchDescriptor<Song>()) { deleting.delete(song) }
        try deleting.save()
        context.processPendingChanges()
        #expect(songs.map(\.name) == ["a", "b"])
        #expect(songs.map(\.length) == [0, 1])
        #expect(songs.map(\.album) == [nil, nil])
        #expect(songs[0].lyrics == nil)
        #expect(songs[0].covers ?? [] == [])
        #expect(songs.allSatisfy { $0.modelContext == nil })
        #expect(lyrics.text == "la")
        #expect(lyrics.song == nil)
        #expect(album.songs == [])
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 0)
    }

    // meshtastic/Meshtastic-Apple/pull/1869
    @MainActor @Test func `a list without the children that an actor deleted is what observers see`() async throws {
        let container = try Complaint.container()
        let album = try Complaint.album("a", "b", "c", in: container.mainContext)
        #expect(album.songs.map(\.name) == ["a", "b", "c"])
        let changes = Names()
        nonisolated(unsafe) let observed = album
        withObservationTracking {
            _ = album.songs
        } onChange: {
            MainActor.assumeIsolated { changes.seen.append(observed.songs.map(\.name)) }
        }
        try await Archivist(modelContainer: container).delete(song: "b")
        for _ in 0..<10_000 where changes.seen.isEmpty { await turn() }
        #expect(changes.seen == [["a", "c"]])
        #expect(album.songs.map(\.name) == ["a", "c"])
    }

    @MainActor private final class Names {
        var seen: [[String]] = []
    }

    @MainActor private func turn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    // brightdigit/DataThespian/issues/49
    @Test func `a row that is gone has a model with default values, and no model of an actor`() async throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let identifier = try #require(try Complaint.album("a", in: context).songs.first).persistentModelID
        let other = ModelContext(container)
        for song in try other.fetch(FetchDescriptor<Song>()) { other.delete(song) }
        try other.save()
        let third = ModelContext(container)
        let shell = try #require(third.model(for: identifier) as? Song)
        #expect(shell.name == "")
        #expect(shell.length == 0)
        #expect(shell.album == nil)
        #expect(third.registeredModel(for: identifier) as Song? == nil || shell.modelContext === third)
        #expect(try await Archivist(modelContainer: container).rename(song: identifier, "x") == false)
    }

    // vultisig/vultisig-ios/issues/3275
    @Test(arguments: [false, true]) func `values that were never read are those of the row, or defaults`(elsewhere: Bool) throws {
        let container = try Complaint.container()
        _ = try Complaint.album("a", in: ModelContext(container))
        let context = ModelContext(container)
        let song = try #require(try context.fetch(FetchDescriptor<Song>()).first)
        let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
        let deleting = elsewhere ? ModelContext(container) : context
        for album in try deleting.fetch(FetchDescriptor<Album>()) { deleting.delete(album) }
        try deleting.save()
        context.processPendingChanges()
        #expect(["a", ""].contains(song.name))
        #expect(song.length == 0)
        #expect(["album", ""].contains(album.title))
        #expect([2000, 0].contains(album.year))
        #expect(album.note == nil)
        #expect(album.songs == [])
        #expect(song.album == nil)
    }

    // meshtastic/Meshtastic-Apple/pull/1918
    @Test func `a new row never takes the place of a deleted one`() throws {
        let folder = try StoreFolder()
        var old: Song?
        var identifiers: Set<PersistentIdentifier> = []
        do {
            let context = ModelContext(try Complaint.container(folder))
            let album = try Complaint.album("old", in: context)
            old = album.songs.first
            identifiers.insert(try #require(old).persistentModelID)
            context.delete(album)
            try context.save()
            try context.delete(model: Song.self)
            context.insert(Song(name: "new"))
            try context.save()
            identifiers.insert(try #require(try context.fetch(FetchDescriptor<Song>()).first).persistentModelID)
            #expect(identifiers.count == 2)
            try context.delete(model: Song.self)
            try context.save()
        }
        // The store is opened again when its table is empty.
        let context = ModelContext(try Complaint.container(folder))
        context.insert(Song(name: "newest"))
        try context.save()
        let newest = try #require(try context.fetch(FetchDescriptor<Song>()).first)
        #expect(identifiers.insert(newest.persistentModelID).inserted)
        #expect(old?.name == "old")
        #expect(old?.modelContext == nil)
        #expect(old?.isDeleted == false)
    }

    // VAndrJ/awesome-apple-bugs/pull/28
    @MainActor @Test(arguments: [false, true]) func `rows of a list are deleted by their offsets`(autosaves: Bool) async throws {
        let container = try Complaint.container()
        let context = container.mainContext
        context.autosaveEnabled = autosaves
        _ = try Complaint.album("a", "b", "c", "d", in: context)
        let songs = try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)]))
        for index in IndexSet([0, 2]) { context.delete(songs[index]) }
        #expect(try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)])).map(\.name) == ["b", "d"])
        for _ in 0..<10_000 where autosaves && context.hasChanges { await turn() }
        #expect(context.hasChanges == !autosaves)
        #expect(songs.map(\.name) == ["a", "b", "c", "d"])
        #expect(try Complaint.count(Song.self, container) == (autosaves ? 2 : 4))
        try context.save()
        #expect(songs.map(\.name) == ["a", "b", "c", "d"])
        #expect(try Complaint.count(Song.self, container) == 2)
    }

    // Pocket/pocket-ios/pull/1133
    @Test func `a related model is there after the saves of other contexts`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("a", "b", in: context)
        let songs = album.songs
        for round in 0..<5 {
            let other = ModelContext(container)
            let theirs = try #require(try other.fetch(FetchDescriptor<Album>()).first)
            theirs.year = 2001 + round
            theirs.songs.append(Song(name: "new \(round)"))
            try other.save()
            context.processPendingChanges()
            #expect(songs.allSatisfy { $0.album === album })
            #expect(album.year == 2001 + round)
            #expect(album.songs.count == 3 + round)
        }
    }
}
