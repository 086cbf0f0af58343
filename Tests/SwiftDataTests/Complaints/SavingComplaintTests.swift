import Foundation
import SwiftData
import Testing

/// Reports about saving and opening.
struct SavingComplaintTests {
    @MainActor private func turn() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    // https://wadetregaskis.com/swiftdata-pitfalls/
    @MainActor @Test func `a process that exits after a turn of the main loop has saved its changes`() async throws {
        let folder = try StoreFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            let container = try ModelContainer(
                for: Schema(Complaint.types),
                configurations: ModelConfiguration(url: URL(filePath: path).appending(path: "trips.store")))
            await MainActor.run {
                container.mainContext.insert(Song(name: "unsaved"))
                container.mainContext.processPendingChanges()
            }
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            exit(0)
        }
        let context = ModelContext(try Complaint.container(folder))
        #expect(try context.fetch(FetchDescriptor<Song>()).map(\.name) == ["unsaved"])
    }

    @MainActor @Test func `changes are saved after a turn of the main loop, without processing them`() async throws {
        let container = try Complaint.container()
        let song = Song(name: "a")
        container.mainContext.insert(song)
        for _ in 0..<10_000 where container.mainContext.hasChanges { await turn() }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Song>()).map(\.name) == ["a"])
        song.name = "b"
        for _ in 0..<10_000 where container.mainContext.hasChanges { await turn() }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Song>()).map(\.name) == ["b"])
        container.mainContext.delete(song)
        for _ in 0..<10_000 where container.mainContext.hasChanges { await turn() }
        #expect(try Complaint.count(Song.self, container) == 0)
    }

    // F 731665
    @MainActor @Test func `an autosave that fails is logged, and its changes stay`() async throws {
        let folder = try StoreFolder()
        _ = try Complaint.container(folder)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = folder.url.path as String] in
            let container = try ModelContainer(
                for: Schema(Complaint.types),
                configurations: ModelConfiguration(url: URL(filePath: path).appending(path: "trips.store"), allowsSave: false))
            await MainActor.run {
                container.mainContext.insert(Song(name: "a"))
                container.mainContext.processPendingChanges()
            }
            for _ in 0..<3 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
            await MainActor.run {
                precondition(container.mainContext.hasChanges)
                precondition(container.mainContext.insertedModelsArray.count == 1)
                do {
                    try container.mainContext.save()
                    preconditionFailure("The store cannot be written.")
                } catch {
                    precondition(container.mainContext.hasChanges)
                }
            }
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(log.contains("The changes of the main context could not be saved"))
    }

    // meshtastic/Meshtastic-Apple/pull/1910
    @Test func `a rollback after a save that failed restores all values, and the context goes on`() throws {
        let folder = try StoreFolder()
        do { _ = try Complaint.album("a", "b", in: ModelContext(try Complaint.container(folder))) }
        let context = ModelContext(try Complaint.container(folder, allowsSave: false))
        let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
        let songs = album.songs
        for _ in 0..<2 {
            album.year = 1
            album.note = "changed"
            songs[0].album = nil
            context.delete(songs[1])
            let new = Song(name: "new")
            context.insert(new)
            album.songs.append(new)
            #expect(throws: (any Error).self) { try context.save() }
            #expect(context.hasChanges)
            #expect(album.year == 1)
            context.rollback()
            #expect(!context.hasChanges)
            #expect(album.year == 2000)
            #expect(album.note == nil)
            #expect(album.songs.map(\.name) == ["a", "b"])
            #expect(songs[0].album === album)
            #expect(songs[1].modelContext === context)
            #expect(new.name == "new")
            #expect(new.modelContext == nil)
            #expect(try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)])).map(\.name) == ["a", "b"])
        }
    }

    // vultisig/vultisig-ios/pull/4416
    @Test func `the error of a container has the code and the reason of the store's`() throws {
        let folder = try StoreFolder()
        try Data("no database at all, only some text".utf8).write(to: folder.store)
        do {
            _ = try Complaint.container(folder)
            Issue.record("The container was opened.")
        } catch {
            #expect(SwiftDataError.loadIssueModelContainer ~= error)
            for text in ["\(error)", error.localizedDescription] {
                #expect(text.contains(folder.store.path()))
                #expect(text.contains(/\((26|259|256|134\d\d\d)\)/))
                #expect(text.contains("database"))
            }
        }
        #expect(try Data(contentsOf: folder.store) == Data("no database at all, only some text".utf8))
    }
}
