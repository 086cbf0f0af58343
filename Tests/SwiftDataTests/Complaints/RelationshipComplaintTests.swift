import Foundation
import SwiftData
import Testing

/// Reports about relationships.
struct RelationshipComplaintTests {
    /// The orders of inserting two models and connecting them.
    private static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

    private func perform(_ order: [Int], _ steps: [() -> Void]) { for step in order { steps[step]() } }

    // F 744506
    @Test(arguments: orders, [false, true])
    func `one-to-one relationships are set in each order, from each side`(order: [Int], fromOther: Bool) throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (song, lyrics) = (Song(name: "s"), Lyrics(text: "t"))
        perform(
            order,
            [
                { context.insert(song) }, { context.insert(lyrics) },
                { if fromOther { lyrics.song = song } else { song.lyrics = lyrics } },
            ])
        #expect(song.lyrics === lyrics)
        #expect(lyrics.song === song)
        #expect(lyrics.modelContext === context)
        #expect(song.modelContext === context)
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Song>()).first)
        #expect(read.lyrics?.text == "t")
        #expect(read.lyrics?.song === read)
    }

    @Test(arguments: orders, [false, true])
    func `one-to-many relationships are set in each order, from each side`(order: [Int], fromOther: Bool) throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (album, song) = (Album(title: "a"), Song(name: "s"))
        perform(
            order,
            [
                { context.insert(album) }, { context.insert(song) },
                { if fromOther { song.album = album } else { album.songs.append(song) } },
            ])
        #expect(album.songs == [song])
        #expect(song.album === album)
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Album>()).first)
        #expect(read.songs.map(\.name) == ["s"])
        #expect(try Complaint.count(Album.self, container) == 1)
        #expect(try Complaint.count(Song.self, container) == 1)
    }

    @Test(arguments: orders, [false, true])
    func `many-to-many relationships are set in each order, from each side`(order: [Int], fromOther: Bool) throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (album, genre) = (Album(title: "a"), Genre(name: "g"))
        perform(
            order,
            [
                { context.insert(album) }, { context.insert(genre) },
                { if fromOther { genre.albums = [album] } else { album.genres = [genre] } },
            ])
        #expect(album.genres == [genre])
        #expect(genre.albums == [album])
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Genre>()).first)
        #expect(read.albums.map(\.title) == ["a"])
        #expect(read.albums.first?.genres == [read])
    }

    // F 776645
    @Test
    func `a relationship without an inverse is nil after its model was deleted`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (letter, writer) = (Letter(text: "l"), Writer(name: "w"))
        letter.fromUser = writer
        context.insert(letter)
        try context.save()
        context.delete(writer)
        try context.save()
        #expect(letter.fromUser == nil)
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Letter>()).first)
        #expect(read.fromUser == nil)
        #expect(try context.fetchCount(FetchDescriptor<Letter>(predicate: #Predicate { $0.fromUser == nil })) == 1)
    }

    // https://coderapp.vercel.app/answer/79082293
    @Test func `a deletion cascades from the side that declares it only, and through a tree`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("a", "b", in: context)
        context.delete(album.songs[0])
        try context.save()
        #expect(try Complaint.count(Album.self, container) == 1)
        context.delete(album)
        try context.save()
        #expect(try Complaint.count(Song.self, container) == 0)
        let root = Branch(name: "root")
        var level = [root]
        for depth in 0..<4 {
            level = level.flatMap { parent in (0..<3).map { Branch(name: "\(depth) \($0)", parent: parent) } }
        }
        context.insert(root)
        try context.save()
        #expect(try Complaint.count(Branch.self, container) == 121)
        let third = try #require(root.branches.last)
        context.delete(third)
        try context.save()
        #expect(try Complaint.count(Branch.self, container) == 81)
        context.delete(root)
        try context.save()
        #expect(try Complaint.count(Branch.self, container) == 0)
    }

    // Found by RandomMergesTests.
    @Test func `changing a list does not withdraw the deletion of a member`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("a", "b", in: context)
        let (song, genre) = (album.songs[0], Genre(name: "g"))
        album.genres = [genre]
        try context.save()
        context.delete(song)
        context.delete(genre)
        album.songs.append(Song(name: "c"))
        album.genres.append(Genre(name: "h"))
        #expect(song.isDeleted)
        #expect(genre.isDeleted)
        try context.save()
        #expect(album.songs.map(\.name) == ["b", "c"])
        #expect(album.genres.map(\.name) == ["h"])
        #expect(song.modelContext == nil)
        #expect(try Complaint.count(Song.self, container) == 2)
        #expect(try Complaint.count(Genre.self, container) == 1)
    }

    @Test func `a cycle of models is deleted completely`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let branches = (0..<4).map { Branch(name: "\($0)") }
        for (index, branch) in branches.enumerated() {
            context.insert(branch)
            branch.parent = branches[(index + 1) % 4]
        }
        try context.save()
        context.delete(branches[2])
        try context.save()
        #expect(try Complaint.count(Branch.self, container) == 0)
        #expect(branches.allSatisfy { $0.modelContext == nil && $0.parent == nil })
    }

    // https://prodopsy.com/swiftdata-unidirectional-relationships/
    @Test func `a relationship that is declared without an inverse never pairs with another`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (to, from) = (Writer(name: "to"), Writer(name: "from"))
        let letter = Letter(text: "l", toUser: to)
        letter.fromUser = from
        context.insert(letter)
        #expect(to.received == [letter])
        #expect(from.received == [])
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Letter>()).first)
        #expect(read.toUser?.name == "to")
        #expect(read.fromUser?.name == "from")
        letter.toUser = from
        #expect(from.received == [letter])
        #expect(letter.fromUser === from)
        letter.fromUser = nil
        #expect(from.received == [letter])
        let entity = try #require(Schema(Complaint.types).entity(for: Letter.self))
        #expect(entity.relationshipsByName["toUser"]?.inverseName == "received")
        #expect(entity.relationshipsByName["fromUser"]?.inverseName == nil)
    }

    // feedback-assistant/reports/issues/658
    @Test func `a fetch without pending changes does not touch unsaved relationships`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let album = try Complaint.album("old", in: context)
        let new = Song(name: "new")
        context.insert(new)
        new.album = album
        let (newAlbum, old) = (Album(title: "new"), album.songs[0])
        context.insert(newAlbum)
        old.album = newAlbum
        for includesPropertyValues in [false, true] {
            var songs = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)])
            songs.includePendingChanges = false
            if includesPropertyValues { songs.relationshipKeyPathsForPrefetching = [\.album] }
            #expect(try context.fetch(songs).map(\.name) == ["old"])
            #expect(try context.fetchCount(songs) == 1)
            var albums = FetchDescriptor<Album>()
            albums.includePendingChanges = false
            #expect(try context.fetch(albums).map(\.title) == ["album"])
        }
        #expect(new.album === album)
        #expect(old.album === newAlbum)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.name)]))
        #expect(read.map(\.name) == ["new", "old"])
        #expect(read.map { $0.album?.title } == ["album", "new"])
    }
}
