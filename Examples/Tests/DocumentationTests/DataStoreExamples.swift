import Foundation
import SwiftData
import Testing

// The examples of docs/stores.md about data stores.

struct JSONStoreConfiguration: DataStoreConfiguration {
    typealias Store = JSONStore

    var name: String
    var schema: Schema?
    var fileURL: URL

    func validate() throws {
        guard fileURL.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
    }
}

/// Models in a JSON file, which is read and written as a whole.
final class JSONStore: DataStore {
    typealias Configuration = JSONStoreConfiguration
    typealias Snapshot = DefaultSnapshot

    let configuration: JSONStoreConfiguration
    let identifier: String
    let schema: Schema

    init(_ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        identifier = configuration.fileURL.lastPathComponent
        schema = configuration.schema ?? Schema()
    }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let snapshots = try read()
        let entityName = Schema.entityName(for: T.self)
        return DataStoreFetchResult(
            descriptor: request.descriptor,
            fetchedSnapshots: snapshots.values.filter { $0.persistentIdentifier.entityName == entityName },
            relatedSnapshots: snapshots)
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        var snapshots = try read()
        var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            remappedIdentifiers[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
                for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
        }
        for snapshot in request.inserted + request.updated {
            let permanent = remappedIdentifiers[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            snapshots[permanent] = snapshot.copy(
                persistentIdentifier: permanent, remappedIdentifiers: remappedIdentifiers)
        }
        for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
        try write(snapshots)
        return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remappedIdentifiers)
    }

    private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
        guard FileManager.default.fileExists(atPath: configuration.fileURL.path()) else { return [:] }
        let data = try Data(contentsOf: configuration.fileURL)
        let snapshots = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
        return Dictionary(snapshots.map { ($0.persistentIdentifier, $0) }) { $1 }
    }

    private func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let sorted = snapshots.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        try encoder.encode(sorted).write(to: configuration.fileURL, options: .atomic)
    }
}

@Suite struct DataStoreExamplesTests {
    private func open(_ folder: URL) throws -> ModelContainer {
        let configuration = JSONStoreConfiguration(name: "trips", fileURL: folder.appending(path: "trips.json"))
        let container = try ModelContainer(for: Trip.self, configurations: configuration)
        return container
    }

    @Test func `trips are kept in a JSON file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let context = ModelContext(try open(folder))
        let trip = Trip(name: "Lisbon", start: Date(timeIntervalSinceReferenceDate: 2))
        context.insert(trip)
        trip.stops = [Stop(place: "Porto"), Stop(place: "Coimbra")]
        context.insert(Trip(name: "Oslo", start: Date(timeIntervalSinceReferenceDate: 1)))
        try context.save()
        let text = try String(contentsOf: folder.appending(path: "trips.json"), encoding: .utf8)
        #expect(text.contains(#""name" : "Lisbon""#))
        let other = ModelContext(try open(folder))
        let trips = try other.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]))
        #expect(trips.map(\.name) == ["Oslo", "Lisbon"])
        #expect(Set(trips[1].stops.map(\.place)) == ["Porto", "Coimbra"])
        let long = FetchDescriptor<Trip>(predicate: #Predicate { $0.stops.count > 1 })
        #expect(try other.fetch(long).map(\.name) == ["Lisbon"])
        other.delete(trips[1])
        try other.save()
        #expect(try ModelContext(try open(folder)).fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `a location that is no file is refused`() throws {
        let configuration = JSONStoreConfiguration(name: "trips", fileURL: try #require(URL(string: "https://example.org/")))
        #expect(throws: CocoaError.self) { try ModelContainer(for: Trip.self, configurations: configuration) }
    }
}
