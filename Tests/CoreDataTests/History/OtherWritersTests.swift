import Foundation
import Synchronization
import Testing

@testable import CoreData

/// Changes that another process, or another coordinator, writes into a store.
@Suite(.timeLimit(.whenStuck)) struct OtherWritersTests: Sendable {
    private let store: TestStore
    private let reader: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true, notices: true)
        reader = store.context()
        reader.automaticallyMergesChangesFromParent = true
    }

    private var coordinator: NSPersistentStoreCoordinator { store.container.persistentStoreCoordinator }
    private var notices: Notices { Notices(.NSPersistentStoreRemoteChange, of: coordinator) }

    private func opened() throws -> NSManagedObjectContext {
        try NSPersistentContainer.loaded(store.url, history: true).newBackgroundContext()
    }

    /// Inserts or changes the quake with a code.
    @discardableResult
    fileprivate static func save(_ code: String, magnitude: Float, in context: NSManagedObjectContext) throws -> NSManagedObjectID
    {
        try context.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == %@", code)
            let quake = try context.fetch(request).first ?? Quake(context: context)
            quake.code = code
            quake.magnitude = magnitude
            try context.save()
            return quake.objectID
        }
    }

    private func magnitude(_ objectID: NSManagedObjectID) -> Float? {
        let reader = reader
        return reader.performAndWait { ((try? reader.existingObject(with: objectID)) as? Quake)?.magnitude }
    }

    private func results() throws -> LiveResults {
        let reader = reader
        nonisolated(unsafe) var results: LiveResults?
        try reader.performAndWait {
            results = try LiveResults.shared(
                entity: Quake.entity(), predicate: NSPredicate(format: "magnitude > 0"),
                sortDescriptors: [NSSortDescriptor(key: "magnitude", ascending: false)], sectionKey: nil, in: reader
            )
        }
        return try #require(results)
    }

    private func codes(_ results: LiveResults) -> [String] {
        nonisolated(unsafe) let results = results
        let reader = reader
        return reader.performAndWait { (0..<results.count).map { (results.object(at: $0) as? Quake)?.code ?? "" } }
    }

    @Test func reachesContextsAndLiveResults() async throws {
        let objectID = try Self.save("a", magnitude: 1, in: store.context())
        #expect(magnitude(objectID) == 1)
        let results = try self.results()
        let (other, notices) = (try opened(), self.notices)
        try Self.save("a", magnitude: 5, in: other)
        try Self.save("b", magnitude: 3, in: other)
        try Self.save("c", magnitude: 9, in: other)
        let last = other.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
        await notices.wait { notices.received.last?.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken == last }
        #expect(codes(results) == ["c", "a", "b"])
        #expect(magnitude(objectID) == 5)
        let userInfo = try #require(notices.received.last?.userInfo)
        #expect(userInfo[NSStoreUUIDKey] as? String == coordinator.persistentStores[0].identifier)
        #expect(userInfo[NSPersistentStoreURLKey] as? URL == store.url)
    }

    @Test func ownWritesAreToldOnce() async throws {
        let (other, notices) = (try opened(), self.notices)
        try Self.save("a", magnitude: 1, in: store.context())
        let mine = coordinator.currentPersistentHistoryToken(fromStores: nil)
        try Self.save("b", magnitude: 1, in: other)
        let theirs = other.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
        await notices.wait { notices.received.count > 1 }
        let tokens = notices.received.map { $0.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken }
        #expect(tokens == [mine, theirs])
        #expect(mine != theirs)
    }

    /// A save first publishes the external changes that precede it.
    @Test func isKnownBeforeTheNextSave() throws {
        let objectID = try Self.save("a", magnitude: 1, in: store.context())
        #expect(magnitude(objectID) == 1)
        try Self.save("a", magnitude: 5, in: opened())
        try Self.save("b", magnitude: 1, in: store.context())
        let row = try coordinator.rows(objectID.entity.layout, [objectID.rowID])[objectID.rowID]
        #expect(row?.values[2] == .double(5))
    }

    @Test func isReadAnewWhereItsHistoryIsGone() async throws {
        let objectID = try Self.save("a", magnitude: 1, in: store.context())
        #expect(magnitude(objectID) == 1)
        let results = try self.results()
        let (other, notices) = (try opened(), self.notices)
        try Self.save("a", magnitude: 5, in: other)
        try Self.save("b", magnitude: 7, in: other)
        try other.performAndWait {
            _ = try other.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        await notices.wait { codes(results) == ["b", "a"] }
        #expect(magnitude(objectID) == 5)
        #expect(coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    }

    /// A confined context has no queue on which it could be notified.
    @Test func aConfinedContextIsNotTold() throws {
        let confined = NSManagedObjectContext()
        confined.persistentStoreCoordinator = coordinator
        confined.automaticallyMergesChangesFromParent = true
        try Self.save("a", magnitude: 1, in: store.context())
        coordinator.publishUnknown()
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        #expect(try confined.fetch(request).map(\.magnitude) == [1])
    }

    @Test func isPostedWithoutAHistoryToo() async throws {
        let store = try TestStore(notices: true)
        let notices = Notices(.NSPersistentStoreRemoteChange, of: store.container.persistentStoreCoordinator)
        try Self.save("a", magnitude: 1, in: store.context())
        #expect(notices.received.count == 1)
        let other = try NSPersistentContainer.loaded(store.url).newBackgroundContext()
        try Self.save("b", magnitude: 1, in: other)
        await notices.wait { notices.received.count > 1 }
        #expect(notices.received.last?.userInfo?[NSPersistentHistoryTokenKey] == nil)
        #expect(notices.received.last?.userInfo?[NSStoreUUIDKey] != nil)
    }

    @Test func comesFromOtherProcesses() async throws {
        let objectID = try Self.save("a", magnitude: 1, in: store.context())
        let results = try self.results()
        let notices = self.notices
        let token = try #require(coordinator.currentPersistentHistoryToken(fromStores: nil))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        await #expect(processExitsWith: .success) { [path = store.url.path as String, archive = archive as Data] in
            let context = try NSPersistentContainer.loaded(URL(filePath: path), history: true).newBackgroundContext()
            context.transactionAuthor = "child"
            try OtherWritersTests.save("a", magnitude: 5, in: context)
            try OtherWritersTests.save("b", magnitude: 7, in: context)
            // The token has the same meaning in this process.
            let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: archive)
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.performAndWait { try context.execute(request) as? NSPersistentHistoryResult }
            let transactions = result?.result as? [NSPersistentHistoryTransaction]
            precondition(transactions?.map(\.author) == ["child", "child"])
        }
        await notices.wait { codes(results) == ["b", "a"] }
        #expect(magnitude(objectID) == 5)
    }

    // MARK: Reports of the engine

    @Test func anEngineReportsWhatOthersWrite() async throws {
        try Self.save("a", magnitude: 1, in: store.context())
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let other = try opened()
        let engine = try looking()
        let subscription = try #require(
            engine.follow {
                continuation.yield()
                return true
            })
        let objectID = try Self.save("b", magnitude: 1, in: other)
        for await _ in stream {
            // A report may come before the commit is visible, and is repeated then.
            var inserted: [[RowID]] = []
            _ = try engine.readExternalChanges { changes in
                if case .changes(let changes) = changes { inserted = changes.entities.map(\.inserted) }
            }
            if inserted == [[objectID.rowID]] { break }
        }
        withExtendedLifetime(subscription) {}
    }

    @Test func nobodyElseWritesIntoMemory() throws {
        let coordinator = try NSPersistentContainer.inMemory().persistentStoreCoordinator
        #expect(try #require(coordinator.stores.stores.first).engine.follow { true } == nil)
    }

    // MARK: Reading external changes

    /// Returns a separate store without a coordinator. Only the test reads external changes from
    /// it.
    private func looking() throws -> SQLiteEngine {
        let description = NSPersistentStoreDescription(url: store.url)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        return try SQLiteEngine(description, model: .quakes())
    }

    @Test func severalTransactionsAreOneChange() throws {
        let other = try opened()
        let kept = try Self.save("kept", magnitude: 1, in: other)
        let gone = try Self.save("gone", magnitude: 1, in: other)
        let looking = try looking()
        let added = try Self.save("added", magnitude: 1, in: other)
        try Self.save("added", magnitude: 2, in: other)
        try Self.save("kept", magnitude: 2, in: other)
        try Self.save("gone", magnitude: 2, in: other)
        let passing = try Self.save("passing", magnitude: 2, in: other)
        try other.performAndWait {
            for objectID in [gone, passing] { other.delete(try other.existingObject(with: objectID)) }
            try other.save()
        }
        var looks: [ExternalChanges] = []
        #expect(try looking.readExternalChanges { looks.append($0) } == true)
        #expect(try looking.readExternalChanges { looks.append($0) } == false)
        guard looks.count == 1, case .changes(let changes) = looks[0] else {
            Issue.record("\(looks)")
            return
        }
        #expect(changes.entities.map(\.entity.name) == ["Quake"])
        #expect(changes.entities.map(\.inserted) == [[added.rowID]])
        #expect(changes.entities.map(\.updated) == [[kept.rowID]])
        // This coordinator may have read the row while it was there.
        #expect(changes.entities.map(\.deleted) == [[gone.rowID, passing.rowID]])
    }

    /// To read and to merge very many changes takes longer than to read everything again, and a save
    /// may wait for it.
    @Test func moreChangesThanAreListedAreUnknown() throws {
        let (other, looking) = (try opened(), try looking())
        for code in ["a", "b"] { try Self.save(code, magnitude: 1, in: other) }
        var looks: [ExternalChanges] = []
        #expect(try looking.readExternalChanges(atMost: 2) { looks.append($0) } == true)
        for code in ["c", "d", "e"] { try Self.save(code, magnitude: 1, in: other) }
        #expect(try looking.readExternalChanges(atMost: 2) { looks.append($0) } == true)
        #expect(try looking.readExternalChanges(atMost: 2) { looks.append($0) } == false)
        guard looks.count == 2, case .changes(let changes) = looks[0], case .unknown = looks[1] else {
            Issue.record("\(looks)")
            return
        }
        #expect(changes.count == 2)
    }

    @Test func ownChangesDoNotCountAmongThoseThatAreListed() throws {
        let (other, looking) = (try opened(), try looking())
        for code in ["a", "b", "c", "d"] { try Self.save(code, magnitude: 1, in: other) }
        let (own, external) = try looking.read { database in
            let last = try HistoryPosition.lastTransaction(database)
            func changes(without own: Set<Int64>) throws -> ExternalChanges {
                try looking.changes(after: last - 4, through: last, without: own, atMost: 2, database)
            }
            return (try changes(without: [last - 3, last - 2, last]), try changes(without: [last]))
        }
        guard case .changes(let changes) = own, case .unknown = external else {
            Issue.record("\(own), \(external)")
            return
        }
        #expect(changes.count == 1)
    }
}

@Suite(.timeLimit(.whenStuck)) struct FileWatchTests {
    /// Returns once a watch that is created before the action calls its handler.
    private func expectCall(_ folder: URL, after action: () throws -> Void) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try FileWatch(folder: folder, names: ["a", "a-wal"]) { continuation.yield() }
        try action()
        for await _ in stream { break }
        withExtendedLifetime(watch) {}
    }

    @Test func seesFilesMadeWrittenReplacedAndRemoved() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a-wal")
        try await expectCall(folder.url) { try Data([1]).write(to: file) }
        try await expectCall(folder.url) {
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data([2]))
            try handle.close()
        }
        let next = folder.url.appending(path: "next")
        try Data([3]).write(to: next)
        try await expectCall(folder.url) { #expect(rename(next.path, file.path) == 0) }
        try await expectCall(folder.url) { try FileManager.default.removeItem(at: file) }
    }

    private final class Counter: Sendable {
        let calls = Mutex(0)
    }

    @Test func looksAtItsNamesOnly() async throws {
        let folder = try TemporaryFolder()
        let counter = Counter()
        let watch = try FileWatch(folder: folder.url, names: ["a"]) { counter.calls.withLock { $0 += 1 } }
        // The watch in `expectCall` is notified after this one. Once its handler runs, this one has
        // processed the same events.
        try await expectCall(folder.url) {
            try Data([1]).write(to: folder.url.appending(path: "b"), options: [])
            try Data([1]).write(to: folder.url.appending(path: "a-wal"), options: [])
        }
        #expect(counter.calls.withLock { $0 } == 0)
        withExtendedLifetime(watch) {}
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let folder = try TemporaryFolder()
        #expect(throws: POSIXError.self) { try FileWatch(folder: folder.url.appending(path: "none"), names: ["a"]) {} }
    }
}
