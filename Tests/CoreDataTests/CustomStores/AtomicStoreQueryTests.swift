import CoreData
import Foundation
import Testing

/// Requests to atomic stores: the same as to other stores.
@Suite struct AtomicStoreQueryTests {
    static let types = [PlistStore.storeType, NSBinaryStoreType, NSXMLStoreType]

    @Test(arguments: types) func `predicates, sorts and limits select objects`(_ type: String) throws {
        let store = try PlistContainer(type: type)
        let context = store.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            try context.save()
            context.reset()
            _ = shelf
        }
        try context.run { () throws in
            func titles(_ format: String, _ arguments: Any...) throws -> [String] {
                let request = NSFetchRequest<Book>(entityName: "Book")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                request.sortDescriptors = [
                    NSSortDescriptor(key: "author.name", ascending: false), NSSortDescriptor(key: "title", ascending: true),
                ]
                return try context.fetch(request).compactMap(\.title)
            }
            #expect(try titles("title BEGINSWITH[cd] %@", "t") == ["Three", "Two"])
            #expect(try titles("author.name == %@", "Ann") == ["One", "Two"])
            #expect(try titles("ANY tags.name == %@", "red") == ["Three", "One"])
            #expect(try titles("chapters.@count > 0") == ["One"])
            #expect(try titles("SUBQUERY(notes, $n, $n.text == 'n').@count == 1") == ["One"])
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            request.fetchLimit = 1
            request.fetchOffset = 1
            #expect(try context.fetch(request).map(\.title) == ["Three"])
            let columns = NSFetchRequest<NSDictionary>(entityName: "Book")
            columns.resultType = .dictionaryResultType
            columns.propertiesToFetch = ["author.name", NSExpressionDescription.count]
            columns.propertiesToGroupBy = ["author.name"]
            let counts = try context.fetch(columns).map { "\($0["author.name"] ?? "")\($0["count"] ?? "")" }.sorted()
            #expect(counts == ["Ann2", "Bob1"])
        }
    }

    @Test(arguments: types) func `an object is a fault until a value is read`(_ type: String) throws {
        let store = try PlistContainer(type: type)
        let context = store.context()
        try context.run { () throws in
            _ = Bookshelf(context)
            try context.save()
            context.reset()
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.includesPropertyValues = false
            let book = try #require(try context.fetch(request).first)
            #expect(book.isFault)
            #expect(book.title != nil)
            #expect(!book.isFault)
        }
    }

    @Test(arguments: types) func `batch requests change the file`(_ type: String) throws {
        var store = try PlistContainer(type: type)
        let context = store.context()
        try context.run { () throws in
            _ = Bookshelf(context)
            try context.save()
            let names = (0..<20).map { ["name": "tag\($0)"] }
            let insertion = NSBatchInsertRequest(entityName: "Tag", objects: names)
            insertion.resultType = .objectIDs
            let ids = (try context.execute(insertion) as? NSBatchInsertResult)?.result as? [NSManagedObjectID]
            #expect(ids?.count == 20)
            let update = NSBatchUpdateRequest(entityName: "Tag")
            update.predicate = NSPredicate(format: "name BEGINSWITH 'tag1'")
            update.propertiesToUpdate = ["name": "one"]
            update.resultType = .updatedObjectsCountResultType
            #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 11)
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
            request.predicate = NSPredicate(format: "title == 'One'")
            // Its chapters are deleted by the delete rule, in the store.
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        store = try store.reopened()
        let reader = store.context()
        try reader.run { () throws in
            func count(_ entity: String, _ format: String = "TRUEPREDICATE") throws -> Int {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity)
                request.predicate = NSPredicate(format: format)
                return try reader.count(for: request)
            }
            #expect(try count("Tag") == 21)
            #expect(try count("Tag", "name == 'one'") == 11)
            #expect(try count("Book") == 2)
            #expect(try count("Chapter") == 0)
            let red = NSFetchRequest<Tag>(entityName: "Tag")
            red.predicate = NSPredicate(format: "name == 'red'")
            #expect(try reader.fetch(red).first?.books?.map(\.title) == ["Three"])
        }
    }

    @Test(arguments: types) func `undo takes a saved change back`(_ type: String) throws {
        var store = try PlistContainer(type: type)
        let context = store.context()
        try context.run { () throws in
            context.undoManager = UndoManager()
            let tag = Tag(context: context)
            tag.name = "a"
            try context.save()
            context.processPendingChanges()
            tag.name = "b"
            try context.save()
            context.undo()
            #expect(tag.name == "a")
            try context.save()
            context.delete(tag)
            try context.save()
            context.undo()
            try context.save()
        }
        store = try store.reopened()
        let reader = store.context()
        try reader.run { () throws in
            let names = try reader.fetch(NSFetchRequest<Tag>(entityName: "Tag")).map(\.name)
            #expect(names == ["a"])
        }
    }

    private final class Log: NSFetchedResultsControllerDelegate {
        var events: [String] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
            for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let name = (anObject as? NSManagedObject)?.value(forKey: "title") as? String ?? "?"
            events.append("\(name) \(indexPath.map(Array.init) ?? []) \(newIndexPath.map(Array.init) ?? [])")
        }
    }

    @Test(arguments: types) func `a results controller with sections reports the changes of another context`(_ type: String)
        throws
    {
        let store = try PlistContainer(type: type)
        let (writer, reader) = (store.context(), store.context())
        reader.automaticallyMergesChangesFromParent = true
        let log = Log()
        let request = NSFetchRequest<Book>(entityName: "Book")
        request.sortDescriptors = [
            NSSortDescriptor(key: "author.name", ascending: true), NSSortDescriptor(key: "title", ascending: true),
        ]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: reader, sectionNameKeyPath: "author.name", cacheName: nil)
        controller.delegate = log
        try reader.run { () throws in try controller.performFetch() }
        try writer.run { () throws in
            _ = Bookshelf(writer)
            try writer.save()
        }
        // The changes have arrived as a block on the reader's queue.
        reader.performAndWait { reader.processPendingChanges() }
        #expect(controller.sections?.map(\.name) == ["Ann", "Bob"])
        #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
        #expect(log.events.sorted() == ["One [] [0, 0]", "Three [] [1, 0]", "Two [] [0, 1]"])
        log.events = []
        try writer.run { () throws in
            let two = NSFetchRequest<Book>(entityName: "Book")
            two.predicate = NSPredicate(format: "title == 'Two'")
            let bob = NSFetchRequest<Author>(entityName: "Author")
            bob.predicate = NSPredicate(format: "name == 'Bob'")
            try writer.fetch(two).first?.author = try writer.fetch(bob).first
            try writer.save()
        }
        reader.performAndWait { reader.processPendingChanges() }
        #expect(log.events == ["Two [0, 1] [1, 1]"])
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
    }
}

extension NSExpressionDescription {
    /// The number of rows of a group, under the name "count".
    fileprivate static var count: NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = "count"
        description.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "title")])
        description.resultType = .integer64
        return description
    }
}
