import Foundation
import Testing

@testable import CoreData

/// The order of history tokens, in predicates of history requests, and tokens of stores without
/// transactions.
@Suite struct HistoryTokenTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true)
        context = store.context()
    }

    private var coordinator: NSPersistentStoreCoordinator { store.container.persistentStoreCoordinator }

    private func current() -> NSPersistentHistoryToken? { coordinator.currentPersistentHistoryToken(fromStores: nil) }

    /// Saves a new quake, and returns the token of that transaction.
    private func save() throws -> NSPersistentHistoryToken {
        let context = context
        try context.performAndWait {
            _ = Quake(context: context)
            try context.save()
        }
        return try #require(current())
    }

    private static func transactions(
        _ context: NSManagedObjectContext, _ request: NSPersistentHistoryChangeRequest
    ) throws -> [NSPersistentHistoryTransaction] {
        nonisolated(unsafe) let request = request
        return try context.performAndWait {
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return try #require(result?.result as? [NSPersistentHistoryTransaction])
        }
    }

    private static func transactions(
        _ context: NSManagedObjectContext, _ predicate: NSPredicate
    ) throws -> [NSPersistentHistoryTransaction] {
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = predicate
        return try transactions(context, .fetchHistory(withFetch: fetch))
    }

    private func numbers(_ format: String, _ token: NSPersistentHistoryToken) throws -> [Int64] {
        try Self.transactions(context, NSPredicate(format: format, token)).map(\.transactionNumber)
    }

    @Test(
        arguments: [
            ("token > %@", [3, 4]), ("token >= %@", [2, 3, 4]), ("token < %@", [1]), ("token <= %@", [1, 2]),
            ("token == %@", [2]),
            ("token != %@", [1, 3, 4]), ("%@ < token", [3, 4]), ("NOT token > %@", [1, 2]), ("token IN {%@}", [2]),
            ("token > %@ AND transactionNumber < 4", [3]), ("token BETWEEN {%@, SELF.token}", [2, 3, 4]),
        ] as [(String, [Int64])])
    func `a token is greater than those of earlier transactions`(format: String, expected: [Int64]) throws {
        let tokens = try (0..<4).map { _ in try save() }
        #expect(try numbers(format, tokens[1]) == expected)
    }

    @Test func `a token that was archived and read back has the same order`() throws {
        let tokens = try (0..<4).map { _ in try save() }
        let archive = try NSKeyedArchiver.archivedData(withRootObject: tokens[1], requiringSecureCoding: true)
        let token = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: archive))
        #expect(try numbers("token > %@", token) == [3, 4])
        #expect(try numbers("token IN {%@}", token) == [2])
    }

    @Test func `changes are selected by the token of their transaction`() throws {
        let tokens = try (0..<3).map { _ in try save() }
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.predicate = NSPredicate(format: "transaction.token > %@", tokens[0])
        nonisolated(unsafe) let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        try context.performAndWait {
            let result = try context.execute(request) as? NSPersistentHistoryResult
            #expect((result?.result as? [NSPersistentHistoryChange])?.map(\.changeID) == [2, 3])
        }
    }

    @Test(arguments: ["token > %@", "token >= %@", "%@ < token"])
    func `history after a token that expired is an error`(format: String) throws {
        let tokens = try (0..<3).map { _ in try save() }
        let context = context
        try context.performAndWait { _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: tokens[2])) }
        let error = #expect(throws: NSError.self) { try numbers(format, tokens[0]) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    @Test func `history after a token of another store is an error`() throws {
        _ = try save()
        let error = #expect(throws: NSError.self) { try numbers("token > %@", NSPersistentHistoryToken(["another": 1])) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    @Test func `a value that has no order is an error of the request`() throws {
        _ = try save()
        let error = #expect(throws: NSError.self) {
            try Self.transactions(context, NSPredicate(format: "token > %@", NSObject()))
        }
        #expect(error?.localizedDescription.contains("have no order") == true)
    }

    @Test(arguments: ["token > 5", "'5' <= token", "token BETWEEN {1, 5}", "NOT token < 5"])
    func `a token that is compared with a value of another kind is an error of the request`(format: String) throws {
        _ = try save()
        let error = #expect(throws: NSError.self) { try Self.transactions(context, NSPredicate(format: format)) }
        #expect(error?.localizedDescription.contains("have no order") == true)
    }

    @Test func `sort descriptors put transactions in the order of their tokens`() throws {
        for _ in 0..<4 { _ = try save() }
        let all = try Self.transactions(context, .fetchHistory(after: nil as NSPersistentHistoryToken?))
        let sorted = [all[2], all[0], all[3], all[1]].sortedArray(using: [NSSortDescriptor(key: "token", ascending: false)])
        #expect(sorted.map(\.transactionNumber) == [4, 3, 2, 1])
    }

    // MARK: Stores without transactions

    @Test func `a tracked store without transactions has a token`() throws {
        let token = try #require(current())
        let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let kept = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: archive)
        #expect(kept == token)
        #expect(try Self.transactions(context, .fetchHistory(after: kept)).isEmpty)
        _ = try save()
        #expect(try Self.transactions(context, .fetchHistory(after: kept)).map(\.transactionNumber) == [1])
        #expect(try numbers("token > %@", token) == [1])
    }

    @Test func `the token of a store without transactions expires with its first transaction`() throws {
        let token = try #require(current())
        _ = try save()
        let last = try save()
        let context = context
        try context.performAndWait { _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: last)) }
        let error = #expect(throws: NSError.self) { try Self.transactions(context, .fetchHistory(after: token)) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    @Test func `a store that keeps no history has no token`() throws {
        let untracked = try TestStore()
        #expect(untracked.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    }

    // MARK: Several stores

    @Test func `a token of several stores selects what was written after it in each`() throws {
        let shelves = try Shelves.two(history: true)
        let context = shelves.context()
        func save(_ title: String, _ store: Int) throws -> NSPersistentHistoryToken {
            try context.run { () throws in
                context.item(title, rank: 1, in: shelves.stores[store])
                try context.save()
            }
            return try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: nil))
        }
        let empty = try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: nil))
        var tokens = [empty]
        for (index, title) in ["a", "b", "c", "d", "e"].enumerated() { tokens.append(try save(title, index % 2)) }
        func places(_ transactions: [NSPersistentHistoryTransaction]) -> [String] {
            transactions.map { "\($0.storeID) \($0.transactionNumber)" }
        }
        for (read, token) in tokens.enumerated() {
            let selected = try Self.transactions(context, NSPredicate(format: "token > %@", token))
            let after = try Self.transactions(context, .fetchHistory(after: token))
            #expect(selected.count == 5 - read)
            #expect(places(selected) == places(after))
        }
    }

    @Test func `tokens of one store are ordered beside those of another`() throws {
        let (a, b) = (NSPersistentHistoryToken(["a": 3], ofTransactionIn: "a"), NSPersistentHistoryToken(["a": 2, "b": 9]))
        // Read further in b, but the transaction is later in its own store.
        #expect(a.predicateOrder(to: b) == .orderedDescending)
        #expect(b.predicateOrder(to: a) == .orderedAscending)
        #expect(NSPersistentHistoryToken(["a": 3]).predicateOrder(to: b) == nil)
    }
}
