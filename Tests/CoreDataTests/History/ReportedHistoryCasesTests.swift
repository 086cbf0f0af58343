import Foundation
import Testing

@testable import CoreData

/// Cases from Apple's reference of persistent history and merges, and from public reports about
/// them.
@Suite struct ReportedHistoryCasesTests {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: Self.model(), history: true)
        context = store.context()
    }

    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Shelf">
                <attribute name="name" optional="YES" attributeType="String" preserveAfterDeletion="YES"/>
                <attribute name="note" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="shelf" inverseEntity="Item"/>
            </entity>
            <entity name="Item">
                <attribute name="name" optional="YES" attributeType="String"/>
                <attribute name="rank" attributeType="Integer 64" defaultValueString="0"/>
                <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="items" inverseEntity="Shelf"/>
            </entity>
            """)
    }

    private func insert(_ entity: String, _ name: String, in context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(name, forKey: "name")
        return object
    }

    private func run<T>(_ request: NSPersistentHistoryChangeRequest, in context: NSManagedObjectContext) throws -> T {
        try #require((try context.execute(request) as? NSPersistentHistoryResult)?.result as? T)
    }

    private func history(after token: NSPersistentHistoryToken? = nil) throws -> [NSPersistentHistoryTransaction] {
        try run(.fetchHistory(after: token), in: context)
    }

    @Test func `a deletion of history returns a status`() throws {
        try context.performAndWait {
            _ = insert("Item", "a", in: context)
            try context.save()
            let result =
                try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date())) as? NSPersistentHistoryResult
            #expect(result?.resultType == .statusOnly)
            #expect(result?.result as? Bool == true)
        }
    }

    @Test func `a batch insertion is merged by the notification of its transaction`() throws {
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = Silent()
            controller.delegate = delegate
            try controller.performFetch()
            let other = store.context()
            let transaction = try other.performAndWait {
                _ = try other.execute(NSBatchInsertRequest(entityName: "Item", objects: [["name": "a"], ["name": "b"]]))
                let all: [NSPersistentHistoryTransaction] = try run(
                    .fetchHistory(after: nil as NSPersistentHistoryToken?), in: other)
                return try #require(all.last)
            }
            #expect(transaction.changes?.map(\.changeType) == [.insert, .insert])
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            #expect(controller.fetchedObjects?.map { $0.value(forKey: "name") as? String } == ["a", "b"])
            withExtendedLifetime(delegate) {}
        }
    }

    private final class Silent: NSFetchedResultsControllerDelegate {}

    @Test func `transactions of others are those whose author differs, or that have none`() throws {
        try context.performAndWait {
            for author in ["app", "widget", nil] {
                context.transactionAuthor = author
                _ = insert("Item", author ?? "none", in: context)
                try context.save()
            }
            let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
            fetch.predicate = NSPredicate(format: "%K != %@", "author", "app")
            let others: [NSPersistentHistoryTransaction] = try run(.fetchHistory(withFetch: fetch), in: context)
            #expect(others.map(\.author) == ["widget", nil])
        }
    }

    @Test func `a fetch request narrows a request after a token`() throws {
        try context.performAndWait {
            for name in ["a", "b", "c"] {
                context.transactionAuthor = name
                _ = insert("Item", name, in: context)
                try context.save()
            }
            let token = try history()[0].token
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest(in: context))
            fetch.predicate = NSPredicate(format: "author != %@", "b")
            request.fetchRequest = fetch
            let found: [NSPersistentHistoryTransaction] = try run(request, in: context)
            #expect(found.map(\.author) == ["c"])
        }
    }

    @Test func `a deleted object leaves what its attributes preserve`() throws {
        try context.performAndWait {
            let shelf = insert("Shelf", "top", in: context)
            shelf.setValue("secret", forKey: "note")
            try context.save()
            context.delete(shelf)
            try context.save()
            let change = try #require(try history().last?.changes?.first)
            #expect(change.changeType == .delete)
            #expect(change.tombstone?["name"] as? String == "top")
            #expect(change.tombstone?["note"] == nil)
            #expect(change.changedObjectID == shelf.objectID)
        }
    }

    @Test func `an update names the relationship that it wrote`() throws {
        try context.performAndWait {
            let (shelf, item) = (insert("Shelf", "top", in: context), insert("Item", "a", in: context))
            try context.save()
            item.setValue(shelf, forKey: "shelf")
            item.setValue(2, forKey: "rank")
            try context.save()
            let changes = try #require(try history().last?.changes)
            let change = try #require(changes.first { $0.changedObjectID == item.objectID })
            #expect(change.updatedProperties?.map(\.name).sorted() == ["rank", "shelf"])
        }
    }

    @Test func `the token of the last transaction read continues there after a relaunch`() throws {
        try context.performAndWait {
            _ = insert("Item", "a", in: context)
            try context.save()
            let token = try #require(try history().last?.token)
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            _ = insert("Item", "b", in: context)
            try context.save()
            let again = try NSPersistentContainer.loaded(store.url, model: Self.model(), history: true).newBackgroundContext()
            try again.performAndWait {
                let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
                let rest: [NSPersistentHistoryTransaction] = try run(.fetchHistory(after: token), in: again)
                #expect(rest.map(\.transactionNumber) == [2])
                #expect(rest.first?.token != token)
            }
        }
    }

    @Test func `history of a cascade lists each deleted row`() throws {
        try context.performAndWait {
            let shelf = insert("Shelf", "top", in: context)
            let items = ["a", "b"].map { insert("Item", $0, in: context) }
            for item in items { item.setValue(shelf, forKey: "shelf") }
            try context.save()
            let token = try #require(try history().last?.token)
            context.delete(shelf)
            try context.save()
            let changes = try #require(try history(after: token).first?.changes)
            #expect(Set(changes.filter { $0.changeType == .delete }.map(\.changedObjectID)) == [shelf.objectID])
            #expect(Set(changes.filter { $0.changeType == .update }.map(\.changedObjectID)) == Set(items.map(\.objectID)))
        }
    }

    @Test func `a save without changes adds no transaction`() throws {
        try context.performAndWait {
            let item = insert("Item", "a", in: context)
            try context.save()
            try context.save()
            item.setValue("a", forKey: "name")
            try context.save()
            #expect(try history().count == 1)
        }
    }

    @Test func `history can be counted and listed by object`() throws {
        try context.performAndWait {
            let item = insert("Item", "a", in: context)
            try context.save()
            item.setValue(1, forKey: "rank")
            try context.save()
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            request.resultType = .count
            #expect(try run(request, in: context) as Int == 2)
            request.resultType = .objectIDs
            #expect(try run(request, in: context) as [NSManagedObjectID] == [item.objectID, item.objectID])
            request.resultType = .transactionsOnly
            let bare: [NSPersistentHistoryTransaction] = try run(request, in: context)
            #expect(bare.map(\.changes) == [nil, nil])
        }
    }

    // MARK: Merges

    @Test func `a merge by URIs creates what was inserted and keeps unsaved changes`() throws {
        try context.performAndWait {
            let item = insert("Item", "a", in: context)
            try context.save()
            let (other, id) = (store.context(), item.objectID)
            let added = try other.performAndWait {
                let same = try other.existingObject(with: id)
                same.setValue("other", forKey: "name")
                same.setValue(5, forKey: "rank")
                let added = insert("Item", "b", in: other)
                try other.save()
                return added.objectID
            }
            item.setValue("mine", forKey: "name")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSUpdatedObjectsKey: [id.uriRepresentation()], NSInsertedObjectsKey: [added.uriRepresentation()],
                ], into: [context])
            #expect(item.value(forKey: "name") as? String == "mine")
            #expect(item.value(forKey: "rank") as? Int == 5)
            #expect(item.hasChanges)
            #expect(context.registeredObject(for: added) == nil || context.registeredObject(for: added)?.isFault == true)
            try context.save()
            #expect(item.value(forKey: "name") as? String == "mine")
        }
    }

    @Test func `a merged deletion empties relationships that were read`() throws {
        try context.performAndWait {
            let (shelf, item) = (insert("Shelf", "top", in: context), insert("Item", "a", in: context))
            item.setValue(shelf, forKey: "shelf")
            try context.save()
            #expect((shelf.value(forKey: "items") as? NSSet)?.count == 1)
            let delete = NSBatchDeleteRequest(objectIDs: [item.objectID])
            delete.resultType = .resultTypeObjectIDs
            let deleted = (try context.execute(delete) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: deleted ?? []], into: [context])
            #expect((shelf.value(forKey: "items") as? NSSet)?.count == 0)
            #expect(item.isDeleted)
            #expect(!context.hasChanges)
        }
    }

    @Test func `a merge reaches the children of a context`() throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        let (item, id) = try context.performAndWait {
            let item = insert("Item", "a", in: context)
            try context.save()
            child.parent = context
            child.automaticallyMergesChangesFromParent = true
            return (item, item.objectID)
        }
        // Not inside a block of the parent, for which the child's queue may wait.
        func name() throws -> String? {
            try child.performAndWait { try child.existingObject(with: id).value(forKey: "name") as? String }
        }
        #expect(try name() == "a")
        let other = store.context()
        try other.performAndWait {
            try other.existingObject(with: id).setValue("b", forKey: "name")
            try other.save()
        }
        context.performAndWait {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [id]], into: [context])
            #expect(item.value(forKey: "name") as? String == "b")
        }
        #expect(try name() == "b")
    }

    @Test func `a merge ignores what it does not know`() throws {
        try context.performAndWait {
            let foreign = try #require(URL(string: "x-coredata://00000000-0000-0000-0000-000000000000/Item/p1"))
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [foreign, foreign], "unknown": [1]], into: [context])
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [context])
            #expect(!context.hasChanges)
        }
    }
}

extension NSPersistentHistoryTransaction {
    fileprivate static func fetchRequest(in context: NSManagedObjectContext) -> NSFetchRequest<any NSFetchRequestResult>? {
        entityDescription(with: context).map { entity in
            let request = NSFetchRequest<any NSFetchRequestResult>()
            request.entity = entity
            return request
        }
    }
}
