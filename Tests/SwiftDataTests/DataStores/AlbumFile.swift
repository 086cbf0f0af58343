import Foundation
import SwiftData
import Testing

/// A file in a folder of its own, with the behavior of its stores.
struct AlbumFile {
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

/// Tests of data stores that begin with a file of albums.
protocol AlbumFileTests {}

extension AlbumFileTests {
    /// Returns the sorted titles of the albums that match a predicate.
    func titles(_ context: ModelContext, _ predicate: Predicate<Disc>? = nil) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])).map(\.title)
    }

    /// Returns a file with three albums, of 1969, 1970 and 1971, the first with two tracks.
    func filled() throws -> AlbumFile {
        let file = try AlbumFile()
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
}
