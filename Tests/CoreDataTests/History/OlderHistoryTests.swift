import Foundation
import GRDB
import Testing

@testable import CoreData

/// The history as older frameworks kept it, with names in the transactions themselves.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct OlderHistoryTests {
    private func transactions(_ context: NSManagedObjectContext) throws -> [NSPersistentHistoryTransaction] {
        try context.performAndWait {
            let result = try context.execute(
                NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
            return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
        }
    }

    @Test(arguments: [true, false]) func isReadAndGoneOnWith(isReadOnly: Bool) throws {
        let store = try AppleStore(AppleStore.knowledge)
        let model = try #require(try store.cachedModel())
        let (count, changes, names) = try store.database.read { database in
            (
                try Int.fetchOne(database, sql: "SELECT count(*) FROM ATRANSACTION"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM ACHANGE"),
                try String.fetchSet(database, sql: "SELECT DISTINCT ZPROCESSID FROM ATRANSACTION")
            )
        }
        try store.database.close()
        let container = try NSPersistentContainer.loaded(store.url, model: model, history: true, readOnly: isReadOnly)
        let context = container.newBackgroundContext()
        let read = try transactions(context)
        #expect(read.count == count)
        #expect(read.reduce(0) { $0 + ($1.changes?.count ?? 0) } == changes)
        #expect(Set(read.map(\.processID)) == names)
        guard !isReadOnly else { return }
        context.transactionAuthor = "tester"
        try context.performAndWait {
            let source = NSEntityDescription.insertNewObject(forEntityName: "Source", into: context)
            source.setValue("org.example", forKey: "bundleID")
            try context.save()
        }
        let again = try transactions(context)
        #expect(again.count == read.count + 1)
        #expect(again.last?.author == "tester")
        #expect(Set(again.dropLast().map(\.processID)) == names)
    }
}
