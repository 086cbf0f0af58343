import CoreData
import Foundation
import Testing

/// Requests that begin at a transaction or a date, and copies and descriptions of history.
struct HistoryRequestTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    /// Saves three objects, each in a transaction of its own.
    init() throws {
        store = try TestStore(history: true)
        let context = store.context()
        self.context = context
        try context.performAndWait {
            for code in ["a", "b", "c"] {
                Quake(context: context).code = code
                try context.save()
            }
        }
    }

    private func transactions(
        _ request: @Sendable () -> NSPersistentHistoryChangeRequest
    ) throws -> [NSPersistentHistoryTransaction] {
        try context.performAndWait {
            let result = try context.execute(request()) as? NSPersistentHistoryResult
            return try #require(result?.result as? [NSPersistentHistoryTransaction])
        }
    }

    private func all() throws -> [NSPersistentHistoryTransaction] {
        try transactions { .fetchHistory(after: nil as NSPersistentHistoryTransaction?) }
    }

    @Test func `history after a transaction begins with the next one`() throws {
        let all = try all()
        #expect(all.map(\.transactionNumber) == [1, 2, 3])
        let first = all[0]
        #expect(try transactions { .fetchHistory(after: first) }.map(\.transactionNumber) == [2, 3])
        let last = all[2]
        #expect(try transactions { .fetchHistory(after: last) }.isEmpty)
    }

    @Test func `history before a transaction is deleted, and the transaction is kept`() throws {
        let third = try all()[2]
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: third))
        }
        #expect(try all().map(\.transactionNumber) == [3])
    }

    @Test func `no history is deleted before no transaction`() throws {
        try context.performAndWait {
            _ = try context.execute(
                NSPersistentHistoryChangeRequest.deleteHistory(before: nil as NSPersistentHistoryTransaction?))
        }
        #expect(try all().count == 3)
    }

    @Test func `history before a date is deleted`() throws {
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantPast))
        }
        #expect(try all().count == 3)
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        #expect(try all().isEmpty)
    }

    @Test func `copies of history are the history itself`() throws {
        let transaction = try all()[0]
        let change = try #require(transaction.changes?.first)
        #expect(transaction.copy() as? NSPersistentHistoryTransaction === transaction)
        #expect(change.copy() as? NSPersistentHistoryChange === change)
        let token = transaction.token
        #expect(token.copy() as? NSPersistentHistoryToken === token)
    }

    @Test func `descriptions of history tell the transaction and its changes`() throws {
        let transaction = try all()[1]
        let change = try #require(transaction.changes?.first)
        #expect(transaction.description.contains("number 2"))
        #expect(transaction.description.contains("changes 1"))
        #expect(change.description.contains(change.changedObjectID.uriRepresentation().absoluteString))
        #expect(change.description.contains("insert"))
        #expect(transaction.token.description.contains("\(transaction.storeID) = 2"))
    }
}
