import Foundation
import Testing

@testable import CoreData

/// An entity in two files: all that a context asks is answered from both.
@Suite struct SeveralStoresTests: Sendable {
    private let shelves: Shelves
    private let context: NSManagedObjectContext

    init() throws {
        shelves = try .two()
        context = shelves.context()
    }

    /// Items with the titles a to f, in turn in either file, so that keys repeat; their ranks fall.
    private func fill() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            for (index, title) in ["a", "b", "c", "d", "e", "f"].enumerated() {
                context.item(title, rank: 10 - index, in: stores[index % 2])
            }
            try context.save()
            context.reset()
        }
    }

    @Test func eachFileHasItsOwn() throws {
        try fill()
        #expect(try shelves.titles(inFile: "A.sqlite") == ["a", "c", "e"])
        #expect(try shelves.titles(inFile: "B.sqlite") == ["b", "d", "f"])
        let context = context
        #expect(try context.performAndWait { try context.titles() } == ["a", "b", "c", "d", "e", "f"])
    }

    @Test func newObjectsGoToTheFirstStoreThatTakesThem() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            let item = context.item("x")
            try context.save()
            #expect(item.objectID.persistentStore === stores[0])
        }
    }

    @Test func windowsAreCutFromAllRows() throws {
        try fill()
        let context = context
        try context.run { () throws in
            let request = context.itemRequest(sort: "rank")
            let all = ["f", "e", "d", "c", "b", "a"]
            for (offset, limit) in [(0, 2), (1, 3), (4, 9), (7, 1), (2, 0)] {
                (request.fetchOffset, request.fetchLimit) = (offset, limit)
                let expected = Array(all.dropFirst(offset).prefix(limit == 0 ? all.count : limit))
                #expect(try context.fetch(request).map { $0.value(forKey: "title") as? String } == expected)
                #expect(try context.count(for: request) == expected.count)
            }
        }
    }

    @Test func equalSortKeysComeStoreByStore() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            for title in ["b1", "b2"] { context.item(title, rank: 1, in: stores[1]) }
            for title in ["a1", "a2"] { context.item(title, rank: 1, in: stores[0]) }
            try context.save()
            context.reset()
            #expect(
                try context.fetch(context.itemRequest(sort: "rank")).map { $0.value(forKey: "title") as? String } == [
                    "a1", "a2", "b1", "b2",
                ])
        }
    }

    @Test func identifiersShowTheKeyAndTheStore() throws {
        try fill()
        let (context, stores, coordinator) = (context, shelves.stores, shelves.coordinator)
        try context.run { () throws in
            let items = try context.fetch(context.itemRequest())
            for (index, item) in items.enumerated() {
                let store = stores[index % 2]
                let url = item.objectID.uriRepresentation()
                #expect(url.absoluteString == "x-coredata://\(store.identifier!)/Item/p\(index / 2 + 1)")
                #expect(item.objectID.persistentStore === store)
                #expect(coordinator.managedObjectID(forURIRepresentation: url) == item.objectID)
                #expect(try context.existingObject(with: item.objectID) === item)
            }
            #expect(Set(items.map(\.objectID)).count == 6)
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            request.resultType = .managedObjectIDResultType
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            #expect(try context.fetch(request) == items.map(\.objectID))
        }
    }

    @Test func affectedStoresAreAskedOnly() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            let request = context.itemRequest()
            request.affectedStores = [stores[1]]
            func titles() throws -> [String?] { try context.fetch(request).map { $0.value(forKey: "title") as? String } }
            #expect(try titles() == ["b", "d", "f"])
            #expect(try context.count(for: request) == 3)
            context.item("new in A")
            context.item("new in B", in: stores[1])
            #expect(try titles() == ["b", "d", "f", "new in B"])
            request.affectedStores = []
            #expect(try titles() == [])
        }
    }

    @Test func `an aggregate in a predicate is one of the affected stores`() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            let request = context.itemRequest("rank == max(rank)")
            func titles() throws -> [String?] { try context.fetch(request).map { $0.value(forKey: "title") as? String } }
            #expect(try titles() == ["a"])
            request.affectedStores = [stores[1]]
            #expect(try titles() == ["b"])
            #expect(try context.count(for: request) == 1)
            let results = try LiveResults.shared(request: request, sectionKey: nil, in: context)
            func live() -> [String?] { (0..<results.count).map { results.object(at: $0).value(forKey: "title") as? String } }
            #expect(live() == ["b"])
            context.item("new in A", rank: 21)
            context.item("new in B", rank: 20, in: stores[1])
            context.processPendingChanges()
            #expect(try titles() == ["new in B"] && live() == ["new in B"])
            try context.save()
            #expect(try titles() == ["new in B"] && live() == ["new in B"])
        }
    }

    @Test func unsavedChangesCount() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            let items = try context.fetch(context.itemRequest())
            items[1].setValue("z", forKey: "title")
            context.delete(items[2])
            context.item("aa", in: stores[1])
            #expect(try context.titles() == ["a", "aa", "d", "e", "f", "z"])
            try context.save()
            #expect(try shelves.titles(inFile: "A.sqlite") == ["a", "e"])
            #expect(try shelves.titles(inFile: "B.sqlite") == ["aa", "d", "f", "z"])
        }
    }

    @Test func relationshipsStayInTheirStore() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            for (name, store) in zip(["left", "right"], stores) {
                let shelf = context.shelf(name, in: store)
                for number in 1...3 { context.item("\(name) \(number)", rank: number, in: store, on: shelf) }
            }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
            request.sortDescriptors = [
                NSSortDescriptor(key: "items.@sum.rank", ascending: true), NSSortDescriptor(key: "name", ascending: false),
            ]
            let found = try context.fetch(request)
            #expect(found.map { $0.value(forKey: "name") as? String } == ["right", "left"])
            // Both shelves have the key 1: only the store tells them apart.
            for shelf in found {
                let name = shelf.value(forKey: "name") as? String ?? ""
                let items = shelf.value(forKey: "items") as? Set<NSManagedObject> ?? []
                #expect(items.count == 3 && items.allSatisfy { ($0.value(forKey: "title") as? String)?.hasPrefix(name) == true })
                #expect(try context.titles("shelf == %@", [shelf]) == (1...3).map { "\(name) \($0)" })
                #expect(try context.titles("shelf IN %@ AND rank > 2", [[shelf]]) == ["\(name) 3"])
                #expect(try context.titles("shelf != %@ AND rank > 2", [shelf]) == [name == "left" ? "right 3" : "left 3"])
                #expect(try context.titles("self IN %@", [Array(items)]).count == 3)
            }
            context.reset()
            let prefetching = context.itemRequest()
            prefetching.relationshipKeyPathsForPrefetching = ["shelf.items"]
            #expect(
                try context.fetch(prefetching).map { $0.value(forKeyPath: "shelf.name") as? String } == [
                    "left", "left", "left", "right", "right", "right",
                ])
            let paged = context.itemRequest()
            paged.fetchBatchSize = 4
            context.reset()
            #expect(try context.fetch(paged).map { $0.value(forKey: "rank") as? Int } == [1, 2, 3, 1, 2, 3])
        }
    }

    @Test func dictionariesComeFromBoth() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            for (index, rank) in [3, 1, 2, 1, 3, 2].enumerated() { context.item("i\(index)", rank: rank, in: stores[index % 2]) }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title"]
            request.sortDescriptors = ["rank", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
            func column(_ name: String) throws -> [AnyHashable] {
                try context.fetch(request).map { $0[name] as? AnyHashable ?? AnyHashable("none") }
            }
            #expect(try column("title") == ["i1", "i3", "i2", "i5", "i0", "i4"])
            (request.fetchOffset, request.fetchLimit) = (1, 2)
            #expect(try column("title") == ["i3", "i2"])
            (request.fetchOffset, request.fetchLimit) = (0, 0)
            request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
            request.propertiesToFetch = ["rank"]
            request.returnsDistinctResults = true
            #expect(try column("rank") == [3, 2, 1])
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 6)
        }
    }

    @Test func liveResultsFollowBoth() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        let other = shelves.context()
        try context.run { () throws in
            let results = try LiveResults.shared(
                request: context.itemRequest("rank > 0", sort: "rank"), sectionKey: nil, in: context)
            func titles() -> [String?] { (0..<results.count).map { results.object(at: $0).value(forKey: "title") as? String } }
            #expect(titles() == ["f", "e", "d", "c", "b", "a"])
            context.item("new", rank: 8, in: stores[1])
            try context.save()
            // c has the same rank and is in the first store.
            #expect(titles() == ["f", "e", "d", "c", "new", "b", "a"])
            let saved = Notices(.NSManagedObjectContextDidSave, of: other)
            nonisolated(unsafe) let merging = context
            try other.run { () throws in
                let items = try other.fetch(other.itemRequest())
                items[0].setValue(1, forKey: "rank")
                items[1].setValue(0, forKey: "rank")
                try other.save()
            }
            for notification in saved.received { merging.mergeChanges(fromContextDidSave: notification) }
            #expect(titles() == ["a", "f", "e", "d", "c", "new"])
        }
    }

    /// Another coordinator has the same stores in another order, and so other numbers for the same
    /// objects.
    @Test func identifiersOfAnotherCoordinatorAreUnderstood() throws {
        try fill()
        let context = context
        let held = try context.performAndWait { try context.fetch(context.itemRequest()) }
        let others = try Shelves([("B.sqlite", nil), ("A.sqlite", nil)], in: shelves.folder)
        let other = others.context()
        let saved = Notices(.NSManagedObjectContextDidSaveObjectIDs, of: other)
        try other.run { () throws in
            try other.fetch(other.itemRequest("title == 'd'")).first?.setValue(70, forKey: "rank")
            try other.save()
        }
        try context.run { () throws in
            for notification in saved.received { context.mergeChanges(fromContextDidSave: notification) }
            #expect(held.map { $0.value(forKey: "rank") as? Int } == [10, 9, 8, 70, 6, 5])
        }
    }

    @Test func permanentIdentifiersAreOfTheAssignedStore() throws {
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            let items = [context.item("a", in: stores[1]), context.item("b")]
            try context.obtainPermanentIDs(for: items)
            #expect(items.map(\.objectID.persistentStore) == [stores[1], stores[0]])
            try context.save()
            #expect(try context.titles() == ["a", "b"])
            #expect(try shelves.titles(inFile: "B.sqlite") == ["a"])
        }
    }

    @Test func aChildAssignsForItsParent() throws {
        let (context, stores) = (context, shelves.stores)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try child.run { () throws in
            child.item("a", in: stores[1])
            try child.save()
        }
        try context.run { try context.save() }
        #expect(try shelves.titles(inFile: "B.sqlite") == ["a"])
    }

    @Test func aGenerationIsOfAllStores() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        let other = shelves.context()
        try context.run { () throws in
            try context.setQueryGenerationFrom(.current)
            #expect(try context.titles().count == 6)
            try other.run { () throws in
                for store in stores { other.item("later \(store.identifier!)", in: store) }
                try other.save()
            }
            #expect(try context.titles().count == 6)
            try context.setQueryGenerationFrom(nil)
            #expect(try context.titles().count == 8)
        }
    }

    @Test func aGenerationEndsWithTheRemovalOfAStore() throws {
        try fill()
        let (context, stores) = (context, shelves.stores)
        try context.run { () throws in
            try context.setQueryGenerationFrom(.current)
            #expect(try context.titles().count == 6)
        }
        try shelves.coordinator.remove(stores[1])
        // The context's queue comes to this after the removal.
        try context.run { () throws in
            #expect(try context.titles() == ["a", "c", "e"])
            #expect(context.queryGenerationToken != nil)
        }
    }
}
