import CoreData
import Foundation
import Testing

@Suite struct AtomicStoreFailureTests {
    private struct Full: Error {}

    @Test func `a failed save changes neither rows nor nodes, and its error is thrown unchanged`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            try context.save()
            let before = Self.picture(store)
            store.failure = Full()
            shelf.one.title = "Changed"
            shelf.one.author = shelf.bob
            context.delete(shelf.red)
            let new = Tag(context: context)
            new.name = "new"
            new.books = [shelf.two]
            #expect(throws: Full.self) { try context.save() }
            #expect(Self.picture(store) == before)
            #expect(new.objectID.isTemporaryID)
            #expect(context.insertedObjects == [new])
            #expect(context.deletedObjects == [shelf.red])
            #expect(try plist.texts("Tag", "name") == ["red"])
            #expect(try plist.texts("Book", "title") == ["One", "Three", "Two"])
            store.failure = nil
            try context.save()
            #expect(!new.objectID.isTemporaryID)
            #expect(Self.picture(store) != before)
        }
        let again = try plist.reopened()
        let reader = again.context()
        try reader.run { () throws in
            #expect(try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag")).map(\.name) == ["new"])
            let book = try #require(try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag")).first?.books?.first)
            #expect(book.title == "Two")
        }
    }

    @Test func `a save that cannot read what a node has fails, and leaves the node as it was`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let failures = EngineFailures()
        failures.install(in: plist.coordinator)
        let context = plist.context()
        try context.run { () throws in
            let red = Bookshelf(context).red
            try context.save()
            context.refreshAllObjects()
            red.name = "scarlet"
            let before = Self.picture(store)
            failures.fail { $0 == .members ? EngineFailures.unreadable : nil }
            #expect(failure { try context.save() }.map { EngineFailures.caused($0) } == true)
            #expect(Self.picture(store) == before)
            #expect(context.updatedObjects == [red])
            failures.recover()
            try context.save()
        }
        let again = try plist.reopened()
        let reader = again.context()
        try reader.run { () throws in
            let tag = try #require(try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag")).first)
            #expect(tag.name == "scarlet")
            #expect(tag.books?.count == 2)
        }
    }

    @Test func `a failed batch request changes nothing`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            _ = Bookshelf(context)
            try context.save()
            let before = Self.picture(store)
            store.failure = Full()
            let update = NSBatchUpdateRequest(entityName: "Book")
            update.propertiesToUpdate = ["title": "Same"]
            #expect(throws: Full.self) { try context.execute(update) }
            #expect(throws: Full.self) {
                try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Tag")))
            }
            #expect(throws: Full.self) {
                try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: [["name": "blue"]]))
            }
            #expect(Self.picture(store) == before)
            #expect(try context.count(for: NSFetchRequest<Tag>(entityName: "Tag")) == 1)
        }
    }

    @Test func `two objects with one reference object are an error`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            store.nextReference = "same"
            _ = Tag(context: context)
            try context.save()
            store.nextReference = "same"
            let tag = Tag(context: context)
            let error = failure { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
            #expect(error?.localizedDescription.contains("returned same for a new 'Tag'") == true)
            #expect(tag.isInserted)
            try context.save()
            #expect(store.cacheNodes().count == 2)
        }
    }

    @Test func `a store whose load throws is not added`() throws {
        _ = PlistStore.register
        let folder = try TemporaryFolder()
        try Data("no property list".utf8).write(to: folder.url.appending(path: "Objects.file"))
        #expect(failure { _ = try PlistContainer(in: folder) } != nil)
    }

    @Test func `a conflict leaves the nodes as they were`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let (first, second) = (plist.context(), plist.context())
        var id: NSManagedObjectID?
        try first.run { () throws in
            let tag = Tag(context: first)
            tag.name = "a"
            try first.save()
            id = tag.objectID
        }
        let objectID = try #require(id)
        try second.run { () throws in
            let tag = try #require(try second.existingObject(with: objectID) as? Tag)
            #expect(tag.name == "a")
            try Self.rename(objectID, "b", first)
            tag.name = "c"
            #expect(failure { try second.save() }?.code == NSManagedObjectMergeError)
            #expect(store.cacheNode(for: objectID)?.value(forKey: "name") as? String == "b")
            second.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try second.save()
            #expect(tag.name == "b")
            #expect(store.cacheNode(for: objectID)?.value(forKey: "name") as? String == "b")
            tag.name = "d"
            try second.save()
            #expect(store.cacheNode(for: objectID)?.value(forKey: "name") as? String == "d")
        }
    }

    @Test func `a reference that a conflict has cleared is in no node`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let (first, second) = (plist.context(), plist.context())
        let ids = try first.performAndWait {
            let shelf = Bookshelf(first)
            let cover = Cover(context: first)
            try first.save()
            return (one: shelf.one.objectID, two: shelf.two.objectID, cover: cover.objectID)
        }
        try second.run { () throws in
            let one = try #require(try second.existingObject(with: ids.one) as? Book)
            let cover = try #require(try second.existingObject(with: ids.cover) as? Cover)
            #expect(one.cover == nil && cover.book == nil)
            try first.run { () throws in
                let two = try first.existingObject(with: ids.two) as? Book
                (try first.existingObject(with: ids.cover) as? Cover)?.book = two
                try first.save()
            }
            // The book itself is not in conflict.
            one.cover = cover
            second.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            try second.save()
            #expect(one.cover == nil)
        }
        let nodes = [ids.one, ids.two, ids.cover].map(store.cacheNode(for:))
        #expect(nodes[0]?.value(forKey: "cover") == nil)
        #expect(nodes[1]?.value(forKey: "cover") as? NSObject === nodes[2])
        #expect(nodes[2]?.value(forKey: "book") as? NSObject === nodes[1])
    }

    @Test func `a node has that of a member whose row was deleted and is inserted again`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let (first, second) = (plist.context(), plist.context())
        let ids = try first.performAndWait {
            let shelf = Bookshelf(first)
            try first.save()
            return (two: shelf.two.objectID, red: shelf.red.objectID)
        }
        try second.run { () throws in
            let two = try #require(try second.existingObject(with: ids.two) as? Book)
            let red = try #require(try second.existingObject(with: ids.red) as? Tag)
            try first.run { () throws in
                first.delete(try first.existingObject(with: ids.red))
                try first.save()
            }
            #expect(store.cacheNode(for: ids.red) == nil)
            red.name = "scarlet"
            two.addToTags(red)
            second.mergePolicy = NSMergePolicy.overwrite
            try second.save()
        }
        let red = try #require(store.cacheNode(for: ids.red))
        #expect(red.value(forKey: "name") as? String == "scarlet")
        #expect(store.cacheNode(for: ids.two)?.value(forKey: "tags") as? Set<NSAtomicStoreCacheNode> == [red])
        #expect((red.value(forKey: "books") as? Set<NSAtomicStoreCacheNode>)?.map(\.objectID) == [ids.two])
    }

    @Test func `a member of a relationship without an inverse leaves the node of its former owner`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            try context.save()
            let note = try #require(shelf.one.notes?.anyObject() as? Note)
            shelf.two.notes = NSSet(object: note)
            try context.save()
            #expect(store.cacheNode(for: shelf.one.objectID)?.value(forKey: "notes") == nil)
            let members = store.cacheNode(for: shelf.two.objectID)?.value(forKey: "notes")
            #expect((members as? Set<NSAtomicStoreCacheNode>)?.map(\.objectID) == [note.objectID])
            context.delete(note)
            try context.save()
            #expect(store.cacheNode(for: shelf.two.objectID)?.value(forKey: "notes") == nil)
        }
    }

    private static func rename(_ id: NSManagedObjectID, _ name: String, _ context: NSManagedObjectContext) throws {
        try context.run { () throws in
            (try context.existingObject(with: id) as? Tag)?.name = name
            try context.save()
        }
    }

    /// The values of all nodes, as text.
    static func picture(_ store: NSAtomicStore) -> [String] {
        store.cacheNodes().map { node in
            let entity = node.objectID.entity
            let values = entity.propertiesByName.keys.sorted().map { name -> String in
                switch node.value(forKey: name) {
                case let node as NSAtomicStoreCacheNode: "\(name)=\(store.referenceObject(for: node.objectID))"
                case let nodes as Set<NSAtomicStoreCacheNode>:
                    "\(name)=\(nodes.map { "\(store.referenceObject(for: $0.objectID))" }.sorted())"
                case let set as NSOrderedSet:
                    "\(name)=\(set.array.map { ($0 as? NSAtomicStoreCacheNode).map { "\(store.referenceObject(for: $0.objectID))" } ?? "?" })"
                case let value: "\(name)=\(value ?? "nil")"
                }
            }
            return "\(entity.name ?? "") \(store.referenceObject(for: node.objectID)): \(values)"
        }.sorted()
    }
}
