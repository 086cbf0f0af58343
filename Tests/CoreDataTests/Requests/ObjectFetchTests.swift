import Foundation
import Testing

@testable import CoreData

/// The rows and values that a fetch reads immediately, and those that objects read later.
@Suite(.eachStore) struct ObjectFetchTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        let context = store.context()
        self.context = context
        nonisolated(unsafe) let request = NSBatchInsertRequest(
            entityName: "Quake", objects: (0..<50).map { ["code": "us\(10 + $0)", "magnitude": $0] })
        try context.performAndWait { _ = try context.execute(request) }
    }

    private func request(_ change: (NSFetchRequest<Quake>) -> Void = { _ in }) -> NSFetchRequest<Quake> {
        let request = NSFetchRequest<Quake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "code", ascending: true)]
        change(request)
        return request
    }

    @Test func batchesAreReadWhenOneOfTheirObjectsIsLookedAt() throws {
        try context.performAndWait {
            let quakes = try context.fetch(request { $0.fetchBatchSize = 20 })
            #expect(quakes.count == 50)
            #expect(quakes.allSatisfy { $0.isFault && $0.row == nil })
            #expect(quakes[25].magnitude == 25)
            #expect(quakes.indices.filter { quakes[$0].row != nil } == Array(20..<40))
            #expect(quakes.indices.filter { !quakes[$0].isFault } == [25])
            #expect(quakes.map(\.magnitude) == (0..<50).map(Float.init))
        }
    }

    @Test func withoutPropertyValuesEachFaultIsReadByItself() throws {
        try context.performAndWait {
            let quakes = try context.fetch(request { $0.includesPropertyValues = false })
            #expect(quakes[3].code == "us13")
            #expect(quakes.indices.filter { quakes[$0].row != nil } == [3])
        }
    }

    @Test func partialFaultsHaveTheNamedValues() throws {
        try context.performAndWait {
            let quakes = try context.fetch(request { $0.propertiesToFetch = ["magnitude"] })
            #expect(quakes[7].magnitude == 7)
            #expect(quakes[7].isFault)
            #expect(quakes[7].code == "us17")
            #expect(!quakes[7].isFault)
            quakes[8].magnitude = 80
            #expect(quakes[8].code == "us18" && quakes[8].magnitude == 80)
        }
    }

    @Test(arguments: [["objectID"], ["self", "magnitude"], ["self.magnitude"]])
    func `names of no column are read with the object`(names: [String]) throws {
        try context.performAndWait {
            let quakes = try context.fetch(request { $0.propertiesToFetch = names })
            #expect(quakes.count == 50)
            #expect(quakes[7].magnitude == 7)
            #expect(quakes[7].code == "us17")
        }
    }

    @Test func `to fetch the entity as a property is an error`() throws {
        try context.performAndWait {
            let changes: [(NSFetchRequest<Quake>) -> Void] = [
                { $0.propertiesToFetch = ["entity"] }, { $0.propertiesToFetch = ["magnitude", "entity.name"] },
                { $0.relationshipKeyPathsForPrefetching = ["entity"] },
            ]
            for change in changes {
                let error = #expect(throws: NSError.self) { _ = try context.fetch(request(change)) }
                #expect(error?.domain == NSCocoaErrorDomain)
                #expect(error?.code == NSPersistentStoreOperationError)
                #expect(error?.localizedDescription.contains("Fetch managed objects or their IDs") == true)
            }
        }
    }

    @Test(.ownStore) func `an unknown property to fetch traps with its name`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = try TestStore()
            let context = store.context()
            try context.performAndWait {
                let request = NSFetchRequest<Quake>(entityName: "Quake")
                request.propertiesToFetch = ["depth"]
                _ = try context.fetch(request)
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'Quake' has no property 'depth'"))
    }

    @Test func objectsMayComeRealised() throws {
        try context.performAndWait {
            let quakes = try context.fetch(request { $0.returnsObjectsAsFaults = false })
            #expect(quakes.allSatisfy { !$0.isFault })
        }
    }

    @Test(arguments: [0, 20]) func refetchedObjectsAreRefreshedOnDemand(batchSize: Int) throws {
        try context.performAndWait {
            let known = try context.fetch(request())
            #expect(known[0].magnitude == 0 && known[1].magnitude == 1)
            known[1].place = "Chile"
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 5]
            try context.execute(update)
            let unsaved = request {
                $0.includesPendingChanges = false
                $0.fetchBatchSize = batchSize
            }
            _ = try context.fetch(unsaved)
            #expect(known[0].magnitude == 0)
            unsaved.shouldRefreshRefetchedObjects = true
            _ = try context.fetch(unsaved)
            #expect(known[0].magnitude == 5)
            #expect(known[1].magnitude == 5 && known[1].place == "Chile")
        }
    }

    @Test func aFetchOfSomePropertiesRefreshesObjects() throws {
        try context.performAndWait {
            let known = try context.fetch(request())
            #expect(known[0].magnitude == 0)
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 5]
            try context.execute(update)
            let partial = request { $0.propertiesToFetch = ["magnitude"] }
            _ = try context.fetch(partial)
            #expect(known[0].magnitude == 0)
            partial.shouldRefreshRefetchedObjects = true
            _ = try context.fetch(partial)
            #expect(known[0].magnitude == 5)
        }
    }

    /// The unsaved changes are on top of the stored values, and the next save writes them.
    @Test func aRefreshWithPendingChangesKeepsThem() throws {
        let other = store.context()
        try context.performAndWait {
            let known = try context.fetch(request())
            known[0].place = "Chile"
            let update = NSBatchUpdateRequest(entityName: "Quake")
            update.propertiesToUpdate = ["magnitude": 5]
            try context.execute(update)
            _ = try context.fetch(request { $0.shouldRefreshRefetchedObjects = true })
            #expect(known[0].magnitude == 5 && known[0].place == "Chile")
            #expect(known[0].changedValues().keys.sorted() == ["place"])
            try context.save()
        }
        try other.performAndWait {
            let first = try #require(try other.fetch(request { $0.fetchLimit = 1 }).first)
            #expect(first.magnitude == 5 && first.place == "Chile")
        }
    }

    /// The parent's unsaved changes do not raise the versions of its rows.
    @Test func aChildRefreshesFromItsParent() throws {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = context
        try child.performAndWait {
            let known = try child.fetch(request())
            #expect(known[0].magnitude == 0)
            try context.performAndWait { try context.fetch(request()).first?.magnitude = 5 }
            _ = try child.fetch(request())
            #expect(known[0].magnitude == 0)
            _ = try child.fetch(request { $0.shouldRefreshRefetchedObjects = true })
            #expect(known[0].magnitude == 5)
            #expect(!child.hasChanges)
        }
    }

    @Test func otherStoresAreNotAsked() throws {
        let other = try TestStore()
        let stores = other.container.persistentStoreCoordinator.persistentStores
        try context.performAndWait {
            let asking: NSFetchRequest<Quake> = request()
            asking.affectedStores = stores
            let found = try context.fetch(asking)
            #expect(found.isEmpty)
            #expect(try context.count(for: asking) == 0)
            asking.affectedStores = store.container.persistentStoreCoordinator.persistentStores
            #expect(try context.count(for: asking) == 50)
        }
    }

    @Test func aRequestExecutesInTheContextOfItsQueue() throws {
        try context.performAndWait {
            let quakes = try request { $0.fetchLimit = 2 }.execute()
            #expect(quakes.map(\.managedObjectContext) == [context, context])
            let result = try context.execute(request { $0.fetchLimit = 2 }) as? NSAsynchronousFetchResult<Quake>
            #expect(result?.finalResult == quakes)
        }
    }

    @Test func relationshipsAreReadBeforehand() throws {
        let container = try NSPersistentContainer.inMemory(.library())
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            _ = Bookshelf(writer)
            try writer.save()
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            request.relationshipKeyPathsForPrefetching = ["author.agent", "tags", "chapters"]
            let books = try context.fetch(request)
            let author = try #require(books[0].relatedOnes[0])
            #expect(author.isFault && author.row != nil)
            #expect(author.relatedOnes[1]?.row != nil)
            #expect(books.allSatisfy { $0.related[6]?.isFault == false })
            #expect(books.map { $0.tags.compactMap(\.name) } == [["red"], ["red"], []])
            #expect(books.map { ($0.chapters?.array ?? []).compactMap { ($0 as? Chapter)?.title } } == [["a"], [], []])
        }
    }

    /// Prefetched members stay registered, so reading the relationship does not access the store,
    /// whatever the number of members.
    @Test func prefetchedMembersAreKept() throws {
        let container = try NSPersistentContainer.inMemory(.library())
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            _ = Bookshelf(writer)
            try writer.save()
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.relationshipKeyPathsForPrefetching = ["tags"]
            let books = try context.fetch(request)
            let members = context.registeredObjects.subtracting(books)
            #expect(members.count == 1 && members.allSatisfy { $0.row != nil })
            #expect(Set(books.flatMap(\.tags)) == members)
            // Changing the members discards the prefetched ones.
            let book = try #require(books.first { !$0.tags.isEmpty })
            book.tags = []
            #expect(book.tags.isEmpty)
        }
    }

    /// A member that several fetched objects share is read once, and keeps the unsaved changes of
    /// its own relationships.
    @Test func prefetchingKeepsUnsavedMembers() throws {
        let model = try ModelSource.model(
            """
            <entity name="Item"><relationship name="tags" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" \
            inverseName="items" inverseEntity="Tag"/></entity>
            <entity name="Tag"><relationship name="items" toMany="YES" deletionRule="Nullify" destinationEntity="Item" \
            inverseName="tags" inverseEntity="Item"/></entity>
            """)
        let container = try NSPersistentContainer.inMemory(model)
        func new(_ entity: String, _ context: NSManagedObjectContext) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        }
        let writer = container.newBackgroundContext()
        try writer.performAndWait {
            let tag = new("Tag", writer)
            for _ in 0..<3 { new("Item", writer).mutableSetValue(forKey: "tags").add(tag) }
            try writer.save()
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let tag = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag")).first)
            let item = new("Item", context)
            item.mutableSetValue(forKey: "tags").add(tag)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.relationshipKeyPathsForPrefetching = ["tags.items"]
            #expect(try context.fetch(request).count == 4)
            let items = try #require(tag.value(forKey: "items") as? Set<NSManagedObject>)
            #expect(items.count == 4 && items.contains(item))
            #expect(tag.changedValues()["items"] != nil)
        }
    }

    @Test func templatesKeepWhatTheyAsk() throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
        request.fetchBatchSize = 7
        request.includesPropertyValues = false
        request.returnsObjectsAsFaults = false
        request.returnsDistinctResults = true
        request.shouldRefreshRefetchedObjects = true
        request.propertiesToFetch = ["code"]
        request.propertiesToGroupBy = ["code"]
        request.havingPredicate = NSPredicate(value: true)
        request.relationshipKeyPathsForPrefetching = ["x"]
        // Optionals, because models compare requests as optionals.
        let copy: NSFetchRequest<any NSFetchRequestResult>? = request.copied()
        #expect(areEqual(copy, Optional(request)))
        let changes: [(NSFetchRequest<any NSFetchRequestResult>) -> Void] = [
            { $0.fetchBatchSize = 0 }, { $0.includesPropertyValues = true }, { $0.returnsObjectsAsFaults = true },
            { $0.returnsDistinctResults = false }, { $0.shouldRefreshRefetchedObjects = false },
            { $0.propertiesToFetch = ["place"] },
            { $0.propertiesToGroupBy = nil }, { $0.havingPredicate = nil }, { $0.relationshipKeyPathsForPrefetching = nil },
        ]
        for change in changes {
            let other = request.copied()
            change(other)
            #expect(!areEqual(Optional(other), Optional(request)))
        }
    }
}
