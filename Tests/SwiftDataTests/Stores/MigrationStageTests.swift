import CoreData
import Foundation
import SwiftData
import Synchronization
import Testing

/// Stores that a container migrates: section 3.9 and complaints 31 to 34.
@Suite struct MigrationStageTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: [ModelConfiguration(url: folder.store)])
    }

    /// Creates a store with two songs of the first version.
    private func createFirst() throws {
        let context = ModelContext(try container(SongsV1.self))
        for (title, plays) in [("a", 1), ("b", 2)] { context.insert(SongsV1.Song(title: title, plays: plays)) }
        try context.save()
    }

    @Test func `a store is migrated without a plan`() throws {
        try createFirst()
        let context = ModelContext(try container(SongsV2.self))
        let songs = try context.fetch(FetchDescriptor<SongsV2.Song>(sortBy: [SortDescriptor(\.title)]))
        #expect(songs.map(\.title) == ["a", "b"])
        #expect(songs.map(\.count) == [1, 2])
        #expect(songs.map(\.stars) == [3, 3])
        #expect(songs.map { $0.album?.name } == [nil, nil])
        songs[0].album = SongsV2.Album(name: "x")
        try context.save()
        #expect(try ModelContext(container(SongsV2.self)).fetchCount(FetchDescriptor<SongsV2.Album>()) == 1)
    }

    @Test(arguments: [SongPlan.self, SongPlanWithoutStages.self] as [any SchemaMigrationPlan.Type])
    func `a lightweight stage, or none, migrates with a plan`(_ plan: any SchemaMigrationPlan.Type) throws {
        try createFirst()
        let context = ModelContext(try container(SongsV2.self, plan: plan))
        #expect(try context.fetch(FetchDescriptor<SongsV2.Song>(sortBy: [SortDescriptor(\.title)])).map(\.count) == [1, 2])
        #expect(try StoreSQL(folder.store).metadata()["NSStoreModelVersionIdentifiers"] as? [String] == ["2.0.0"])
    }

    @Test func `custom stages see the classes of their versions, and run once`() throws {
        try createFirst()
        SongSteps.log.withLock { $0 = [] }
        let context = ModelContext(try container(SongsV3.self, plan: SongPlan.self))
        let songs = try context.fetch(FetchDescriptor<SongsV3.Song>(sortBy: [SortDescriptor(\.title)]))
        // willMigrate adds an exclamation mark, and didMigrate fills the new property from the title.
        #expect(songs.map(\.title) == ["a!", "b!"])
        #expect(songs.map(\.length) == [2, 2])
        #expect(SongSteps.log.withLock { $0 } == ["will 2", "did 2"])
        _ = try container(SongsV3.self, plan: SongPlan.self)
        #expect(SongSteps.log.withLock { $0 } == ["will 2", "did 2"])
    }

    @Test(arguments: [false, true])
    func `a custom stage that only adds a model runs, also if the configuration has the schema`(hasSchema: Bool) throws {
        try createFirst()
        let schema = Schema(versionedSchema: SongsAndShops.self)
        let configuration =
            hasSchema ? ModelConfiguration(schema: schema, url: folder.store) : ModelConfiguration(url: folder.store)
        let container = try ModelContainer(for: schema, migrationPlan: ShopPlan.self, configurations: [configuration])
        let context = ModelContext(container)
        #expect(try context.fetch(FetchDescriptor<SongsAndShops.Shop>()).map(\.name) == ["sells 2"])
        #expect(try context.fetchCount(FetchDescriptor<SongsV1.Song>()) == 2)
    }

    private func storedHashes() throws -> [String: Data]? {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: folder.store)
        return metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    }

    @Test func `an error of a custom stage leaves the store as it was`() throws {
        try createFirst()
        try emptyLog(of: folder.store)
        let before = storedBytes(folder.store)
        #expect(throws: SwiftDataError.loadIssueModelContainer) { try container(SongsV3.self, plan: FailingSongPlan.self) }
        #expect(storedBytes(folder.store) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("migration") })
        #expect(try ModelContext(container(SongsV1.self)).fetchCount(FetchDescriptor<SongsV1.Song>()) == 2)
    }

    @Test func `classes of another version in a custom stage are an error and no trap`() throws {
        try createFirst()
        _ = try container(SongsV3.self, plan: MixedSongPlan.self)
        #expect(SongSteps.mixed.withLock { $0 } == [.unknownSchema, .unknownSchema])
    }

    @Test func `a store written without versions is adopted and migrated by a plan`() throws {
        do {
            let context = ModelContext(
                try ModelContainer(for: SongsV1.Song.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(SongsV1.Song(title: "plain", plays: 4))
            try context.save()
        }
        let context = ModelContext(try container(SongsV2.self, plan: SongPlan.self))
        #expect(try context.fetch(FetchDescriptor<SongsV2.Song>()).map(\.count) == [4])
    }

    @Test func `a required property without a value is refused with the code and its name`() throws {
        try createFirst()
        let before = try storedHashes()
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try container(SongsV4.self) }
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("134110"))
        #expect(text.contains("Song.year"))
        // Not the bytes: the migration's transaction is rolled back, which may move the log into the file.
        #expect(try storedHashes() == before)
        #expect(try ModelContext(container(SongsV1.self)).fetchCount(FetchDescriptor<SongsV1.Song>()) == 2)
    }

    @Test func `models keep their identifiers, and the history marks the migration`() throws {
        try createFirst()
        let old = try container(SongsV1.self)
        let id = try #require(try ModelContext(old).fetch(FetchDescriptor<SongsV1.Song>(sortBy: [SortDescriptor(\.title)])).first)
            .persistentModelID
        let data = try JSONEncoder().encode(id)
        let token = try ModelContext(old).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
        let context = ModelContext(try container(SongsV2.self))
        let same = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect((context.model(for: same) as? SongsV2.Song)?.title == "a")
        let after = try #require(token)
        let later = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > after }))
        #expect(later.map(\.author) == ["com.apple.coredata.schemamigrator"])
        #expect(later.map(\.changes.count) == [0])
    }
}

enum SongsV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model final class Song {
        var title: String
        var plays: Int
        init(title: String, plays: Int) { (self.title, self.plays) = (title, plays) }
    }
}

/// A model is new, and the other one as it was.
enum SongsAndShops: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 1, 0) }
    static var models: [any PersistentModel.Type] { [SongsV1.Song.self, Shop.self] }

    @Model final class Shop {
        var name: String
        init(name: String) { self.name = name }
    }
}

enum ShopPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsAndShops.self] }
    static var stages: [MigrationStage] {
        [
            .custom(fromVersion: SongsV1.self, toVersion: SongsAndShops.self, willMigrate: nil) { context in
                let count = try context.fetchCount(FetchDescriptor<SongsV1.Song>())
                context.insert(SongsAndShops.Shop(name: "sells \(count)"))
                try context.save()
            }
        ]
    }
}

/// A property is renamed, one is new with a default, and so is a model.
enum SongsV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Song.self, Album.self] }

    @Model final class Song {
        var title: String
        @Attribute(originalName: "plays") var count: Int
        var stars: Int = 3
        var album: Album?
        init(title: String, count: Int) { (self.title, self.count) = (title, count) }
    }

    @Model final class Album {
        var name: String
        @Relationship(inverse: \Song.album) var songs: [Song] = []
        init(name: String) { self.name = name }
    }
}

enum SongsV3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model final class Song {
        var title: String
        @Attribute(originalName: "plays") var count: Int
        var length: Int = 0
        init(title: String) { (self.title, count) = (title, 0) }
    }
}

/// A new property has no value for stored songs.
enum SongsV4: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(4, 0, 0) }
    static var models: [any PersistentModel.Type] { [Song.self] }

    @Model final class Song {
        var title: String
        var plays: Int
        var year: Int
        init(title: String) { (self.title, plays, year) = (title, 0, 0) }
    }
}

enum SongSteps {
    static let log = Mutex<[String]>([])
    static let mixed = Mutex<[SwiftDataError]>([])

    static func failure(_ body: () throws -> Void) {
        do { try body() } catch { if let error = error as? SwiftDataError { mixed.withLock { $0.append(error) } } }
    }
}

enum SongPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsV2.self, SongsV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: SongsV1.self, toVersion: SongsV2.self),
            .custom(
                fromVersion: SongsV2.self, toVersion: SongsV3.self,
                willMigrate: { context in
                    let songs = try context.fetch(FetchDescriptor<SongsV2.Song>())
                    SongSteps.log.withLock { $0.append("will \(songs.count)") }
                    for song in songs { song.title += "!" }
                    try context.save()
                },
                didMigrate: { context in
                    let songs = try context.fetch(FetchDescriptor<SongsV3.Song>())
                    SongSteps.log.withLock { $0.append("did \(songs.count)") }
                    for song in songs { song.length = song.title.count }
                    try context.save()
                }),
        ]
    }
}

enum SongPlanWithoutStages: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsV2.self] }
    static var stages: [MigrationStage] { [] }
}

enum FailingSongPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: SongsV1.self, toVersion: SongsV3.self,
                willMigrate: { context in
                    for song in try context.fetch(FetchDescriptor<SongsV1.Song>()) { context.delete(song) }
                    try context.save()
                }, didMigrate: { _ in throw CancellationError() })
        ]
    }
}

enum MixedSongPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SongsV1.self, SongsV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: SongsV1.self, toVersion: SongsV3.self,
                willMigrate: { context in
                    SongSteps.failure { _ = try context.fetch(FetchDescriptor<SongsV3.Song>()) }
                },
                didMigrate: { context in
                    SongSteps.failure { _ = try context.fetch(FetchDescriptor<SongsV1.Song>()) }
                })
        ]
    }
}
