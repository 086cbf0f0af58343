import Foundation
import SwiftData
import Synchronization

@Model final class Disc {
    var title: String
    var year: Int
    var rating: Double?
    var format: Format = Format.vinyl
    var cover: Cover?
    var tags: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []
    @Transient var plays = 0

    enum Format: String, Codable, CaseIterable { case vinyl, tape, disc }

    struct Cover: Codable, Hashable {
        var artist: String
        var width: Int
    }

    init(_ title: String, year: Int = 1970) {
        self.title = title
        self.year = year
    }
}

@Model final class Track {
    var name: String
    var number: Int
    var album: Disc?

    init(_ name: String, number: Int = 1, album: Disc? = nil) {
        self.name = name
        self.number = number
        self.album = album
    }
}

struct JSONStoreConfiguration: DataStoreConfiguration {
    typealias Store = JSONStore

    var name: String
    var schema: Schema?
    var fileURL: URL
    var behavior = JSONStoreBehavior()

    init(name: String = "albums", schema: Schema? = nil, fileURL: URL, behavior: JSONStoreBehavior = JSONStoreBehavior()) {
        self.name = name
        self.schema = schema
        self.fileURL = fileURL
        self.behavior = behavior
    }

    func validate() throws {
        if name.isEmpty { throw JSONStoreFailure.unnamed }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name && lhs.fileURL == rhs.fileURL }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

enum JSONStoreFailure: Error { case unnamed, offline, full }

/// The behavior that a test wants of a store, and the calls that it has got.
final class JSONStoreBehavior: Sendable {
    struct State {
        var failsFetches: JSONStoreFailure?
        var failsSaves: JSONStoreFailure?
        var evaluatesPredicates = false
        var sorts = false
        /// Answers each fetch with all snapshots, each twice.
        var returnsAll = false
        /// Changes a snapshot while it is saved.
        var reregisters = false
        var remaps = true
        /// Makes the title of a disc and the name of a track their keys.
        var keysAreTitles = false
        var fetches: [String] = []
        var saves: [String] = []
        var states: Set<UUID> = []
        var ended: Set<UUID> = []
        var erasures = 0
    }

    let state = Mutex(State())

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    var fetches: [String] { state.withLock { $0.fetches } }
    var saves: [String] { state.withLock { $0.saves } }
}

/// A store in a JSON file, which is read and written as a whole.
final class JSONStore: DataStore {
    typealias Configuration = JSONStoreConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: JSONStoreConfiguration
    let identifier: String
    let schema: Schema

    init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        identifier = configuration.fileURL.lastPathComponent
        schema = configuration.schema!
    }

    private var behavior: JSONStoreBehavior { configuration.behavior }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        let descriptor = request.descriptor
        let state = behavior.state.withLock { state in
            let limit = descriptor.fetchLimit.map { " limit \($0)" } ?? ""
            let offset = descriptor.fetchOffset.map { " offset \($0)" } ?? ""
            let asked = "\(T.self)\(descriptor.predicate == nil ? "" : " where")\(descriptor.sortBy.isEmpty ? "" : " sorted")"
            state.fetches.append(asked + limit + offset)
            state.states.insert(request.editingState.id)
            return state
        }
        if let failure = state.failsFetches { throw failure }
        if descriptor.predicate != nil, !state.evaluatesPredicates { throw DataStoreError.preferInMemoryFilter }
        if !descriptor.sortBy.isEmpty, !state.sorts { throw DataStoreError.preferInMemorySort }
        let snapshots = try read()
        let all = Array(snapshots.values)
        let found =
            state.returnsAll
            ? all + all : all.filter { $0.persistentIdentifier.entityName == Schema.entityName(for: T.self) }
        return DataStoreFetchResult(
            descriptor: descriptor,
            fetchedSnapshots: found.sorted { $0.persistentIdentifier < $1.persistentIdentifier },
            relatedSnapshots: snapshots)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let state = behavior.state.withLock { state in
            state.saves.append("+\(request.inserted.count) ~\(request.updated.count) -\(request.deleted.count)")
            return state
        }
        if let failure = state.failsSaves { throw failure }
        var snapshots = try read()
        var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted where state.remaps {
            let object = state.keysAreTitles ? try object(snapshot) : [:]
            let title = (object["title"] ?? object["name"]) as? String
            remappedIdentifiers[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier, entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: title ?? UUID().uuidString)
        }
        var changed: [PersistentIdentifier: DefaultSnapshot] = [:]
        for snapshot in request.inserted + request.updated {
            let permanent = remappedIdentifiers[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            var copy = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remappedIdentifiers)
            if state.reregisters { copy = try raisingYear(copy) }
            snapshots[permanent] = copy
            changed[permanent] = copy
        }
        for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
        try write(snapshots)
        return DataStoreSaveChangesResult(
            for: identifier, remappedIdentifiers: remappedIdentifiers,
            snapshotsToReregister: state.reregisters ? changed : [:])
    }

    func erase() throws { behavior.set { $0.erasures += 1 } }
    func invalidateState(for editingState: EditingState) { behavior.set { $0.ended.insert(editingState.id) } }

    private func object(_ snapshot: DefaultSnapshot) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: try JSONEncoder().encode(snapshot)) as! [String: Any]
    }

    private func raisingYear(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
        var object = try object(snapshot)
        guard let year = object["year"] as? Int else { return snapshot }
        object["year"] = year + 1
        return try JSONDecoder().decode(DefaultSnapshot.self, from: try JSONSerialization.data(withJSONObject: object))
    }

    func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [:] }
        let snapshots = try JSONDecoder().decode([DefaultSnapshot].self, from: try Data(contentsOf: configuration.fileURL))
        return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
    }

    func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(snapshots.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier })
            .write(to: configuration.fileURL)
    }
}
