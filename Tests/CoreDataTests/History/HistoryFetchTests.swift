import Foundation
import Testing

@testable import CoreData

/// History requests with a fetch request.
@Suite struct HistoryFetchTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let first: NSManagedObjectID

    /// Saves three transactions: 1 by "import" inserts p1 and p2, 2 by "app" updates the magnitude
    /// of p1, and 3 by "app" in the context "editing" deletes p2.
    init() throws {
        store = try TestStore(history: true)
        let context = store.context()
        self.context = context
        first = try context.performAndWait {
            context.transactionAuthor = "import"
            let (a, b) = (Quake(context: context), Quake(context: context))
            try context.save()
            context.transactionAuthor = "app"
            a.magnitude = 3
            try context.save()
            context.name = "editing"
            context.delete(b)
            try context.save()
            return a.objectID
        }
    }

    fileprivate func execute<T>(
        _ request: @autoclosure () throws -> NSPersistentHistoryChangeRequest, _ type: NSPersistentHistoryResultType? = nil
    ) throws -> T {
        nonisolated(unsafe) let request = try request()
        let context = context
        return try context.performAndWait {
            if let type { request.resultType = type }
            return try #require((try context.execute(request) as? NSPersistentHistoryResult)?.result as? T)
        }
    }

    private func transactions(_ predicate: NSPredicate?) throws -> NSPersistentHistoryChangeRequest {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = predicate
        return .fetchHistory(withFetch: fetch)
    }

    private func changes(_ predicate: NSPredicate?) throws -> NSPersistentHistoryChangeRequest {
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.predicate = predicate
        return .fetchHistory(withFetch: fetch)
    }

    fileprivate func numbers(_ predicate: NSPredicate) throws -> [Int64] {
        let found: [NSPersistentHistoryTransaction] = try execute(try transactions(predicate))
        return found.map(\.transactionNumber)
    }

    private func ids(_ predicate: NSPredicate) throws -> [Int64] {
        let found: [NSPersistentHistoryChange] = try execute(try changes(predicate))
        return found.map(\.changeID)
    }

    @Test func transactionsMatchByTheirKeys() throws {
        #expect(try numbers(NSPredicate(format: "author == %@", "app")) == [2, 3])
        #expect(try numbers(NSPredicate(format: "author != 'app'")) == [1])
        #expect(try numbers(NSPredicate(format: "contextName == 'editing'")) == [3])
        #expect(try numbers(NSPredicate(format: "transactionNumber > 1 AND contextName == nil")) == [2])
        #expect(try numbers(NSPredicate(format: "timestamp < %@", Date.distantPast as NSDate)) == [])
        #expect(try numbers(NSPredicate(format: "timestamp < %@", Date.distantFuture as NSDate)) == [1, 2, 3])
        #expect(try numbers(NSPredicate(format: "ANY changes.changeType == 2")) == [3])
    }

    /// Executes a deletion of the history by one author, and returns the numbers of the remaining
    /// transactions.
    private func rest(
        afterDeleting author: String, _ deletion: NSPersistentHistoryChangeRequest, limit: Int = 0
    ) throws -> [Int64] {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: "author = %@", author)
        fetch.fetchLimit = limit
        deletion.fetchRequest = fetch
        let isDone: Bool = try execute(deletion)
        #expect(isDone)
        return try numbers(NSPredicate(value: true))
    }

    @Test func `a deletion before a date deletes the transactions of one author only`() throws {
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: Date.distantPast)) == [1, 2, 3])
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: Date.distantFuture)) == [1])
    }

    @Test func `a deletion before a token deletes the transactions of one author only`() throws {
        let all: [NSPersistentHistoryTransaction] = try execute(try transactions(nil))
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: nil as NSPersistentHistoryToken?)) == [1, 2, 3])
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: all[2].token)) == [1, 3])
    }

    @Test func `a deletion before a transaction deletes the transactions of one author only`() throws {
        let all: [NSPersistentHistoryTransaction] = try execute(try transactions(nil))
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: nil as NSPersistentHistoryTransaction?)) == [1, 2, 3])
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: all[2])) == [1, 3])
    }

    @Test func `a deletion can match by the changes of transactions`() throws {
        let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
        deletion.fetchRequest = try #require(NSPersistentHistoryTransaction.fetchRequest)
        deletion.fetchRequest?.predicate = NSPredicate(format: "ANY changes.changeType == 2")
        let isDone: Bool = try execute(deletion)
        #expect(isDone)
        #expect(try numbers(NSPredicate(value: true)) == [1, 2])
    }

    @Test func `a deletion deletes no more transactions than its fetch request's limit`() throws {
        #expect(try rest(afterDeleting: "app", .deleteHistory(before: Date.distantFuture), limit: 1) == [1, 3])
    }

    @Test func `a deletion by a fetch request for changes is an error and deletes nothing`() throws {
        let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
        deletion.fetchRequest = try #require(NSPersistentHistoryChange.fetchRequest)
        let error = #expect(throws: NSError.self) { let _: Bool = try execute(deletion) }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(try numbers(NSPredicate(value: true)) == [1, 2, 3])
    }

    @Test func changesMatchByTheirKeys() throws {
        #expect(try ids(NSPredicate(format: "changedObjectID == %@", first)) == [1, 3])
        #expect(try ids(NSPredicate(format: "changeType == %d", NSPersistentHistoryChangeType.delete.rawValue)) == [4])
        #expect(try ids(NSPredicate(format: "changedEntity == %@", first.entity)) == [1, 2, 3, 4])
        #expect(try ids(NSPredicate(format: "transaction.author == 'app'")) == [3, 4])
    }

    @Test func changesComeInTheirTransactionsWhereAskedFor() throws {
        let ofFirst = NSPredicate(format: "changedObjectID == %@", first)
        let found: [NSPersistentHistoryTransaction] = try execute(try changes(ofFirst), .transactionsAndChanges)
        #expect(found.map(\.transactionNumber) == [1, 2])
        #expect(found.map { ($0.changes ?? []).map(\.changeID) } == [[1], [3]])
        #expect(found[0].changes?[0].transaction === found[0])
        let bare: [NSPersistentHistoryTransaction] = try execute(try changes(ofFirst), .transactionsOnly)
        #expect(bare.map(\.transactionNumber) == [1, 2])
        #expect(bare.allSatisfy { $0.changes == nil })
    }

    /// Source: Apple's header of `NSPersistentHistoryChange`, whose property `transaction` is strong.
    @Test func changesWithoutTheirTransactionsReferToThem() throws {
        let all = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        for request in [all, try changes(NSPredicate(value: true))] {
            let found: [NSPersistentHistoryChange] = try execute(request, .changesOnly)
            #expect(found.map { $0.transaction?.transactionNumber } == [1, 1, 2, 3])
            #expect(found.map { $0.transaction?.author } == ["import", "import", "app", "app"])
            #expect(found.allSatisfy { $0.transaction?.changes == nil })
        }
    }

    @Test func resultTypes() throws {
        let app = NSPredicate(format: "author == 'app'")
        let updates = NSPredicate(format: "changeType < 2")
        #expect(try execute(try transactions(app), .count) == 2)
        #expect(try execute(try changes(updates), .count) == 3)
        #expect(try execute(try transactions(app), .statusOnly) == true)
        let objectIDs: [NSManagedObjectID] = try execute(try changes(updates), .objectIDs)
        #expect(objectIDs.map(\.rowID) == [1, 2, 1])
        let bare: [NSPersistentHistoryTransaction] = try execute(try transactions(app), .transactionsOnly)
        #expect(bare.map { $0.changes == nil } == [true, true])
        let both: [NSPersistentHistoryTransaction] = try execute(try transactions(app))
        #expect(both.map { $0.changes?.count } == [1, 1])
    }

    @Test func aFetchRequestNarrowsWhatComesAfterAToken() throws {
        let all: [NSPersistentHistoryTransaction] = try execute(.fetchHistory(after: nil as NSPersistentHistoryToken?))
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: all[1].token)
        #expect(request.token == all[1].token)
        request.fetchRequest = NSPersistentHistoryTransaction.fetchRequest
        request.fetchRequest?.predicate = NSPredicate(format: "author == 'app'")
        let found: [NSPersistentHistoryTransaction] = try execute(request)
        #expect(found.map(\.transactionNumber) == [3])
    }

    @Test func limitsCountWhatIsFetched() throws {
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.fetchOffset = 1
        fetch.fetchLimit = 2
        let found: [NSPersistentHistoryChange] = try execute(.fetchHistory(withFetch: fetch))
        #expect(found.map(\.changeID) == [2, 3])
    }

    @Test func theEntitiesAreNamedAsApples() throws {
        let context = context
        #expect(NSPersistentHistoryTransaction.entityDescription?.name == "Transaction")
        #expect(NSPersistentHistoryChange.entityDescription(with: context)?.name == "Change")
        #expect(NSPersistentHistoryTransaction.entityDescription(with: NSManagedObjectContext(.privateQueue)) == nil)
    }

    @Test func whatHistoryCannotDoTraps() async throws {
        await #expect(processExitsWith: .success) {
            precondition(NSPersistentHistoryTransaction.fetchRequest == nil && NSPersistentHistoryChange.entityDescription == nil)
        }
        let sorted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tests = try HistoryFetchTests()
            let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
            fetch.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: true)]
            let _: [NSPersistentHistoryTransaction] = try tests.execute(.fetchHistory(withFetch: fetch))
        }
        let sortedMessage = String(decoding: sorted?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sortedMessage.contains("takes no sort descriptors"))
        let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try HistoryFetchTests().numbers(NSPredicate(format: "writer == 'app'"))
        }
        let unknownMessage = String(decoding: unknown?.standardErrorContent ?? [], as: UTF8.self)
        #expect(unknownMessage.contains("no key 'writer'"))
    }
}
