import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Grouping and aggregates over the rows of several stores.
@Suite struct SeveralStoresGroupTests {
    private func request(
        _ columns: [String: String], groups: [String] = [], having: String? = nil, where predicate: String? = nil
    ) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch =
            groups
            + columns.map { name, format in
                let column = NSExpressionDescription()
                (column.name, column.expression) = (name, NSExpression(format: format))
                return column
            } as [Any]
        if !groups.isEmpty { request.propertiesToGroupBy = groups }
        request.havingPredicate = having.map { NSPredicate(format: $0) }
        request.predicate = predicate.map { NSPredicate(format: $0) }
        return request
    }

    /// Saves items in two stores.
    private func shelves() throws -> (Shelves, NSManagedObjectContext) {
        let shelves = try Shelves.two()
        let context = shelves.context()
        try context.run { () throws in
            for (rank, store) in [(1, 0), (2, 0), (6, 0), (2, 1), (4, 1)] {
                context.item("\(rank) \(store)", rank: rank, in: shelves.stores[store])
            }
            try context.save()
        }
        return (shelves, context)
    }

    @Test func aggregatesAreOfAllRows() throws {
        let (shelves, context) = try shelves()
        try context.run { () throws in
            let all = request([
                "sum": "sum:(rank)", "mean": "average:(rank)", "least": "min:(rank)", "most": "max:(title)",
                "count": "count:(rank)",
                "kinds": "count:(distinct:(rank))", "middle": "median:(rank)", "spread": "max:(rank) - min:(rank)",
            ])
            let result = try #require(try context.fetch(all).first)
            // The aggregates of 1, 2, 6, 2 and 4. The average of the stores' averages would differ.
            #expect(result["sum"] as? Int == 15 && result["mean"] as? Double == 3 && result["count"] as? Int == 5)
            #expect(result["least"] as? Int == 1 && result["most"] as? String == "6 0" && result["kinds"] as? Int == 4)
            #expect(result["middle"] as? Double == 2 && result["spread"] as? Int == 5)
            all.affectedStores = [shelves.stores[1]]
            #expect(try context.fetch(all).first?["sum"] as? Int == 6)
            #expect(try context.fetch(request(["count": "count:(rank)"], where: "rank > 9")).first?["count"] as? Int == 0)
        }
    }

    @Test func groupsAreOfAllRows() throws {
        let (_, context) = try shelves()
        try context.run { () throws in
            let groups = request(
                ["count": "count:(title)", "sum": "sum:(rank)"], groups: ["rank"], having: "count > 1 OR sum > 3")
            groups.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
            func numbers() throws -> [[Int?]] {
                try context.fetch(groups).map { group in ["rank", "count", "sum"].map { group[$0] as? Int } }
            }
            #expect(try numbers() == [[6, 1, 6], [4, 1, 4], [2, 2, 4]])
            (groups.fetchOffset, groups.fetchLimit) = (1, 1)
            #expect(try numbers() == [[4, 1, 4]])
        }
    }

    /// Rows of two stores may have equal primary keys. They are grouped by object, not by key.
    @Test func groupsByObject() throws {
        let (shelves, context) = try shelves()
        try context.run { () throws in
            for (index, store) in shelves.stores.enumerated() {
                let shelf = context.shelf("shelf \(index)", in: store)
                let request = context.itemRequest()
                request.affectedStores = [store]
                for item in try context.fetch(request) { item.setValue(shelf, forKey: "shelf") }
            }
            try context.save()
            let found = try context.fetch(request(["sum": "sum:(rank)"], groups: ["shelf"])).map { group in
                let shelf = try context.existingObject(with: try #require(group["shelf"] as? NSManagedObjectID))
                return "\(shelf.value(forKey: "name") ?? "nil"): \(group["sum"] ?? "nil")"
            }
            #expect(found.sorted() == ["shelf 0: 9", "shelf 1: 6"])
            #expect(try context.fetch(request(["kinds": "count:(distinct:(shelf))"])).first?["kinds"] as? Int == 2)
        }
    }

    /// Beside columns of each row, aggregates are repeated in each dictionary. See
    /// `RepeatedTotalsTests`.
    @Test func totalsBesideRowsAreOfAllStores() throws {
        let (_, context) = try shelves()
        try context.run { () throws in
            let fetch = request(["title": "title", "sum": "sum:(rank)", "most": "max:(rank)"], where: "rank > 1")
            fetch.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            func texts() throws -> [String] {
                try context.fetch(fetch).map { "\($0["title"] ?? "nil") \($0["sum"] ?? "nil") \($0["most"] ?? "nil")" }
            }
            #expect(try texts() == ["2 0 14 6", "2 1 14 6", "4 1 14 6", "6 0 14 6"])
            #expect(try context.count(for: fetch) == 4)
            (fetch.fetchOffset, fetch.fetchLimit) = (1, 2)
            #expect(try texts() == ["2 1 14 6", "4 1 14 6"])
            #expect(try context.count(for: fetch) == 2)
        }
    }

    /// An expression with a different value for each row is refused if it has aggregates, too.
    @Test func valuesOfRowsAreRefused() throws {
        let (shelves, context) = try shelves()
        try context.run { () throws in
            let mixed = request(["mixed": "sum:(rank) + rank"])
            for refused in [
                mixed, request(["mixed": "sum:(rank) + rank", "sum": "sum:(rank)"]),
                request(["sum": "sum:(rank)"], groups: ["rank"], having: "title == 'x'"),
            ] {
                let error = failure { _ = try context.fetch(refused) }
                #expect(error?.code == NSPersistentStoreOperationError)
                #expect(error?.localizedDescription.contains("affectedStores") == true)
            }
            mixed.affectedStores = [shelves.stores[1]]
            mixed.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
            #expect(try context.fetch(mixed).map { $0["mixed"] as? Int } == [8, 10])
        }
    }

    /// Requests return the same results whether the rows are in one store or in two.
    @Test func twoStoresAnswerLikeOne() throws {
        let seed = testSeed()
        print("SeveralStoresGroupTests: STRATA_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let (one, two) = (try Shelves([(nil, nil)]), try Shelves([("A.sqlite", nil), (nil, nil)]))
        let rows = (0..<60).map { ("t\($0)", Int.random(in: -3...3, using: &random), Bool.random(using: &random)) }
        for shelves in [one, two] {
            let context = shelves.context()
            try context.run { () throws in
                for (title, rank, isInFirst) in rows {
                    context.item(title, rank: rank, in: shelves.stores[isInFirst ? 0 : shelves.stores.count - 1])
                }
                try context.save()
            }
        }
        let aggregates = [
            "sum:(rank)", "average:(rank)", "min:(title)", "max:(rank)", "count:(self)", "count:(distinct:(rank))",
            "stddev:(rank)",
            "sum:(rank * 2) + 1", "@max.title", "average:(rank) * count:(rank)", "median:(rank)",
        ]
        for _ in 0..<200 {
            let columns = aggregates.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
            let named = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ("c\($0)", $1) })
            let isGrouped = Bool.random(using: &random)
            let fetch = request(
                named, groups: isGrouped ? ["rank"] : [],
                having: isGrouped && Bool.random(using: &random)
                    ? "count:(title) > \(Int.random(in: 3...9, using: &random))" : nil,
                where: ["rank > 0", "rank < 0 OR title > 't3'", "rank > 5"].randomElement(using: &random))
            if isGrouped {
                if Bool.random(using: &random) { fetch.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)] }
                fetch.fetchLimit = Int.random(in: 0..<4, using: &random)
            }
            let answers = try [one, two].map { shelves in
                let context = shelves.context()
                nonisolated(unsafe) let fetch = fetch
                return try context.performAndWait {
                    try context.fetch(fetch).map { row in
                        row.map { name, value in "\(name): \((value as? Double).map { String(format: "%.9f", $0) } ?? "\(value)")"
                        }.sorted()
                    }
                }
            }
            #expect(
                answers[0] == answers[1],
                "seed \(seed), \(named), grouped \(isGrouped), where \(String(describing: fetch.predicate))")
        }
    }
}
