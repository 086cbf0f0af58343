import CoreData
import Foundation
import Testing

/// Batch insertions that update rows which have relationships.
@Suite struct RelatedBatchInsertTests {
    /// Inserts an item on a shelf, updates it by a batch insertion, and returns what a reader finds.
    private func updated(_ context: NSManagedObjectContext, _ policy: NSMergePolicy) throws -> [String] {
        try context.performAndWait {
            context.item("a", rank: 1, on: context.shelf("s"))
            try context.save()
            context.reset()
            context.mergePolicy = policy
            _ = try context.execute(
                NSBatchInsertRequest(entityName: "Item", objects: [["title": "a", "rank": 2], ["title": "b", "rank": 3]]))
            context.reset()
            return try context.fetch(context.itemRequest()).map { item in
                let values = ["title", "rank", "shelf.name"].map { item.value(forKeyPath: $0) ?? "nil" }
                return values.map { "\($0)" }.joined(separator: " ")
            }
        }
    }

    // A batch insertion sets no relationships, so it has no value for them to write.
    @Test(.eachStore, arguments: [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType])
    func `an updated row keeps its relationships`(_ policy: NSMergePolicyType) throws {
        let store = try TestStore(model: .shelves())
        #expect(try updated(store.context(), NSMergePolicy(merge: policy)) == ["a 2 s", "b 3 nil"])
    }

    @Test(arguments: AtomicStoreQueryTests.types) func `in an atomic store, too`(_ type: String) throws {
        let store = try PlistContainer(.shelves(), type: type)
        #expect(try updated(store.context(), .mergeByPropertyObjectTrump) == ["a 2 s", "b 3 nil"])
    }

    @Test func `the history names the attributes only`() throws {
        let store = try TestStore(model: .shelves(), history: true)
        let context = store.context()
        #expect(try updated(context, .overwrite) == ["a 2 s", "b 3 nil"])
        try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = (try context.execute(request) as? NSPersistentHistoryResult)?.result
            let changes = (result as? [NSPersistentHistoryTransaction])?.last?.changes ?? []
            let update = try #require(changes.first { $0.changeType == .update })
            #expect(update.updatedProperties?.map(\.name).sorted() == ["rank", "title"])
        }
    }
}
