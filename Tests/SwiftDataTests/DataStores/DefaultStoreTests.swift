import Foundation
import SwiftData
import Testing

struct ProxyConfiguration: DataStoreConfiguration {
    typealias Store = ProxyStore
    var name: String { base.name }
    var schema: Schema? {
        get { base.schema }
        set { base.schema = newValue }
    }
    var base: ModelConfiguration
}

/// A store that passes everything to the store of a file.
final class ProxyStore: DataStore {
    typealias Snapshot = DefaultSnapshot
    let configuration: ProxyConfiguration
    let base: DefaultStore
    var identifier: String { base.identifier }
    var schema: Schema { base.schema }

    init(_ configuration: ProxyConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        base = try DefaultStore(configuration.base, migrationPlan: migrationPlan)
    }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        try base.fetch(request)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try base.save(request) }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try base.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
    }
}

struct DefaultStoreTests {
    @Test func `a store can be built on the default store`() throws {
        let folder = try StoreFolder()
        let url = folder.url.appending(path: "a.store")
        let configuration = ProxyConfiguration(base: ModelConfiguration(url: url))
        do {
            let context = ModelContext(try ModelContainer(for: Disc.self, configurations: configuration))
            let album = Disc("a", year: 1)
            album.cover = Disc.Cover(artist: "x", width: 2)
            album.tags = ["t"]
            context.insert(album)
            album.tracks = [Track("one"), Track("two", number: 2)]
            context.insert(Disc("b", year: 2))
            try context.save()
            album.year = 3
            album.tracks.removeAll { $0.name == "two" }
            try context.save()
            let later = FetchDescriptor<Disc>(predicate: #Predicate { $0.year > 1 }, sortBy: [SortDescriptor(\.title)])
            #expect(try context.fetch(later).map(\.title) == ["a", "b"])
        }
        // The file is a store as any other.
        let context = ModelContext(try ModelContainer(for: Disc.self, configurations: ModelConfiguration(url: url)))
        let albums = try context.fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.title)]))
        #expect(albums.map(\.year) == [3, 2])
        #expect(albums[0].cover == Disc.Cover(artist: "x", width: 2))
        #expect(albums[0].tags == ["t"])
        #expect(albums[0].tracks.map(\.name) == ["one"])
        #expect(try context.fetchCount(FetchDescriptor<Track>()) == 2)
    }
}
