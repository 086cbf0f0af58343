import CoreData
import Foundation
import Testing

/// A catalog whose fetches have the newest records first, as those of many web services do.
final class NewestFirstStore: CatalogStore, @unchecked Sendable {
    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, fetch.resultType != .countResultType,
            let whole = fetch.copy() as? NSFetchRequest<any NSFetchRequestResult>
        else { return try super.execute(request, with: context) }
        (whole.fetchLimit, whole.fetchOffset) = (0, 0)
        let found = try #require(try super.execute(whole, with: context) as? [Any])
        let rest = found.reversed().dropFirst(fetch.fetchOffset)
        return fetch.fetchLimit > 0 ? Array(rest.prefix(fetch.fetchLimit)) : Array(rest)
    }
}

@Suite struct IncrementalFetchTests {
    @Test func `the store evaluates predicate, sort descriptors, limit and offset of a fetch`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 3, items: 4)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Item", "author.name == 'Author 1'", sortedBy: "title")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
            request.fetchOffset = 1
            request.fetchLimit = 2
            let found = try context.fetch(request)
            #expect(found.map { $0["title"] } == ["Item 1.2", "Item 1.1"])
            let count = try context.count(for: NSFetchRequest("Item", "pages >= 200"))
            #expect(count == 4)
            #expect(catalog.server.count(of: .fetch) == 1)
            #expect(catalog.server.count(of: .count) == 1)
        }
    }

    @Test func `the store receives the app's request with its context and its result type`() throws {
        let catalog = try Catalog()
        catalog.fill()
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Author")
            request.resultType = .managedObjectIDResultType
            request.predicate = NSPredicate(format: "name == 'Author 0'")
            request.relationshipKeyPathsForPrefetching = ["books"]
            let found = try context.fetch(request)
            #expect(found.count == 1)
            let last = try #require(catalog.server.lastRequest)
            #expect(last.resultType == .managedObjectIDResultType)
            #expect(last.predicate == request.predicate)
            #expect(last.relationshipKeyPathsForPrefetching == ["books"])
            #expect(last.entity?.name == "Author")
            #expect(catalog.server.count(of: .values) == 0)
        }
    }

    @Test func `a fetch of 100 objects reads no values, and reading them reads each once`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 100)
        let context = catalog.context()
        try context.performAndWait {
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "pages"))
            #expect(catalog.server.count(of: .values) == 0)
            #expect(items.allSatisfy { $0.isFault })
            #expect(items[0]["title"] == "Item 0.0")
            #expect(catalog.server.count(of: .values) == 1)
            for item in items { _ = item["title"] }
            for item in items { _ = item.value(forKey: "pages") }
            #expect(catalog.server.count(of: .values) == 100)
            #expect(catalog.server.count(of: .fetch) == 1)
        }
        // Another context has the values of the row cache.
        let other = catalog.context()
        try other.performAndWait {
            for item in try other.fetch(NSFetchRequest("Item")) { _ = item["title"] }
            #expect(catalog.server.count(of: .values) == 100)
        }
    }

    @Test func `returnsObjectsAsFaults set to false reads the values with the fetch`() throws {
        let catalog = try Catalog()
        catalog.fill()
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Item")
            request.returnsObjectsAsFaults = false
            let items = try context.fetch(request)
            #expect(items.count == 6)
            #expect(!items.contains { $0.isFault })
            #expect(catalog.server.count(of: .values) == 6)
        }
    }

    @Test func `a batch size and propertiesToFetch read no values that are not used`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 20)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Item", sortedBy: "pages")
            request.fetchBatchSize = 5
            let items = try context.fetch(request)
            #expect(items[7]["title"] == "Item 0.7")
            request.propertiesToFetch = ["title"]
            #expect(try context.fetch(request).count == 20)
            #expect(catalog.server.count(of: .values) == 1)
        }
    }

    @Test func `unsaved changes are merged into the result`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let context = catalog.context()
        try context.performAndWait {
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "title"))
            items[0].setValue("Zoo", forKey: "title")
            context.delete(items[1])
            let new = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            new.setValue("Item 0.11", forKey: "title")
            let request = NSFetchRequest("Item", "title BEGINSWITH 'Item'", sortedBy: "title")
            #expect(try context.fetch(request).map { $0["title"] } == ["Item 0.11", "Item 0.2"])
            #expect(try context.count(for: request) == 2)
            request.fetchLimit = 1
            #expect(try context.fetch(request).map { $0["title"] } == ["Item 0.11"])
            request.includesPendingChanges = false
            request.fetchLimit = 0
            #expect(try context.fetch(request).count == 3)
        }
    }

    /// Fetches the titles of all items, in pages of two.
    private func titlesOfPages(_ context: NSManagedObjectContext) throws -> [String?] {
        let request = NSFetchRequest("Item")
        request.fetchLimit = 2
        return try stride(from: 0, to: 6, by: 2).flatMap { offset in
            request.fetchOffset = offset
            return try context.fetch(request).map { $0["title"] }
        }
    }

    @Test func `pages beside unsaved changes have each object once, whatever the store's order`() throws {
        let catalog = try Catalog(CatalogServer(), NewestFirstStore.self)
        catalog.fill(authors: 1, items: 6)
        let context = catalog.context()
        try context.performAndWait {
            let items = try context.fetch(NSFetchRequest("Item"))
            let titles = (0..<6).map { "Item 0.\($0)" }
            try #require(items.map { $0["title"] } == titles.reversed())
            #expect(try titlesOfPages(context) == titles.reversed())
            items[2].setValue(7, forKey: "pages")
            #expect(try titlesOfPages(context).compactMap(\.self).sorted() == titles)
            #expect(try context.fetch(NSFetchRequest("Item")).map { $0["title"] } == titlesOfPages(context))
        }
    }

    @Test func `pages of several stores have each object once, whatever the order of a store`() throws {
        let catalog = try Catalog(CatalogServer(), NewestFirstStore.self)
        catalog.fill(authors: 1, items: 4)
        let other = CatalogServer()
        for key in [1, 2] { other["Item", key] = CatalogServer.Record(values: ["title": "Other \(key)"]) }
        try catalog.coordinator.addPersistentStore(
            ofType: "\(NewestFirstStore.self)", configurationName: nil, at: other.url, options: nil)
        let context = catalog.context()
        try context.run { () throws in
            let titles = (0..<4).map { "Item 0.\($0)" } + ["Other 1", "Other 2"]
            #expect(try titlesOfPages(context).compactMap(\.self).sorted() == titles)
        }
    }

    @Test func `unsaved changes of a related object decide about a path`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 2, items: 2)
        let context = catalog.context()
        try context.performAndWait {
            let author = try #require(try context.fetch(NSFetchRequest("Author", "name == 'Author 0'")).first)
            author.setValue("Renamed", forKey: "name")
            let found = try context.fetch(NSFetchRequest("Item", "author.name == 'Renamed'", sortedBy: "title"))
            #expect(found.map { $0["title"] } == ["Item 0.0", "Item 0.1"])
            #expect(try context.fetch(NSFetchRequest("Item", "author.name == 'Author 0'")).isEmpty)
        }
    }

    @Test func `unsaved changes are found along a relationship without an inverse`() throws {
        let catalog = try Catalog()
        catalog.server["Item", 1] = CatalogServer.Record(values: ["title": "First"], one: ["sequel": 2])
        catalog.server["Item", 2] = CatalogServer.Record(values: ["title": "Second"])
        let context = catalog.context()
        try context.performAndWait {
            let second = try #require(try context.fetch(NSFetchRequest("Item", "title == 'Second'")).first)
            second.setValue("Changed", forKey: "title")
            let found = try context.fetch(NSFetchRequest("Item", "sequel.title == 'Changed'"))
            #expect(found.map { $0["title"] } == ["First"])
        }
    }

    @Test func `dictionaries come from the store`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 2)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title"]
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
            let found = try context.fetch(request)
            #expect(found.map { $0["title"] as? String } == ["Item 0.1", "Item 0.0"])
            request.propertiesToFetch = nil
            let whole = try context.fetch(request)
            #expect(whole.first?["pages"] as? Int == 1)
            #expect(catalog.server.count(of: .dictionaries) == 2)
            #expect(catalog.server.count(of: .values) == 0)
        }
    }

    @Test func `the entity of the store's request is the one in the store's model`() throws {
        let catalog = try Catalog()
        catalog.server["Item", 1] = CatalogServer.Record(values: ["title": "A"])
        catalog.server["Journal", 2] = CatalogServer.Record(values: ["title": "B"])
        let context = catalog.context()
        // The model that was loaded last, whose Item has no subentities.
        let other = NSManagedObjectModel()
        let item = NSEntityDescription()
        item.name = "Item"
        other.entities = [item]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: other)
        try context.performAndWait {
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "title"))
            #expect(items.map(\.entity.name) == ["Item", "Journal"])
        }
        withExtendedLifetime(coordinator) {}
    }

    @Test func `a fetch of an entity has the objects of its subentities`() throws {
        let catalog = try Catalog()
        catalog.server["Item", 1] = CatalogServer.Record(values: ["title": "A"])
        catalog.server["Journal", 2] = CatalogServer.Record(values: ["title": "B", "issue": 7])
        let context = catalog.context()
        try context.performAndWait {
            let items = try context.fetch(NSFetchRequest("Item", sortedBy: "title"))
            #expect(items.map(\.entity.name) == ["Item", "Journal"])
            #expect(items[1].value(forKey: "issue") as? Int == 7)
            let request = NSFetchRequest("Item")
            request.includesSubentities = false
            #expect(try context.fetch(request).count == 1)
        }
    }

    @Test func `a child context reads through its parent`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 3)
        let parent = catalog.context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.performAndWait {
            let items = try child.fetch(NSFetchRequest("Item", "pages > 0", sortedBy: "title"))
            #expect(items.map { $0["title"] } == ["Item 0.1", "Item 0.2"])
            #expect(items[0].value(forKeyPath: "author.name") as? String == "Author 0")
            #expect(catalog.server.count(of: .fetch) == 1)
            #expect(catalog.server.count(of: .values) == 3)
            items[0].setValue("Changed", forKey: "title")
            try child.save()
        }
        try parent.performAndWait {
            #expect(catalog.server.count(of: .save) == 0)
            try parent.save()
            #expect(catalog.server.count(of: .save) == 1)
        }
        #expect(catalog.server["Item", 3]?.values["title"] as? String == "Changed")
    }

    @Test func `object(with:) is a fault that fires by one call, and existingObject fails without a record`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 1)
        let context = catalog.context()
        let uuid = catalog.server.uuid
        let url = try #require(URL(string: "x-coredata://\(uuid)/Item/p2"))
        let missing = try #require(URL(string: "x-coredata://\(uuid)/Item/p99"))
        let objectID = try #require(catalog.coordinator.managedObjectID(forURIRepresentation: url))
        let missingID = try #require(catalog.coordinator.managedObjectID(forURIRepresentation: missing))
        context.performAndWait {
            let item = context.object(with: objectID)
            #expect(item.isFault)
            #expect(catalog.server.count(of: .values) == 0)
            #expect(item["title"] == "Item 0.0")
            #expect(catalog.server.count(of: .values) == 1)
            let error = #expect(throws: NSError.self) { try context.existingObject(with: missingID) }
            #expect(error?.code == NSManagedObjectReferentialIntegrityError)
            #expect(context.object(with: missingID)["title"] == nil)
        }
    }

    @Test func `a refreshed object is read again, if the cached row is too old`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 1)
        let context = catalog.context()
        try context.performAndWait {
            let item = try #require(try context.fetch(NSFetchRequest("Item")).first)
            #expect(item["title"] == "Item 0.0")
            catalog.server["Item", 2]?.values["title"] = "Changed"
            catalog.server["Item", 2]?.version = 2
            context.stalenessInterval = 0
            context.refresh(item, mergeChanges: false)
            #expect(item["title"] == "Changed")
            #expect(catalog.server.count(of: .values) == 2)
        }
    }

    @Test func `a fetch returns an object with its values whose row was deleted and restored`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 1, items: 1)
        let (reader, keeper, deleter) = (catalog.context(), catalog.context(), catalog.context())
        let seen = try reader.performAndWait {
            UncheckedBox(try #require(try reader.fetch(NSFetchRequest("Item")).first))
        }
        try keeper.performAndWait {
            try #require(try keeper.fetch(NSFetchRequest("Item")).first).setValue("Kept", forKey: "title")
        }
        try deleter.performAndWait {
            deleter.delete(try #require(try deleter.fetch(NSFetchRequest("Item")).first))
            try deleter.save()
        }
        reader.performAndWait {
            #expect(seen.value["title"] == nil)
            #expect(seen.value.isDeleted)
        }
        try keeper.performAndWait {
            keeper.mergePolicy = NSMergePolicy.overwrite
            try keeper.save()
        }
        let titles = try reader.performAndWait { try reader.fetch(NSFetchRequest("Item")).map { $0["title"] } }
        #expect(titles == ["Kept"])
        reader.performAndWait { #expect(!seen.value.isDeleted) }
    }

    @Test func `prefetching reads each destination once`() throws {
        let catalog = try Catalog()
        catalog.fill(authors: 2, items: 3)
        let context = catalog.context()
        try context.performAndWait {
            let request = NSFetchRequest("Author", sortedBy: "name")
            request.relationshipKeyPathsForPrefetching = ["books"]
            let authors = try context.fetch(request)
            #expect(catalog.server.count(of: .members) == 2)
            #expect(catalog.server.count(of: .values) == 6)
            #expect((authors[0].value(forKey: "books") as? Set<NSManagedObject>)?.compactMap { $0["title"] }.count == 3)
            #expect(catalog.server.count(of: .members) == 2)
            #expect(catalog.server.count(of: .values) == 6)
        }
    }
}
