import Foundation
import Testing

@testable import CoreData

/// Merges of deletions that name identifiers alone, as after a batch deletion.
@Suite(.eachStore) struct RemoteDeletionTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext

    init() throws {
        store = try TestStore(model: .graph(), history: true)
        (context, other) = (store.context(), store.context())
    }

    private static func insert(_ entity: String, _ key: Int, in context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(key, forKey: "key")
        return object
    }

    /// Deletes rows by a batch request and merges their identifiers as Apple's documentation says.
    private func batchDelete(_ entity: String, _ format: String) throws {
        let (context, other) = (context, other)
        let deleted = try other.performAndWait {
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
            fetch.predicate = NSPredicate(format: format)
            let request = NSBatchDeleteRequest(fetchRequest: fetch)
            request.resultType = .resultTypeObjectIDs
            let result = try other.execute(request) as? NSBatchDeleteResult
            return result?.result as? [NSManagedObjectID] ?? []
        }
        #expect(!deleted.isEmpty)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: deleted], into: [context])
    }

    private static func keys(_ owner: NSManagedObject, _ name: String) -> Set<Int> {
        let members = owner.value(forKey: name)
        let objects = (members as? NSSet)?.allObjects ?? (members as? NSOrderedSet)?.array ?? []
        return Set(objects.compactMap { ($0 as? NSManagedObject)?.value(forKey: "key") as? Int })
    }

    @Test func `deleted rows leave to-many relationships of every kind`() throws {
        try context.run {
            let (list, tag) = (Self.insert("List", 1, in: context), Self.insert("Tag", 2, in: context))
            let parent = Self.insert("Item", 3, in: context)
            for key in 10..<14 {
                let item = Self.insert("Item", key, in: context)
                item.setValue(list, forKey: "list")
                item.setValue(parent, forKey: "parent")
                item.mutableSetValue(forKey: "tags").add(tag)
                list.mutableOrderedSetValue(forKey: "picks").add(item)
            }
            try context.save()
            let owners = [(list, "items"), (list, "picks"), (tag, "items"), (parent, "children")]
            for (owner, name) in owners { #expect(Self.keys(owner, name) == [10, 11, 12, 13]) }
            try batchDelete("Item", "key IN {11, 13}")
            for (owner, name) in owners { #expect(Self.keys(owner, name) == [10, 12], "\(name)") }
            #expect(!context.hasChanges)
        }
    }

    @Test func `references to deleted rows become nil`() throws {
        try context.run {
            let (list, item) = (Self.insert("List", 1, in: context), Self.insert("Item", 2, in: context))
            let partner = Self.insert("Item", 3, in: context)
            item.setValue(list, forKey: "list")
            item.setValue(partner, forKey: "partner")
            try context.save()
            #expect(item.value(forKey: "list") as? NSManagedObject === list)
            try batchDelete("List", "key == 1")
            #expect(item.value(forKey: "list") == nil)
            try batchDelete("Item", "key == 3")
            #expect(item.value(forKey: "partner") == nil)
            #expect(!context.hasChanges)
        }
    }

    @Test func `unsaved changes beside a reference to a deleted row stay`() throws {
        try context.run {
            let (list, item) = (Self.insert("List", 1, in: context), Self.insert("Item", 2, in: context))
            item.setValue(list, forKey: "list")
            try context.save()
            item.setValue(5, forKey: "value")
            try batchDelete("List", "key == 1")
            #expect(item.value(forKey: "list") == nil)
            #expect(item.value(forKey: "value") as? Int == 5)
            #expect(item.changedValues().keys.sorted() == ["value"])
            try context.save()
        }
    }

    @Test func `observers are told of the owners that lost members`() throws {
        try context.run {
            let (list, item) = (Self.insert("List", 1, in: context), Self.insert("Item", 2, in: context))
            item.setValue(list, forKey: "list")
            try context.save()
            #expect(Self.keys(list, "items") == [2])
            let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
            try batchDelete("Item", "key == 2")
            let refreshed = notices.received.compactMap { $0.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject> }
            #expect(refreshed.contains { $0.contains(list) })
        }
    }

    /// The owners' rows have a new version. If their members were not read, the context cannot know
    /// whose were deleted.
    @Test(arguments: [false, true]) func `owners of deleted members can be saved`(areRead: Bool) throws {
        try context.run {
            let (list, tag) = (Self.insert("List", 1, in: context), Self.insert("Tag", 2, in: context))
            try context.save()
            let (listID, tagID) = (list.objectID, tag.objectID)
            try other.performAndWait {
                let item = Self.insert("Item", 3, in: other)
                item.setValue(other.object(with: listID), forKey: "list")
                item.mutableSetValue(forKey: "tags").add(other.object(with: tagID))
                try other.save()
            }
            context.refreshAllObjects()
            #expect(list.value(forKey: "key") as? Int == 1)
            #expect(tag.value(forKey: "key") as? Int == 2)
            if areRead {
                #expect(Self.keys(list, "items") == [3])
                #expect(Self.keys(tag, "items") == [3])
            }
            try batchDelete("Item", "key == 3")
            list.setValue(7, forKey: "value")
            tag.setValue(8, forKey: "value")
            try context.save()
            #expect(Self.keys(list, "items") == [])
            #expect(Self.keys(tag, "items") == [])
        }
    }
}
