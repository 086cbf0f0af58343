import Foundation
import StrataTestSupport
import Testing

@testable import CoreData

/// Batch requests, history and notifications of several stores.
@Suite struct SeveralStoresRequestTests {
    private let shelves: Shelves
    private let context: NSManagedObjectContext

    init() throws {
        shelves = try .two(history: true)
        context = shelves.context()
    }

    private func fill() throws {
        try context.run { () throws in
            for (index, title) in ["a", "b", "c", "d"].enumerated() {
                context.item(title, rank: index, in: shelves.stores[index % 2])
            }
            try context.save()
        }
    }

    private func uris(_ result: Any?) -> [String] {
        (result as? [NSManagedObjectID] ?? []).map {
            $0.uriRepresentation().path + ($0.persistentStore === shelves.stores[0] ? " A" : " B")
        }.sorted()
    }

    @Test func batchRequestsReachBothStores() throws {
        try fill()
        try context.run { () throws in
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.predicate = NSPredicate(format: "rank > 0")
            update.propertiesToUpdate = ["rank": NSExpression(format: "rank * 10")]
            update.resultType = .updatedObjectIDsResultType
            #expect(
                uris((try context.execute(update) as? NSBatchUpdateResult)?.result) == ["/Item/p1 B", "/Item/p2 A", "/Item/p2 B"])
            context.reset()
            #expect(try context.titles("rank IN {10, 20, 30}") == ["b", "c", "d"])

            let delete = NSBatchDeleteRequest(objectIDs: try context.fetch(context.itemRequest("rank > 10")).map(\.objectID))
            delete.resultType = .resultTypeObjectIDs
            #expect(uris((try context.execute(delete) as? NSBatchDeleteResult)?.result) == ["/Item/p2 A", "/Item/p2 B"])
            context.reset()
            #expect(try context.titles() == ["a", "b"])

            let insert = NSBatchInsertRequest(entityName: "Item", objects: [["title": "x"], ["title": "y"]])
            insert.affectedStores = [shelves.stores[1]]
            insert.resultType = .objectIDs
            #expect(uris((try context.execute(insert) as? NSBatchInsertResult)?.result) == ["/Item/p3 B", "/Item/p4 B"])
            #expect(try shelves.titles(inFile: "B.sqlite") == ["b", "x", "y"])

            let fetch: NSFetchRequest<any NSFetchRequestResult> = NSFetchRequest(entityName: "Item")
            let deleteAll = NSBatchDeleteRequest(fetchRequest: fetch)
            deleteAll.affectedStores = [shelves.stores[1]]
            deleteAll.resultType = .resultTypeCount
            #expect((try context.execute(deleteAll) as? NSBatchDeleteResult)?.result as? Int == 3)
            context.reset()
            #expect(try context.titles() == ["a"])
        }
    }

    @Test func `an aggregate in the predicate of a batch is one of the affected stores`() throws {
        try fill()
        try context.run { () throws in
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.predicate = NSPredicate(format: "rank == max(rank)")
            update.propertiesToUpdate = ["title": "z"]
            update.affectedStores = [shelves.stores[0]]
            try context.execute(update)
            #expect(try shelves.titles(inFile: "A.sqlite") == ["a", "z"])
            #expect(try shelves.titles(inFile: "B.sqlite") == ["b", "d"])
            let fetch: NSFetchRequest<any NSFetchRequestResult> = NSFetchRequest(entityName: "Item")
            fetch.predicate = NSPredicate(format: "rank == min(rank)")
            let delete = NSBatchDeleteRequest(fetchRequest: fetch)
            delete.affectedStores = [shelves.stores[1]]
            try context.execute(delete)
            #expect(try shelves.titles(inFile: "A.sqlite") == ["a", "z"])
            #expect(try shelves.titles(inFile: "B.sqlite") == ["d"])
        }
    }

    @Test func aBatchThatFailsInOneStoreChangesNone() throws {
        try fill()
        context.performAndWait {
            let update = NSBatchUpdateRequest(entityName: "Item")
            // In A that is one row, in B it would be two with one unique title.
            update.predicate = NSPredicate(format: "title IN {'a', 'b', 'd'}")
            update.propertiesToUpdate = ["title": "same"]
            #expect(failure { _ = try context.execute(update) }?.code == NSManagedObjectConstraintMergeError)
        }
        #expect(try shelves.titles(inFile: "A.sqlite") == ["a", "c"])
        #expect(try shelves.titles(inFile: "B.sqlite") == ["b", "d"])
    }

    private func history(after token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        return (try context.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
    }

    @Test func historyIsOfBothAndCanGoOn() throws {
        let stores = shelves.stores
        try context.run { () throws in
            for (index, title) in ["a", "b", "c", "d", "e"].enumerated() {
                context.item(title, in: stores[index == 1 || index == 2 ? 1 : 0])
                try context.save()
            }
            let all = try history(after: nil)
            #expect(all.map(\.storeID) == [0, 1, 1, 0, 0].map { stores[$0].identifier })
            #expect(all.map(\.transactionNumber) == [1, 1, 2, 2, 3])
            let changed = all.flatMap { $0.changes ?? [] }.map(\.changedObjectID)
            #expect(
                try changed.map { try context.existingObject(with: $0).value(forKey: "title") as? String } == [
                    "a", "b", "c", "d", "e",
                ])
            // Going on after each of them gives the rest, whatever store it was of.
            for (index, transaction) in all.enumerated() {
                let rest = try history(after: transaction.token)
                #expect(rest.map(\.storeID) == all.dropFirst(index + 1).map(\.storeID))
                #expect(rest.map(\.transactionNumber) == all.dropFirst(index + 1).map(\.transactionNumber))
            }
            let token = try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: nil))
            #expect(token == all.last?.token)
            #expect(try history(after: token).isEmpty)
            let ofOne = try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: [stores[1]]))
            let count = NSPersistentHistoryChangeRequest.fetchHistory(after: ofOne)
            count.resultType = .count
            #expect((try context.execute(count) as? NSPersistentHistoryResult)?.result as? Int == 3)
            count.affectedStores = [stores[1]]
            #expect((try context.execute(count) as? NSPersistentHistoryResult)?.result as? Int == 0)
            // The other store's transactions are not before this token.
            try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: ofOne))
            #expect(try history(after: nil).map(\.transactionNumber) == [1, 2, 2, 3])
        }
    }

    @Test func `a deletion of history with a fetch request keeps the other transactions of both stores`() throws {
        let stores = shelves.stores
        try context.run { () throws in
            for (index, author) in ["app", "widget", "app", "widget", "app", "app"].enumerated() {
                context.transactionAuthor = author
                context.item("item \(index)", in: stores[index % 2])
                try context.save()
            }
            func delete(_ request: NSPersistentHistoryChangeRequest) throws -> [String] {
                request.fetchRequest = try #require(NSPersistentHistoryTransaction.fetchRequest)
                request.fetchRequest?.predicate = NSPredicate(format: "author = %@", "app")
                try context.execute(request)
                return try history(after: nil).map { transaction in
                    "\(transaction.storeID == stores[0].identifier ? "A" : "B")\(transaction.transactionNumber) "
                        + (transaction.author ?? "")
                }
            }
            let whole = ["A1 app", "B1 widget", "A2 app", "B2 widget", "A3 app", "B3 app"]
            let ofA = try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: [stores[0]]))
            let ofBoth = try #require(shelves.coordinator.currentPersistentHistoryToken(fromStores: nil))
            let ofOnlyB = NSPersistentHistoryChangeRequest.deleteHistory(before: ofBoth)
            ofOnlyB.affectedStores = [stores[1]]
            #expect(try delete(ofOnlyB) == whole)
            #expect(try delete(.deleteHistory(before: ofA)) == ["B1 widget", "B2 widget", "A3 app", "B3 app"])
            #expect(try delete(.deleteHistory(before: Date.distantFuture)) == ["B1 widget", "B2 widget"])
        }
    }

    @Test func changesAreFilteredByTransaction() throws {
        try fill()
        try context.run { () throws in
            let items = try context.fetch(context.itemRequest("title == 'b'"))
            let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
            fetch.predicate = NSPredicate(format: "changedObjectID == %@", items[0].objectID)
            let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
            let changes = (try context.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryChange]
            #expect(changes?.map(\.changedObjectID) == [items[0].objectID])
        }
    }

    @Test(.timeLimit(.whenStuck)) func whatOthersWriteIntoEitherStoreIsNoticed() async throws {
        try fill()
        let reader = context
        reader.automaticallyMergesChangesFromParent = true
        let merged = Notices(.NSManagedObjectContextDidMergeChangesObjectIDs, of: reader)
        let kept = try reader.performAndWait {
            try reader.fetch(reader.itemRequest()).map { ($0.objectID, $0.value(forKey: "rank") as? Int) }
        }
        #expect(kept.map(\.1) == [0, 1, 2, 3])
        let others = try Shelves([("B.sqlite", nil), ("A.sqlite", nil)], in: shelves.folder, history: true)
        let other = others.context()
        try other.run { () throws in
            for item in try other.fetch(other.itemRequest("title IN {'a', 'd'}")) { item.setValue(50, forKey: "rank") }
            try other.save()
        }
        await merged.wait {
            reader.performAndWait {
                kept.map { ($0.0, try? reader.existingObject(with: $0.0).value(forKey: "rank") as? Int) }.map(\.1) == [
                    50, 1, 2, 50,
                ]
            }
        }
    }
}

/// The same objects in one store and in two: whatever is asked, the answers are the same.
@Suite struct SeveralStoresPropertyTests {
    @Test(arguments: 0..<4) func twoStoresAnswerLikeOne(run: Int) throws {
        let seed = testSeed(run)
        print("SeveralStoresPropertyTests run \(run): seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let one = try Shelves([(nil, nil)])
        let two = try Shelves([("A.sqlite", nil), (nil, nil)])
        let contexts = [one.context(), two.context()]
        func both(_ body: (NSManagedObjectContext) throws -> [AnyHashable]) throws {
            let answers = try contexts.map { context in try context.performAndWait { try body(context) } }
            #expect(answers[0] == answers[1], "seed \(seed)")
        }
        var titles: [String] = []
        for step in 0..<120 {
            let choice = Int.random(in: 0..<9, using: &generator)
            let rank = Int.random(in: 0..<5, using: &generator)
            let store = Int.random(in: 0...1, using: &generator)
            let picked = titles.randomElement(using: &generator)
            let (offset, limit) = (Int.random(in: 0..<6, using: &generator), Int.random(in: 0..<6, using: &generator))
            switch choice {
            case 0, 1:
                titles.append("t\(step)")
                try both { context in
                    let home = context === contexts[0] ? one.stores[0] : two.stores[store]
                    let shelf = rank == 0 ? nil : try shelf(rank, home, context)
                    context.item("t\(step)", rank: rank, in: home, on: shelf)
                    return []
                }
            case 2:
                guard let picked else { continue }
                try both { context in
                    try context.fetch(context.itemRequest("title == %@", [picked])).first?.setValue(rank, forKey: "rank")
                    return []
                }
            case 3:
                guard let picked else { continue }
                titles.removeAll { $0 == picked }
                try both { context in
                    for item in try context.fetch(context.itemRequest("title == %@", [picked])) { context.delete(item) }
                    return []
                }
            case 4:
                try both {
                    try $0.save(); return []
                }
            case 5:
                try both { context in
                    try context.save()
                    context.reset()
                    return []
                }
            case 6:
                try both { context in
                    let request = context.itemRequest("rank >= %@", sort: "rank", [rank])
                    request.sortDescriptors?.append(NSSortDescriptor(key: "title", ascending: false))
                    (request.fetchOffset, request.fetchLimit) = (offset, limit)
                    return try context.fetch(request).map { $0.value(forKey: "title") as? String } + [
                        try context.count(for: request)
                    ]
                }
            case 7:
                try both { context in
                    try context.titles("shelf.name == %@ OR rank == %@", ["shelf \(rank)", rank]) as [AnyHashable]
                }
            default:
                try both { context in
                    try context.save()
                    let request = NSFetchRequest<NSDictionary>(entityName: "Item")
                    request.resultType = .dictionaryResultType
                    request.propertiesToFetch = ["rank"]
                    request.returnsDistinctResults = true
                    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: store == 0)]
                    (request.fetchOffset, request.fetchLimit) = (offset / 2, limit)
                    return try context.fetch(request).map { $0["rank"] as? Int }
                }
            }
        }
        try both { try $0.titles() as [AnyHashable] }
        #expect(try contexts[0].performAndWait { try contexts[0].titles() } == titles.sorted(), "seed \(seed)")
    }

    /// The shelf of a rank in a store, a new one where there is none. In two stores it is two, of
    /// one name each.
    private func shelf(_ rank: Int, _ store: NSPersistentStore, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
        request.affectedStores = [store]
        request.predicate = NSPredicate(format: "name == %@", "shelf \(rank)")
        return try context.fetch(request).first ?? context.shelf("shelf \(rank)", in: store)
    }
}
