import Foundation
import Testing

@testable import CoreData

@Suite struct HistoryTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(history: true, notices: true)
        context = store.context()
        context.name = "importing"
        context.transactionAuthor = "author"
    }

    private var coordinator: NSPersistentStoreCoordinator { store.container.persistentStoreCoordinator }

    private func save(_ change: (Quake) -> Void = { _ in }) throws -> NSPersistentHistoryToken? {
        let context = context
        nonisolated(unsafe) let change = change
        try context.performAndWait {
            change(Quake(context: context))
            try context.save()
        }
        return coordinator.currentPersistentHistoryToken(fromStores: nil)
    }

    private func history(after token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
        let context = context
        return try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            return try #require(result?.result as? [NSPersistentHistoryTransaction])
        }
    }

    @Test func aSaveIsATransactionOfItsChanges() throws {
        let context = context
        try context.performAndWait {
            let (a, b) = (Quake(context: context), Quake(context: context))
            try context.save()
            a.magnitude = 3
            a.time = Date()
            context.delete(b)
            try context.save()
        }
        let transactions = try history(after: nil)
        #expect(transactions.map(\.transactionNumber) == [1, 2])
        #expect(transactions.map(\.author) == ["author", "author"])
        #expect(transactions.map(\.contextName) == ["importing", "importing"])
        #expect(transactions.allSatisfy { $0.storeID == coordinator.persistentStores[0].identifier })
        let changes = transactions.map {
            ($0.changes ?? []).map { "\($0.changeType) p\($0.changedObjectID.uriRepresentation().lastPathComponent)" }
        }
        #expect(changes == [["insert pp1", "insert pp2"], ["delete pp2", "update pp1"]])
        #expect(transactions[1].changes?[1].updatedProperties?.map(\.name).sorted() == ["magnitude", "time"])
        #expect(transactions[1].changes?[0].updatedProperties == nil)
        #expect(transactions[1].changes?[0].transaction === transactions[1])
    }

    @Test func fetchingStartsAfterTheToken() throws {
        let first = try save()
        let second = try save()
        #expect(try history(after: first).map(\.token) == [second])
        #expect(try history(after: second).isEmpty)
    }

    @Test func deletingKeepsTheTokensOwnTransaction() throws {
        let context = context
        let tokens = try (0..<3).map { _ in try save() }
        let second = try #require(tokens[1])
        try context.performAndWait { _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: second)) }
        #expect(try history(after: nil).map(\.token) == [tokens[1], tokens[2]])
        #expect(try history(after: second).map(\.token) == [tokens[2]])
        let error = #expect(throws: NSError.self) { try history(after: tokens[0]) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
        // Numbers are not used again.
        #expect(try save() == NSPersistentHistoryToken.archivedAndBack(try #require(history(after: nil).last?.token)))
        #expect(try history(after: nil).map(\.transactionNumber) == [2, 3, 4])
    }

    @Test func tokensAreWhatTheyName() throws {
        let token = NSPersistentHistoryToken(["b": 2, "a": 7])
        #expect(token == NSPersistentHistoryToken(["a": 7, "b": 2]))
        #expect(token.hash == NSPersistentHistoryToken(["a": 7, "b": 2]).hash)
        #expect(token != NSPersistentHistoryToken(["a": 7]))
        #expect(try NSPersistentHistoryToken.archivedAndBack(token) == token)
        let broken = try NSKeyedArchiver.archivedData(
            withRootObject: NSPersistentHistoryToken(["a": -1]), requiringSecureCoding: true)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: broken)) == nil)
    }

    @Test func aTokenOfAnotherStoreIsExpired() throws {
        _ = try save()
        let error = #expect(throws: NSError.self) { try history(after: NSPersistentHistoryToken(["another": 1])) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
    }

    @Test func datesDecideByThemselves() throws {
        let context = context
        _ = try save()
        let between = Date()
        _ = try save()
        let after: [NSPersistentHistoryTransaction] = try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: between))
            return try #require((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
        }
        #expect(after.map(\.transactionNumber) == [2])
        try context.performAndWait { _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: between)) }
        #expect(try history(after: nil).map(\.transactionNumber) == [2])
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        // Numbers go on also where no transaction is left.
        _ = try save()
        #expect(try history(after: nil).map(\.transactionNumber) == [3])
    }

    @Test func mergingHistoryBringsAnotherContextUpToDate() throws {
        let context = context
        let reader = store.context()
        let token = try save { $0.magnitude = 1 }
        try reader.performAndWait {
            let quake = try #require(try reader.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first)
            #expect(quake.magnitude == 1)
            try context.performAndWait {
                try #require(try context.fetch(NSFetchRequest<Quake>(entityName: "Quake")).first).magnitude = 2
                try context.save()
            }
            #expect(quake.magnitude == 1)
            for transaction in try history(after: token) {
                reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            #expect(quake.magnitude == 2)
            #expect(!quake.hasChanges)
        }
    }

    @Test func eachWriteIsNotifiedWithItsToken() throws {
        nonisolated(unsafe) var tokens: [NSPersistentHistoryToken?] = []
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { notice in
            tokens.append(notice.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let first = try save()
        let context = context
        try context.performAndWait {
            _ = try context.execute(NSBatchInsertRequest(entityName: "Quake", objects: [["code": "a"]]))
        }
        #expect(tokens == [first, coordinator.currentPersistentHistoryToken(fromStores: nil)])
        #expect(first != nil && tokens[0] != tokens[1])
    }

    @Test func withoutTheOptionAStoreWithHistoryIsReadOnly() throws {
        _ = try save()
        let container = try NSPersistentContainer.loaded(store.url)
        let context = container.newBackgroundContext()
        context.performAndWait {
            #expect((try? context.count(for: NSFetchRequest<Quake>(entityName: "Quake"))) == 1)
            _ = Quake(context: context)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.localizedDescription.contains("NSPersistentHistoryTrackingKey") == true)
        }
    }
}

extension NSPersistentHistoryToken {
    fileprivate static func archivedAndBack(_ token: NSPersistentHistoryToken) throws -> NSPersistentHistoryToken? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
    }
}
