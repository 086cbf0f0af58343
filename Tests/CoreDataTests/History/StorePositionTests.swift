import Foundation
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import CoreData

/// Positions in a store's history, which files keep while the store is closed.
@Suite struct StorePositionTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        context = store.context()
    }

    private var engine: any StoreEngine {
        get throws { try #require(store.container.persistentStoreCoordinator.stores.stores.first).engine }
    }

    private func insert(_ code: String) throws -> RowID {
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.code = code
            try context.save()
            return quake.objectID.rowID
        }
    }

    @Test func `a position that was encoded has the changes after it`() throws {
        _ = try insert("before")
        let position = try #require(try engine.currentPosition())
        let decoded = try JSONDecoder().decode(StorePosition.self, from: JSONEncoder().encode(position))
        guard case .nothing = try engine.changes(since: decoded, atMost: 10) else {
            Issue.record("Something has changed since the present position.")
            return
        }
        let after = try insert("after")
        guard case .changes(let changes) = try engine.changes(since: decoded, atMost: 10) else {
            Issue.record("The changes are not known.")
            return
        }
        #expect(changes.entities.map(\.inserted) == [[after]])
        #expect(try engine.currentPosition() != position)
    }

    /// Records the numbers that an engine holds as its own whenever SQLite rolls back.
    private final class RollbackRecord {
        private let engine: SQLiteEngine
        private(set) var own: [Set<Int64>] = []

        init(_ engine: SQLiteEngine) { self.engine = engine }

        /// Sets or removes the hook of the writing connection.
        func hook(_ isSet: Bool) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            engine.database.writeWithoutTransaction { database in
                _ = sqlite3_rollback_hook(
                    database.sqliteConnection,
                    isSet
                        ? { context in
                            guard let context else { return }
                            Unmanaged<RollbackRecord>.fromOpaque(context).takeUnretainedValue().record()
                        } : nil, context)
            }
        }

        private func record() { own.append(engine.position.withLock { $0.own }) }
    }

    /// The next transaction gets the number of the one that was rolled back, in this process or in
    /// another one.
    @Test func `a transaction gives its number back before it is rolled back`() throws {
        let folder = try TemporaryFolder()
        let container = try NSPersistentContainer.loaded(folder.url.appending(path: "Own.sqlite"), history: true)
        let engine = try #require(container.persistentStoreCoordinator.stores.stores.first).sqlite
        let layout = try #require(container.managedObjectModel.entitiesByName["Quake"]).layout
        var request = SaveRequest()
        request.insertions = [
            SaveRequest.Insertion(
                layout: layout, rowID: NSManagedObjectID.nextTemporaryRowID(), values: layout.defaults, store: nil)
        ]
        let record = RollbackRecord(engine)
        record.hook(true)
        var held: Set<Int64> = []
        #expect(throws: CocoaError.self) {
            try engine.save(request, announce: { _ in }) {
                held = engine.position.withLock { $0.own }
                throw CocoaError(.userCancelled)
            }
        }
        record.hook(false)
        #expect(held.count == 1)
        #expect(record.own == [[]])
        _ = try engine.save(request, announce: { _ in }, beforeCommit: nil)
        #expect(try engine.readExternalChanges { _ in } == false)
    }

    /// The first transaction after the restoration has a number that this coordinator has seen.
    @Test func `changes by others are noticed after the file was restored from a copy`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Own.sqlite")
        let container = try NSPersistentContainer.loaded(url, history: true)
        let coordinator = container.persistentStoreCoordinator
        let first = try #require(coordinator.stores.stores.first)
        let context = container.newBackgroundContext()
        @Sendable func insert(_ code: String) throws -> NSManagedObjectID {
            try context.performAndWait {
                let quake = Quake(context: context)
                quake.code = code
                try context.save()
                return quake.objectID
            }
        }
        let objectID = try insert("kept")
        let copy = try DatabaseQueue(path: folder.url.appending(path: "Copy.sqlite").path)
        try DatabaseQueue(path: url.path).backup(to: copy)
        for code in ["lost", "also lost"] { _ = try insert(code) }
        _ = try coordinator.rows(objectID.entity.layout, [objectID.rowID])
        try copy.backup(to: DatabaseQueue(path: url.path))
        let other = try NSPersistentContainer.loaded(url, history: true).newBackgroundContext()
        try other.performAndWait {
            let quakes = try other.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            try #require(quakes.map(\.code) == ["kept"])
            quakes[0].magnitude = 5
            try other.save()
        }
        coordinator.publishExternalChanges(first)
        #expect(try coordinator.rows(objectID.entity.layout, [objectID.rowID])[objectID.rowID]?.values[2] == .double(5))
        // Own transactions are distinguished from those of others again.
        _ = try insert("own")
        #expect(try first.sqlite.readExternalChanges { _ in } == false)
    }

    @Test(arguments: [0, 15, 16, 17, 1_000], [0, 0xff] as [UInt8])
    func `the changes since a damaged position are unknown`(_ count: Int, _ byte: UInt8) throws {
        _ = try insert("a")
        let position = StorePosition(bytes: Data(repeating: byte, count: count))
        guard case .unknown = try engine.changes(since: position, atMost: 10) else {
            Issue.record("The bytes are taken for a position.")
            return
        }
    }
}
