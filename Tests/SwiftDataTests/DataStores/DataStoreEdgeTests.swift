import Foundation
import SwiftData
import Synchronization
import Testing

@Model class Creature {
    var name: String
    var rival: Creature?
    init(_ name: String) { self.name = name }
}

@Model final class Bird: Creature {
    var wingspan: Double
    init(_ name: String, wingspan: Double) {
        self.wingspan = wingspan
        super.init(name)
    }
}

/// A configuration of a store that keeps what it was given, and returns it in any way that a test
/// wants.
struct LooseConfiguration: DataStoreConfiguration {
    typealias Store = LooseStore
    var name = "loose"
    var schema: Schema?
    var content = LooseContent()

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.content === rhs.content }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(content)) }
}

final class LooseContent: Sendable {
    struct State {
        var identifier = "loose"
        var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
        /// The identifier of each new model; nil for one of its own.
        var identifierForNew: (@Sendable (PersistentIdentifier) throws -> PersistentIdentifier)?
        /// The answer to each fetch; nil for the snapshots of the store.
        var answer: [DefaultSnapshot]?
        var count: Int?
    }

    let state = Mutex(State())
}

final class LooseStore: DataStore {
    typealias Snapshot = DefaultSnapshot
    let configuration: LooseConfiguration
    let schema: Schema
    var identifier: String { configuration.content.state.withLock { $0.identifier } }

    init(_ configuration: LooseConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        self.configuration = configuration
        schema = configuration.schema!
    }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
        if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
        let found = configuration.content.state.withLock { $0.answer ?? Array($0.snapshots.values) }
        return DataStoreFetchResult(
            descriptor: request.descriptor, fetchedSnapshots: found.sorted { $0.persistentIdentifier < $1.persistentIdentifier })
    }

    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try configuration.content.state.withLock { $0.count } ?? fetch(request).fetchedSnapshots.count
    }

    func save(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
        let identifier = identifier
        return try configuration.content.state.withLock { state in
            var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
            for snapshot in request.inserted {
                let old = snapshot.persistentIdentifier
                remapped[old] =
                    try state.identifierForNew?(old)
                    ?? .identifier(for: identifier, entityName: old.entityName, primaryKey: UUID().uuidString)
            }
            for snapshot in request.inserted + request.updated {
                let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
                state.snapshots[permanent] = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped)
            }
            for snapshot in request.deleted { state.snapshots[snapshot.persistentIdentifier] = nil }
            return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
        }
    }
}

struct DataStoreEdgeTests {
    private let configuration = LooseConfiguration()
    private var content: LooseContent { configuration.content }

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Creature.self, Bird.self, configurations: configuration)
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Creature>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func `a fetch of a class has the models of its subclasses`() throws {
        let context = ModelContext(try container())
        let (cat, owl) = (Creature("cat"), Bird("owl", wingspan: 1.5))
        context.insert(cat)
        context.insert(owl)
        cat.rival = owl
        try context.save()
        let other = ModelContext(try container())
        let creatures = try other.fetch(FetchDescriptor<Creature>(sortBy: [SortDescriptor(\.name)]))
        #expect(creatures.map { "\(type(of: $0))" } == ["Creature", "Bird"])
        #expect((creatures[0].rival as? Bird)?.wingspan == 1.5)
        #expect(creatures[0].rival === creatures[1])
        #expect(try other.fetch(FetchDescriptor<Bird>()).map(\.name) == ["owl"])
        // A relationship to the superclass leads to a model that was not fetched.
        let third = ModelContext(try container())
        let id = try #require(third.fetchIdentifiers(FetchDescriptor<Creature>(predicate: #Predicate { $0.name == "cat" })).first)
        #expect((third.model(for: id) as? Creature)?.rival is Bird)
    }

    @Test func `a reference to a model that is gone reads as a model without values`() throws {
        let context = ModelContext(try container())
        let (cat, owl) = (Creature("cat"), Bird("owl", wingspan: 1.5))
        context.insert(cat)
        context.insert(owl)
        cat.rival = owl
        try context.save()
        let id = owl.persistentModelID
        content.state.withLock { $0.snapshots[id] = nil }
        let other = ModelContext(try container())
        let read = try #require(try other.fetch(FetchDescriptor<Creature>()).first)
        #expect(read.name == "cat")
        #expect(read.rival?.name ?? "" == "")
    }

    @Test func `identifiers that do not fit are errors of the save`() throws {
        let wrong: [@Sendable (PersistentIdentifier) throws -> PersistentIdentifier] = [
            { $0 },
            { try .identifier(for: "another", entityName: $0.entityName, primaryKey: 1) },
            { _ in try .identifier(for: "loose", entityName: "Bird", primaryKey: 1) },
            { _ in try .identifier(for: "loose", entityName: "Stranger", primaryKey: 1) },
        ]
        for identifier in wrong {
            let configuration = LooseConfiguration()
            configuration.content.state.withLock { $0.identifierForNew = identifier }
            let context = ModelContext(
                try ModelContainer(for: Creature.self, Bird.self, configurations: configuration))
            context.insert(Creature("a"))
            #expect(throws: (any Error).self) { try context.save() }
            #expect(context.insertedModelsArray.count == 1)
        }
        content.state.withLock {
            $0.identifierForNew = { try .identifier(for: "loose", entityName: $0.entityName, primaryKey: 1) }
        }
        let context = ModelContext(try container())
        context.insert(Creature("a"))
        context.insert(Creature("b"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.insertedModelsArray.count == 2)
    }

    @Test func `a key can be used again after its model was deleted`() throws {
        content.state.withLock {
            $0.identifierForNew = { try .identifier(for: "loose", entityName: $0.entityName, primaryKey: 1) }
        }
        let context = ModelContext(try container())
        let first = Creature("first")
        context.insert(first)
        try context.save()
        context.delete(first)
        try context.save()
        let second = Creature("second")
        context.insert(second)
        try context.save()
        #expect(try names(context) == ["second"])
        #expect(context.model(for: second.persistentModelID) === second)
        second.name = "third"
        try context.save()
        #expect(try names(ModelContext(try container())) == ["third"])
    }

    @Test func `answers that do not fit are errors or are left out`() throws {
        let context = ModelContext(try container())
        context.insert(Creature("a"))
        try context.save()
        let snapshot = try #require(content.state.withLock { $0.snapshots.values.first })
        func answer(_ identifier: PersistentIdentifier) {
            content.state.withLock { $0.answer = [snapshot.copy(persistentIdentifier: identifier)] }
        }
        for (store, entity) in [("another", "Creature"), ("loose", "Stranger")] {
            answer(try .identifier(for: store, entityName: entity, primaryKey: 1))
            #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<Creature>()) }
        }
        // The same model twice.
        content.state.withLock { $0.answer = [snapshot, snapshot] }
        #expect(try names(context) == ["a"])
        content.state.withLock { $0.count = -1 }
        #expect(try context.fetchCount(FetchDescriptor<Creature>()) == 0)
    }

    @Test func `a store needs an identifier of its own`() throws {
        content.state.withLock { $0.identifier = "" }
        #expect(throws: (any Error).self) { try container() }
        let other = LooseConfiguration()
        content.state.withLock { $0.identifier = "loose" }
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(for: Schema([Creature.self, Bird.self]), configurations: [configuration, other])
        }
    }

    @Test func `a snapshot is coded by the names of properties`() throws {
        let context = ModelContext(try container())
        let (cat, owl) = (Creature("cat"), Bird("owl", wingspan: 1.5))
        context.insert(cat)
        context.insert(owl)
        owl.rival = cat
        try context.save()
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = DefaultSnapshot(from: owl.persistentBackingData, relatedBackingDatas: &related)
        #expect(snapshot.persistentIdentifier == owl.persistentModelID)
        let data = try JSONEncoder().encode(snapshot)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(object.keys) == ["name", "persistentIdentifier", "rival", "wingspan"])
        let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
        let id = try PersistentIdentifier.identifier(for: "loose", entityName: "Creature", primaryKey: "new")
        let copy = decoded.copy(persistentIdentifier: id, remappedIdentifiers: [cat.persistentModelID: id])
        let copied = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(copy)) as? [String: Any])
        #expect((copied["rival"] as? NSDictionary) == (copied["persistentIdentifier"] as? NSDictionary))
        #expect(copied["wingspan"] as? Double == 1.5)
        let key = DataStoreSnapshotCodingKey.modeledProperty("name")
        #expect(DataStoreSnapshotCodingKey(stringValue: key.stringValue) == key)
        #expect(DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier") == .persistentIdentifier)
        #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
    }

    @Test func `snapshots of an unknown type are errors`() throws {
        let id = try PersistentIdentifier.identifier(for: "loose", entityName: "NoSuchModelAtAll", primaryKey: 1)
        let data = try JSONEncoder().encode(["persistentIdentifier": id])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DefaultSnapshot.self, from: data) }
    }

    @Test func `contexts of several threads share a store`() async throws {
        let container = try container()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    let context = ModelContext(container)
                    for number in 0..<10 {
                        context.insert(Creature("\(worker) \(number)"))
                        try context.save()
                        _ = try context.fetch(FetchDescriptor<Creature>(sortBy: [SortDescriptor(\.name)]))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try names(ModelContext(container)).count == 40)
    }
}
