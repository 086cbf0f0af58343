import CoreData
import Foundation
import Testing

/// Grouped fetches over the shelves of one store and of two, with the same results.
@Suite struct GroupedFetchTests {
    private static let places = [[("A.sqlite", nil)], [("A.sqlite", nil), (nil, nil)]] as [[(String?, String?)]]

    /// Fetches dictionaries of an entity from four shelves with items, and returns them as texts.
    private func fetch(_ places: Int, _ entity: String, _ change: (NSFetchRequest<NSDictionary>) -> Void) throws -> [String] {
        let shelves = try Shelves(Self.places[places].map { (file: $0.0, configuration: $0.1) })
        let context = shelves.context()
        var texts: [String] = []
        try context.run { () throws in
            for (number, (name, ranks)) in [("a", [5, 6]), ("b", [1]), ("a", [7]), ("c", [] as [Int])].enumerated() {
                let store = shelves.stores[number % shelves.stores.count]
                let shelf = context.shelf(name, in: store)
                for rank in ranks { context.item("\(name)\(rank)", rank: rank, in: store, on: shelf) }
            }
            try context.save()
            let request = NSFetchRequest<NSDictionary>(entityName: entity)
            request.resultType = .dictionaryResultType
            change(request)
            texts = try context.fetch(request).map { row in
                row.allKeys.compactMap { $0 as? String }.sorted().map { "\($0)=\(row[$0] ?? "")" }.joined(separator: " ")
            }
            if request.fetchLimit == 0 { #expect(try context.count(for: request) == texts.count) }
        }
        return texts
    }

    private func column(_ name: String, _ format: String) -> NSExpressionDescription {
        let column = NSExpressionDescription()
        (column.name, column.expression) = (name, NSExpression(format: format))
        return column
    }

    // Public apps group by the name of a category, and sort by its order.
    @Test(arguments: places.indices) func `the sort may follow a key that is not grouped`(_ places: Int) throws {
        func texts(_ keys: (key: String, ascending: Bool)...) throws -> [String] {
            try fetch(places, "Item") { request in
                request.propertiesToFetch = ["rank", column("n", "count:(title)")]
                request.propertiesToGroupBy = ["rank"]
                request.predicate = NSPredicate(format: "rank != %lld", Int64(6))
                request.sortDescriptors = keys.map { NSSortDescriptor(key: $0.key, ascending: $0.ascending) }
            }
        }
        // In each group, there is one item: its shelf and its title are those of the group.
        #expect(try texts(("shelf.name", false), ("title", false)) == ["n=1 rank=1", "n=1 rank=7", "n=1 rank=5"])
        #expect(try texts(("title", true)) == ["n=1 rank=5", "n=1 rank=7", "n=1 rank=1"])
    }

    @Test(arguments: places.indices) func `aggregates over to-many relationships are those of the group`(_ places: Int) throws {
        let texts = try fetch(places, "Shelf") { request in
            request.propertiesToFetch = [
                "name", column("count", "items.@count"), column("counted", "count:(items)"), column("max", "max:(items.rank)"),
                column("min", "items.@min.rank"), column("sum", "sum:(items.rank)"),
                column("low", "SUBQUERY(items, $i, $i.rank < 6).@count"),
            ]
            request.propertiesToGroupBy = ["name"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        }
        #expect(
            texts == [
                "count=3 counted=3 low=1 max=7 min=5 name=a sum=18", "count=1 counted=1 low=1 max=1 min=1 name=b sum=1",
                "count=0 counted=0 low=0 name=c sum=0",
            ])
    }

    @Test(arguments: places.indices) func `so are they in the predicate of the groups`(_ places: Int) throws {
        let texts = try fetch(places, "Shelf") { request in
            request.propertiesToFetch = ["name", column("n", "items.@count")]
            request.propertiesToGroupBy = ["name"]
            request.havingPredicate = NSPredicate(format: "n < 2")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        }
        #expect(texts == ["n=0 name=c", "n=1 name=b"])
    }

    // The rows of "a" have 2 items and 1, with the ranks 5, 6 and 7.
    @Test(
        arguments: places.indices,
        [
            ("items.@count < 3", ["b", "c"]), ("count:(items) == 3", ["a"]), ("sum:(items.rank) > 12", ["a"]),
            ("items.@sum.rank > 12", ["a"]), ("items.@max.rank - items.@min.rank > 1", ["a"]),
            ("SUBQUERY(items, $i, $i.rank > 4).@count == 3", ["a"]),
            ("NOT items.@count > 0 OR sum:(items.rank) == 1", ["b", "c"]),
        ] as [(String, [String])]
    )
    func `the predicate of the groups may have aggregates of its own`(_ places: Int, _ having: (String, [String])) throws {
        let texts = try fetch(places, "Shelf") { request in
            request.propertiesToFetch = ["name"]
            request.propertiesToGroupBy = ["name"]
            request.havingPredicate = NSPredicate(format: having.0)
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        }
        #expect(texts == having.1.map { "name=\($0)" })
    }

    @Test(arguments: places.indices) func `a column may compute from aggregates over members`(_ places: Int) throws {
        let texts = try fetch(places, "Shelf") { request in
            request.propertiesToFetch = [
                "name", column("rest", "sum:(items.rank) - count:(name)"), column("total", "items.@sum.rank + items.@count"),
                column("inner", "sum:(sum:(items.rank) + items.@count)"),
            ]
            request.propertiesToGroupBy = ["name"]
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        }
        #expect(
            texts == ["inner=21 name=a rest=16 total=21", "inner=2 name=b rest=0 total=2", "inner=0 name=c rest=-1 total=0"])
    }

    @Test(arguments: places.indices) func `a number of members that rows are grouped by is that of each row`(
        _ places: Int
    ) throws {
        let texts = try fetch(places, "Shelf") { request in
            request.propertiesToFetch = [column("n", "items.@count"), column("shelves", "count:(name)")]
            request.propertiesToGroupBy = [column("n", "items.@count")]
            request.havingPredicate = NSPredicate(format: "items.@count < 2")
        }
        #expect(texts == ["n=0 shelves=1", "n=1 shelves=2"])
    }

    @Test(arguments: places.indices, ["median:(items.rank) > 3", "count:(distinct:(items.rank)) > 1"])
    func `aggregates that the rows of a group cannot add up are refused`(_ places: Int, _ having: String) throws {
        let error = failure {
            _ = try fetch(places, "Shelf") { request in
                request.propertiesToFetch = ["name"]
                request.propertiesToGroupBy = ["name"]
                request.havingPredicate = NSPredicate(format: having)
            }
        }
        #expect(error?.localizedDescription.contains("over the members of several rows has no SQL") == true)
    }

    @Test func `rows can be grouped by the number of members`() throws {
        let texts = try fetch(0, "Shelf") { request in
            request.propertiesToFetch = [column("n", "items.@count"), column("shelves", "count:(name)")]
            request.propertiesToGroupBy = [column("n", "items.@count")]
        }
        #expect(texts == ["n=0 shelves=1", "n=1 shelves=2", "n=2 shelves=1"])
    }

    @Test(arguments: places.indices) func `an average of members is refused with advice`(_ places: Int) throws {
        let error = failure {
            _ = try fetch(places, "Shelf") { request in
                request.propertiesToFetch = ["name", column("mean", "average:(items.rank)")]
                request.propertiesToGroupBy = ["name"]
            }
        }
        #expect(error?.localizedDescription.contains("sum: and its count:") == true)
    }
}
