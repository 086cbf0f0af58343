import Foundation
import SwiftData
import Synchronization
import Testing

/// A snapshot of an app's own: the values of a track only, by coding keys of its own.
struct TrackSnapshot: DataStoreSnapshot {
    var persistentIdentifier: PersistentIdentifier
    var name: String
    var number: Int

    init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
        func value<Value: Decodable>(_ keyPath: KeyPath<Track, Value>) -> Value {
            (backingData as! any BackingData<Track>).getValue(forKey: keyPath)
        }
        persistentIdentifier = backingData.persistentModelID!
        name = value(\.name)
        number = value(\.number)
    }

    func copy(
        persistentIdentifier: PersistentIdentifier, remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self {
        var copy = self
        copy.persistentIdentifier = persistentIdentifier
        return copy
    }
}

struct TrackConfiguration: DataStoreConfiguration {
    typealias Store = TrackStore
    var name = "tracks"
    var schema: Schema?
    var memory = TrackMemory()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.memory === rhs.memory }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(memory)) }
}

/// The content of stores of tracks, with what they were asked for.
final class TrackMemory: Sendable {
    struct State {
        var snapshots: [PersistentIdentifier: TrackSnapshot] = [:]
        var last = 0
        var calls: [String] = []
        var deletesBatches = true
        var history: [TrackTransaction] = []
    }

    let state = Mutex(State())
    var calls: [String] { state.withLock { $0.calls } }
}

struct TrackTransaction: HistoryTransaction {
    var author: String?
    var changes: [HistoryChange] { [] }
    var storeIdentifier: String { "a store/with spaces" }
    var timestamp = Date(timeIntervalSinceReferenceDate: 0)
    var token: TrackToken { TrackToken(number: transactionIdentifier) }
    var transactionIdentifier: Int
    var id: Int { transactionIdentifier }
}

struct TrackToken: Comparable, Hashable, Identifiable, Sendable {
    var number: Int
    var id: Int { number }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}

/// A store of tracks in memory, with numbers as keys, that evaluates what it is asked for.
final class TrackStore: DataStore, DataStoreBatching, HistoryProviding {
    typealias Snapshot = TrackSnapshot
    let configuration: TrackConfiguration
    let identifier = "a store/with spaces"
    let schema: Schema

    init(_ configuration: TrackConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema ?? Schema([Track.self])
    }

    private func record(_ call: String) { configuration.memory.state.withLock { $0.calls.append(call) } }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, TrackSnapshot> {
        record("fetch\(request.descriptor.predicate == nil ? "" : " where")")
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let snapshots = configuration.memory.state.withLock { Array($0.snapshots.values) }
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: snapshots.sorted { $0.persistentIdentifier < $1.persistentIdentifier })
    }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        record("count")
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        return configuration.memory.state.withLock { $0.snapshots.count }
    }

    func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
        record("identifiers")
        return configuration.memory.state.withLock { $0.snapshots.keys.sorted() }
    }

    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: TrackSnapshot] {
        record("cached \(persistentIdentifiers.count)")
        return configuration.memory.state.withLock { state in
            state.snapshots.filter { persistentIdentifiers.contains($0.key) }
        }
    }

    func save(_ request: DataStoreSaveChangesRequest<TrackSnapshot>) throws -> DataStoreSaveChangesResult<TrackSnapshot> {
        try configuration.memory.state.withLock { state in
            var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
            for snapshot in request.inserted {
                state.last += 1
                remapped[snapshot.persistentIdentifier] = try .identifier(
                    for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: state.last)
            }
            for snapshot in request.inserted + request.updated {
                let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
                state.snapshots[permanent] = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped)
            }
            for snapshot in request.deleted { state.snapshots[snapshot.persistentIdentifier] = nil }
            state.history.append(
                TrackTransaction(author: request.editingState.author, transactionIdentifier: state.history.count + 1))
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        record("delete\(request.predicate == nil ? "" : " where")")
        guard request.predicate == nil else { throw DataStoreError.preferInMemoryFilter }
        configuration.memory.state.withLock { $0.snapshots = [:] }
    }

    func fetchHistory(_ descriptor: HistoryDescriptor<TrackTransaction>) throws -> [TrackTransaction] {
        let history = configuration.memory.state.withLock { $0.history }
        return try history.filter { try descriptor.predicate?.evaluate($0) ?? true }
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<TrackTransaction>) throws {
        configuration.memory.state.withLock { $0.history = [] }
    }
}

struct CustomSnapshotTests {
    private let configuration = TrackConfiguration(schema: Schema([Track.self]))

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Track.self, configurations: configuration)
    }

    private func filled() throws -> ModelContext {
        let context = ModelContext(try container())
        for number in 1...3 { context.insert(Track("\(number)", number: number)) }
        try context.save()
        configuration.memory.state.withLock { $0.calls = [] }
        return context
    }

    @Test func `snapshots of an app's own type are read by property names`() throws {
        _ = try filled()
        let context = ModelContext(try container())
        let tracks = try context.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.number)]))
        #expect(tracks.map(\.name) == ["1", "2", "3"])
        tracks[1].name = "two"
        context.delete(tracks[0])
        try context.save()
        let names = configuration.memory.state.withLock { $0.snapshots.values.map(\.name) }
        #expect(Set(names) == ["two", "3"])
        #expect(tracks[1].persistentModelID.storeIdentifier == "a store/with spaces")
    }

    @Test func `identifiers have the store's own keys`() throws {
        let context = try filled()
        let track = try #require(
            try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.name == "2" })).first)
        let expected = try PersistentIdentifier.identifier(
            for: "a store/with spaces", entityName: "Track", primaryKey: track.number)
        #expect(track.persistentModelID == expected)
        let other = ModelContext(try container())
        let coded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(expected))
        #expect((other.model(for: coded) as? Track)?.name == "2")
        #expect(configuration.memory.calls.contains("cached 1"))
    }

    @Test func `a store counts and lists identifiers itself`() throws {
        _ = try filled()
        let context = ModelContext(try container())
        #expect(try context.fetchCount(FetchDescriptor<Track>()) == 3)
        #expect(try context.fetchIdentifiers(FetchDescriptor<Track>()).count == 3)
        #expect(configuration.memory.calls == ["count", "identifiers"])
        #expect(try context.fetchCount(FetchDescriptor<Track>(predicate: #Predicate { $0.number > 1 })) == 2)
    }

    @Test func `a batching store deletes all at once`() throws {
        let context = try filled()
        let tracks = try context.fetch(FetchDescriptor<Track>())
        try context.delete(model: Track.self)
        #expect(configuration.memory.calls.contains("delete"))
        #expect(configuration.memory.state.withLock { $0.snapshots.isEmpty })
        #expect(!context.hasChanges)
        #expect(try context.fetch(FetchDescriptor<Track>()).isEmpty)
        #expect(tracks.allSatisfy { $0.modelContext == nil })
    }

    @Test func `what a batching store leaves is deleted by the next save`() throws {
        let context = try filled()
        try context.delete(model: Track.self, where: #Predicate { $0.number > 1 })
        #expect(context.deletedModelsArray.count == 2)
        #expect(configuration.memory.state.withLock { $0.snapshots.count } == 3)
        try context.save()
        #expect(configuration.memory.state.withLock { $0.snapshots.values.map(\.name) } == ["1"])
    }

    @Test func `a store provides its history`() throws {
        let context = try filled()
        context.author = "me"
        context.insert(Track("4", number: 4))
        try context.save()
        #expect(try context.fetchHistory(HistoryDescriptor<TrackTransaction>()).map(\.author) == [nil, "me"])
        let mine = HistoryDescriptor<TrackTransaction>(predicate: #Predicate { $0.author == "me" })
        #expect(try context.fetchHistory(mine).map(\.transactionIdentifier) == [2])
        // The container has no other store, and this one has no such transactions.
        #expect(throws: (any Error).self) { try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
        try context.deleteHistory(HistoryDescriptor<TrackTransaction>())
        #expect(try context.fetchHistory(HistoryDescriptor<TrackTransaction>()).isEmpty)
    }
}
