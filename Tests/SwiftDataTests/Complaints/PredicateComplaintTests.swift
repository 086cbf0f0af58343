import Foundation
import SwiftData
import Testing

private protocol Titled: PersistentModel {
    var name: String { get }
}
extension Writer: Titled {}
extension Genre: Titled {}
extension Song: Titled {}

/// Reports about predicates and sorting.
struct PredicateComplaintTests {
    private func letters(_ context: ModelContext, _ predicate: Predicate<Letter>) throws -> [String] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.text)])
        let found = try context.fetch(descriptor).map(\.text)
        #expect(try context.fetchCount(descriptor) == found.count)
        return found
    }

    // meshtastic/Meshtastic-Apple/pull/1900
    @Test(arguments: [false, true]) func `an optional relationship can be compared with nil`(isSaved: Bool) throws {
        let context = ModelContext(try Complaint.container())
        let writer = Writer(name: "w")
        for letter in [Letter(text: "a", toUser: writer), Letter(text: "b"), Letter(text: "c", toUser: writer)] {
            context.insert(letter)
        }
        if isSaved { try context.save() }
        #expect(try letters(context, #Predicate { $0.toUser == nil }) == ["b"])
        #expect(try letters(context, #Predicate { $0.toUser != nil }) == ["a", "c"])
        #expect(try letters(context, #Predicate { $0.fromUser == nil }) == ["a", "b", "c"])
        let letter = try #require(try context.fetch(FetchDescriptor<Letter>(predicate: #Predicate { $0.text == "a" })).first)
        letter.toUser = nil
        letter.fromUser = writer
        #expect(try letters(context, #Predicate { $0.toUser == nil }) == ["a", "b"])
        #expect(try letters(context, #Predicate { $0.toUser == nil && $0.fromUser != nil }) == ["a"])
        #expect(try letters(context, #Predicate { !($0.toUser == nil) }) == ["c"])
    }

    // kasianov-mikhail/scout/pull/1152
    private func named<Model: Titled>(_ name: String, _ context: ModelContext) throws -> [Model] {
        try context.fetch(
            FetchDescriptor<Model>(
                predicate: #Predicate { $0.name == name || $0.name.starts(with: "z") }, sortBy: [SortDescriptor(\.name)]))
    }

    @Test func `a generic function finds models by a property of a protocol`() throws {
        let context = ModelContext(try Complaint.container())
        for name in ["a", "b", "zz"] {
            context.insert(Writer(name: name))
            context.insert(Genre(name: name + name))
        }
        for _ in 0..<2 {
            let writers: [Writer] = try named("a", context)
            let genres: [Genre] = try named("bb", context)
            let songs: [Song] = try named("a", context)
            #expect(writers.map(\.name) == ["a", "zz"])
            #expect(genres.map(\.name) == ["bb", "zzzz"])
            #expect(songs.isEmpty)
            try context.save()
        }
    }

    // ls1intum/artemis-ios/pull/181
    @Test func `a predicate that no store evaluates throws, and the context goes on`() throws {
        let context = ModelContext(try Complaint.container())
        _ = try Complaint.album("a", in: context)
        let predicate = #Predicate<Song> { $0.name.hashValueForTest == 1 }
        do {
            _ = try context.fetch(FetchDescriptor(predicate: predicate))
            Issue.record("no error")
        } catch {
            #expect(SwiftDataError.unsupportedPredicate ~= error || SwiftDataError.unsupportedKeyPath ~= error)
            // The part that cannot be evaluated.
            #expect("\(error)".contains("\\String."))
        }
        #expect(throws: SwiftDataError.self) { try context.fetchCount(FetchDescriptor(predicate: predicate)) }
        #expect(throws: SwiftDataError.self) { try context.fetchIdentifiers(FetchDescriptor(predicate: predicate)) }
        #expect(throws: SwiftDataError.self) { try context.delete(model: Song.self, where: predicate) }
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 1)
    }

    // NoahKamara/CompoundPredicate/issues/1
    @Test(arguments: [false, true]) func `identifiers are compared through nested optional relationships`(isSaved: Bool) throws {
        let context = ModelContext(try Complaint.container())
        let root = Branch(name: "root")
        let middle = Branch(name: "middle", parent: root)
        let leaf = Branch(name: "leaf", parent: middle)
        context.insert(leaf)
        context.insert(Branch(name: "alone"))
        if isSaved { try context.save() }
        let identifier = root.persistentModelID
        func names(_ predicate: Predicate<Branch>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
        #expect(try names(#Predicate { $0.parent?.persistentModelID == identifier }) == ["middle"])
        #expect(try names(#Predicate { $0.parent?.parent?.persistentModelID == identifier }) == ["leaf"])
        #expect(try names(#Predicate { $0.parent?.parent?.id == identifier }) == ["leaf"])
        #expect(try names(#Predicate { $0.parent?.parent?.persistentModelID != identifier }) == ["alone", "middle", "root"])
    }

    // https://fatbobman.com/en/posts/how-to-handle-optional-values-in-swiftdata-predicates/
    @Test(arguments: [false, true])
    func `an optional to-many relationship is used as in memory`(isSaved: Bool) throws {
        let context = ModelContext(try Complaint.container())
        let songs = ["a", "b", "c"].map { Song(name: $0) }
        songs[0].covers = [Cover(artist: "x"), Cover(artist: "y")]
        songs[1].covers = []
        for song in songs { context.insert(song) }
        if isSaved { try context.save() }
        func names(_ predicate: Predicate<Song>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
        #expect(try names(#Predicate { $0.covers?.contains { $0.artist == "x" } ?? false }) == ["a"])
        #expect(try names(#Predicate { $0.covers?.contains { $0.artist == "x" } == true }) == ["a"])
        #expect(try names(#Predicate { $0.covers.flatMap { $0.contains { $0.artist == "y" } } ?? false }) == ["a"])
        #expect(try names(#Predicate { ($0.covers?.count ?? 0) == 2 }) == ["a"])
        #expect(try names(#Predicate { ($0.covers?.isEmpty ?? true) == true }) == ["b", "c"])
    }

    // The same page.
    @Test(arguments: [false, true]) func `optional values and paths are used as in memory`(isSaved: Bool) throws {
        let context = ModelContext(try Complaint.container())
        let album = Album(title: "t", year: 1999)
        album.note = "old and good"
        let songs = ["a", "b", "c"].map { Song(name: $0) }
        songs[0].album = album
        songs[1].album = Album(title: "u", year: 2020)
        for song in songs { context.insert(song) }
        if isSaved { try context.save() }
        let predicates: [Predicate<Song>] = [
            #Predicate { $0.album?.year == 1999 },
            #Predicate { $0.album?.note == nil },
            #Predicate { $0.album?.note != nil },
            #Predicate { ($0.album?.year ?? 0) < 2000 },
            #Predicate { $0.album?.note?.contains("good") == true },
            #Predicate { $0.album?.note?.contains("good") ?? true },
            #Predicate { $0.album.flatMap { $0.note.flatMap { $0.contains("old") } } ?? false },
            #Predicate { if let album = $0.album { album.year > 2000 } else { true } },
            #Predicate { $0.album?.title.isEmpty == false },
            #Predicate { $0.album == nil || $0.album?.year == 2020 },
        ]
        for (number, predicate) in predicates.enumerated() {
            let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
            let expected = try songs.filter { try predicate.evaluate($0) }
            #expect(found.map(\.name) == expected.map(\.name), "predicate \(number)")
        }
    }

    // https://wadetregaskis.com/swiftdata-pitfalls/
    @Test func `models of a list come in the order of their insertion, also after the store was opened again`() throws {
        let folder = try StoreFolder()
        let names = ["d", "a", "e", "c", "b"]
        do {
            let context = ModelContext(try Complaint.container(folder))
            let album = Album(title: "t")
            context.insert(album)
            for name in names { album.songs.append(Song(name: name)) }
            #expect(album.songs.map(\.name) == names)
            try context.save()
            #expect(album.songs.map(\.name) == names)
        }
        let context = ModelContext(try Complaint.container(folder))
        let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
        #expect(album.songs.map(\.name) == names)
        #expect(album.songs.sorted { $0.name < $1.name }.map(\.name) == names.sorted())
        #expect(try context.fetch(FetchDescriptor<Song>()).map(\.name) == names)
        album.songs.append(Song(name: "last"))
        #expect(album.songs.map(\.name) == names + ["last"])
    }
}

extension String {
    /// A computed property, which no store can evaluate.
    fileprivate var hashValueForTest: Int { count }
}
