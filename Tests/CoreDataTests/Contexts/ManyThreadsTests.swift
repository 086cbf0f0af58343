import CoreData
import Foundation
import Synchronization
import Testing

@testable import StoreWriter

/// Contexts of one coordinator on many threads at once. The store contains the sum of their
/// changes; under `make test-threads`, the Thread Sanitizer checks the state that they share.
@Suite struct ManyThreadsTests: Sendable {
    private static let rounds = 40
    private let folder: TemporaryFolder
    private let ledger: Ledger
    private let accounts = NSPredicate(format: "number < %lld", Int64(8))

    init() throws {
        folder = try TemporaryFolder()
        ledger = try Ledger(folder.url.appending(path: "Ledger.sqlite").path)
        try ledger.take(.found(accounts: 8, labels: 5))
    }

    @Test func whatManyThreadsSaveAddsUp() throws {
        let lanes = Lanes(rounds: Self.rounds)
        for _ in 0..<2 {
            let context = ledger.container.newBackgroundContext()
            lanes.write { try increment($0 % 8, context) }
        }
        lanes.write(saveAChild(of: ledger.container.newBackgroundContext()))
        let batches = Ledger(sharing: ledger)
        lanes.write { try batches.takeBatches($0) }
        let documents = Ledger(sharing: ledger)
        lanes.write { try documents.takeDocuments($0) }

        let view = try View(ledger.container)
        lanes.accompany { _ = try view.total() }
        lanes.accompany { try readAndLetGo() }
        lanes.accompany { try readTwiceInOneGeneration() }
        let history = History(ledger.container)
        lanes.accompany { try history.read() }
        #expect(lanes.failuresAtTheEnd() == [])

        let (state, rounds) = (try ledger.state(), Self.rounds)
        #expect(state.total == 800 + 2 * rounds)
        #expect(state.transfers.count == rounds)
        let odd = (0..<rounds).filter { $0 % 2 == 1 }
        #expect(state.batches == Dictionary(uniqueKeysWithValues: odd.map { ($0, LedgerState.Batch(count: 20, mark: $0)) }))
        #expect(state.documents == Dictionary(uniqueKeysWithValues: odd.map { ($0, .init(edition: $0, bytes: 150_000)) }))
        #expect(try StoreInspection.problems(ledger.container) == [])
        // A save notifies the view's context before it returns.
        #expect(try view.total() == state.total)
        #expect(view.transfers == rounds)
        // The initial transaction; for each round, two increments, a transfer, a batch insert, a
        // batch update and a new document; for every other round, a batch delete and the deletion
        // of the document.
        try history.read()
        #expect(history.numbers == (1...Int64(1 + 7 * rounds)).map { $0 })
    }

    /// Adds one to an account, and retries after a merge conflict.
    private func increment(_ number: Int, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            let account = try #require(try context.fetch(request()).first { $0.value(forKey: "number") as? Int == number })
            context.stalenessInterval = 0
            while true {
                account.setValue((account.value(forKey: "balance") as? Int ?? 0) + 1, forKey: "balance")
                do {
                    return try context.save()
                } catch let error as NSError where error.code == NSManagedObjectMergeError {
                    context.refresh(account, mergeChanges: false)
                }
            }
        }
    }

    /// Returns a new request with the shared predicate: threads may share predicates.
    private func request() -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
        request.predicate = accounts
        return request
    }

    private func saveAChild(of parent: NSManagedObjectContext) -> @Sendable (Int) throws -> Void {
        { number in
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = parent
            try child.performAndWait {
                NSEntityDescription.insertNewObject(forEntityName: "Transfer", into: child).setValue(number, forKey: "number")
                try child.save()
            }
            try parent.performAndWait { try parent.save() }
        }
    }

    /// Reads in a new context, and releases the objects on another thread.
    private func readAndLetGo() throws {
        let context = ledger.container.newBackgroundContext()
        let held = try context.performAndWait {
            let accounts = try context.fetch(request())
            #expect(accounts.count == 8)
            return Held(accounts)
        }
        DispatchQueue.global().async { held.letGo() }
        context.performAndWait { #expect(context.registeredObjects.count <= 8) }
    }

    /// Objects that are sent to another thread, which only releases them.
    private final class Held: @unchecked Sendable {
        private var objects: [NSManagedObject]

        init(_ objects: [NSManagedObject]) { self.objects = objects }

        func letGo() { objects = [] }
    }

    private func readTwiceInOneGeneration() throws {
        let context = ledger.container.newBackgroundContext()
        try context.performAndWait {
            try context.setQueryGenerationFrom(.current)
            func balances() throws -> [Int] { try context.fetch(request()).map { $0.value(forKey: "balance") as? Int ?? 0 } }
            let first = try balances()
            context.refreshAllObjects()
            #expect(try balances() == first)
        }
    }
}

/// A context that only reads, has live results, and merges the saves of the other contexts.
private final class View: NSFetchedResultsControllerDelegate, @unchecked Sendable {
    private let context: NSManagedObjectContext
    private let controller: NSFetchedResultsController<NSManagedObject>

    init(_ container: NSPersistentContainer) throws {
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        context.retainsRegisteredObjects = true
        let request = NSFetchRequest<NSManagedObject>(entityName: "Transfer")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        self.context = context
        controller.delegate = self
        try context.performAndWait { try controller.performFetch() }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    func total() throws -> Int {
        try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Account"))
                .reduce(0) { $0 + ($1.value(forKey: "balance") as? Int ?? 0) }
        }
    }

    var transfers: Int { context.performAndWait { controller.fetchedObjects?.count ?? -1 } }
}

/// A reader of the persistent history, from its start.
private final class History: Sendable {
    private struct State {
        var token: NSPersistentHistoryToken?
        var numbers: [Int64] = []
    }

    private let context: NSManagedObjectContext
    private let state = Mutex(State())

    init(_ container: NSPersistentContainer) {
        context = container.newBackgroundContext()
    }

    /// The numbers of the transactions that were read.
    var numbers: [Int64] { state.withLock { $0.numbers } }

    func read() throws {
        let context = context
        try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: state.withLock { $0.token })
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            let (numbers, token) = (transactions.map(\.transactionNumber), transactions.last?.token)
            state.withLock {
                $0.numbers += numbers
                $0.token = token ?? $0.token
            }
        }
    }
}

/// Threads: writers that run a fixed number of rounds, and others that run until the writers
/// have finished.
private final class Lanes: Sendable {
    private let rounds: Int
    private let writers = DispatchGroup()
    private let others = DispatchGroup()
    private let isDone = Atomic(false)
    private let failures = Mutex<[String]>([])

    init(rounds: Int) {
        self.rounds = rounds
    }

    func write(_ round: @escaping @Sendable (_ number: Int) throws -> Void) {
        start(in: writers) { lanes in
            for number in 0..<lanes.rounds { try round(number) }
        }
    }

    func accompany(_ body: @escaping @Sendable () throws -> Void) {
        start(in: others) { lanes in
            while !lanes.isDone.load(ordering: .relaxed) { try body() }
        }
    }

    private func start(in group: DispatchGroup, _ body: @escaping @Sendable (Lanes) throws -> Void) {
        group.enter()
        Thread.detachNewThread { [self] in
            do {
                try body(self)
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
            group.leave()
        }
    }

    /// Waits for all threads, and returns the errors that they threw.
    func failuresAtTheEnd() -> [String] {
        writers.wait()
        isDone.store(true, ordering: .relaxed)
        others.wait()
        return failures.withLock { $0 }
    }
}

extension Ledger {
    fileprivate func takeBatches(_ number: Int) throws {
        try take(.batchInsert(step: number, count: 20))
        try take(.batchMark(step: number, mark: number))
        if number % 2 == 0 { try take(.batchDelete(step: number)) }
    }

    fileprivate func takeDocuments(_ number: Int) throws {
        try take(.file([.init(number: number, bytes: 150_000)]))
        if number % 2 == 0 { try take(.shred([number])) }
    }
}
