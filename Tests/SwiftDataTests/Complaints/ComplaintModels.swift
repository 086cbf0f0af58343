import Foundation
import SwiftData

// The models of the tests in this folder. Each test states what must hold where a public report says
// that Apple's SwiftData does something else.

@Model final class Album {
    @Attribute(.unique) var title: String
    var year: Int
    var note: String?
    @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []
    @Relationship(inverse: \Genre.albums) var genres: [Genre] = []

    init(title: String, year: Int = 2000) {
        self.title = title
        self.year = year
    }
}

@Model final class Song {
    var name: String
    var length: Int
    var album: Album?
    @Relationship(deleteRule: .cascade, inverse: \Lyrics.song) var lyrics: Lyrics?
    @Relationship(inverse: \Cover.song) var covers: [Cover]?

    init(name: String, length: Int = 1) {
        self.name = name
        self.length = length
    }
}

@Model final class Lyrics {
    var text: String
    var song: Song?

    init(text: String) { self.text = text }
}

@Model final class Cover {
    var artist: String
    var song: Song?

    init(artist: String) { self.artist = artist }
}

@Model final class Genre {
    var name: String
    var albums: [Album] = []

    init(name: String) { self.name = name }
}

/// Two to-one relationships to one class, one of which has an inverse.
@Model final class Letter {
    var text: String
    var toUser: Writer?
    @Relationship(inverse: nil) var fromUser: Writer?

    init(text: String, toUser: Writer? = nil) {
        self.text = text
        self.toUser = toUser
    }
}

@Model final class Writer {
    var name: String
    @Relationship(inverse: \Letter.toUser) var received: [Letter]? = []

    init(name: String) { self.name = name }
}

/// A tree of one class.
@Model final class Branch {
    var name: String
    var parent: Branch?
    @Relationship(deleteRule: .cascade, inverse: \Branch.parent) var branches: [Branch] = []

    init(name: String, parent: Branch? = nil) {
        self.name = name
        self.parent = parent
    }
}

@ModelActor actor Archivist {
    func delete(song name: String) throws {
        for song in try modelContext.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.name == name })) {
            modelContext.delete(song)
        }
        try modelContext.save()
    }

    func rename(song identifier: PersistentIdentifier, _ name: String) throws -> Bool {
        guard let song = self[identifier, as: Song.self] else { return false }
        song.name = name
        try modelContext.save()
        return true
    }

    func add(_ name: String, toAlbum title: String) throws {
        let album = try modelContext.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.title == title })).first
        let song = Song(name: name)
        modelContext.insert(song)
        song.album = album
        try modelContext.save()
    }
}

enum Complaint {
    static let types: [any PersistentModel.Type] = [Album.self, Letter.self, Branch.self]

    static func container() throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    static func container(_ folder: StoreFolder, allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: folder.store, allowsSave: allowsSave))
    }

    static func count<Model: PersistentModel>(_ type: Model.Type, _ container: ModelContainer) throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<Model>())
    }

    /// A stored album with songs.
    static func album(_ songs: String..., in context: ModelContext) throws -> Album {
        let album = Album(title: "album")
        for (index, name) in songs.enumerated() { album.songs.append(Song(name: name, length: index)) }
        context.insert(album)
        try context.save()
        return album
    }
}
