import Foundation
import GRDB
import Testing

@testable import CoreData

/// Selections of transactions that stores evaluate in SQL.
@Suite struct HistorySelectionTests {
    private func numbers(_ store: TestStore, _ conditions: HistorySelection.Condition...) throws -> [Int64] {
        let coordinator = store.container.persistentStoreCoordinator
        return try coordinator.history(HistorySelection(conditions)).map(\.transactionNumber)
    }

    /// Returns a store whose history has a transaction of each author.
    private func store(_ authors: [String?]) throws -> TestStore {
        let store = try TestStore(history: true)
        let context = store.context()
        try context.performAndWait {
            for (index, author) in authors.enumerated() {
                context.transactionAuthor = author
                Quake(context: context).code = "\(index)"
                try context.save()
            }
        }
        return store
    }

    @Test func `authors are found by their names, and transactions without one by nil`() throws {
        let store = try store(["a", nil, "b", "a", "it's"])
        #expect(try numbers(store, .authors(["a"])) == [1, 4])
        #expect(try numbers(store, .authors(["b", nil])) == [2, 3])
        #expect(try numbers(store, .authors(["it's"])) == [5])
        #expect(try numbers(store, .authors(["c"])) == [])
        #expect(try numbers(store, .authors([])) == [])
    }

    @Test func `authors are found in transactions that older frameworks wrote`() throws {
        let store = try store(["a", nil, "b", "a"])
        let sqlite = try #require(store.container.persistentStoreCoordinator.stores.stores.first).sqlite
        // An older transaction has its author in ZAUTHOR.
        try sqlite.write { database in
            try database.execute(sql: "UPDATE ATRANSACTION SET ZAUTHORTS = NULL, ZAUTHOR = 'a' WHERE Z_PK = 1")
        }
        #expect(try numbers(store, .authors(["a"])) == [1, 4])
        #expect(try numbers(store, .authors([nil])) == [2])
        // A store without ATRANSACTIONSTRING, as one that was opened for reading only can be.
        try sqlite.write { database in try database.execute(sql: "DROP TABLE ATRANSACTIONSTRING") }
        #expect(try numbers(store, .authors(["a"])) == [1])
    }

    @Test func `changes belong to their transactions in whatever order they are numbered`() throws {
        let store = try store(["a", "b", "a"])
        let coordinator = store.container.persistentStoreCoordinator
        let sqlite = try #require(coordinator.stores.stores.first).sqlite
        try sqlite.write { database in
            try database.execute(sql: "UPDATE ACHANGE SET Z_PK = 10 WHERE ZTRANSACTIONID = 1")
        }
        let found = try coordinator.history(HistorySelection())
        #expect(found.map(\.transactionNumber) == [1, 2, 3])
        #expect(found.map { $0.changes?.map(\.changeID) } == [[10], [2], [3]])
    }

    @Test func `a limit keeps the oldest transactions and their changes`() throws {
        let store = try store(["a", "b", "a", "a"])
        var selection = HistorySelection([.authors(["a"])])
        selection.limit = 2
        let found = try store.container.persistentStoreCoordinator.history(selection)
        #expect(found.map(\.transactionNumber) == [1, 3])
        #expect(found.map { $0.changes?.map(\.changeID) } == [[1], [3]])
        selection.readsChanges = false
        #expect(try store.container.persistentStoreCoordinator.history(selection).map(\.changes) == [nil, nil])
    }

    @Test func `the newest transactions are read with their changes`() throws {
        let store = try store(["a", "b", "a", "a"])
        let coordinator = store.container.persistentStoreCoordinator
        var selection = HistorySelection([.authors(["a"])])
        (selection.limit, selection.isDescending) = (2, true)
        let found = try coordinator.history(selection)
        #expect(found.map(\.transactionNumber) == [4, 3])
        #expect(found.map { $0.changes?.map(\.changeID) } == [[4], [3]])
        selection.limit = 0
        #expect(try coordinator.history(selection).map(\.transactionNumber) == [4, 3, 1])
        let uuid = try #require(coordinator.stores.stores.first?.uuid)
        #expect(try numbers(store, .numbers([uuid: [4, 2, 9]])) == [2, 4])
        #expect(try numbers(store, .numbers([uuid: []])) == [])
        #expect(try numbers(store, .numbers(["other": [1]])) == [])
    }

    @Test func `an expired token is an error unless the selection accepts it`() throws {
        let store = try store(["a", "b", "c"])
        let coordinator = store.container.persistentStoreCoordinator
        let uuid = try #require(coordinator.stores.stores.first?.uuid)
        try coordinator.deleteHistory([uuid: [1, 2], "other": [3]])
        var selection = HistorySelection([.token(.greater, NSPersistentHistoryToken([uuid: 1]))])
        #expect(throws: (any Error).self) { try coordinator.history(selection) }
        selection.acceptsExpiredTokens = true
        #expect(try coordinator.history(selection).map(\.transactionNumber) == [3])
        #expect(try coordinator.lastTransactions == [uuid: 3])
        try coordinator.deleteHistory(HistorySelection())
        #expect(try coordinator.history(HistorySelection()).isEmpty)
        #expect(try coordinator.lastTransactions == [uuid: 3])
    }
}
