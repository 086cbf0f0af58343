import Foundation
import GRDB
import Testing

@testable import CoreData

/// Rows that a SQL function collects come as if each had been stepped to.
@Suite struct RowCollectorTests {
    private let shelves: Shelves
    private let store: SQLiteEngine
    private let item: EntityLayout

    init() throws {
        shelves = try Shelves([("Items.sqlite", nil)])
        let context = shelves.context()
        try context.run { () throws in
            // In an order of their own, so that neither the keys nor the titles are that of the ranks.
            for number in 0..<50 { context.item("t\(number * 31 % 50 + 10)", rank: number * 7 % 50) }
            try context.save()
        }
        store = try #require(shelves.coordinator.stores.stores.first).sqlite
        item = try #require(shelves.container.managedObjectModel.entitiesByName["Item"]).layout
    }

    private func query(_ format: String? = nil, sort: String?, limit: Int = 0, offset: Int = 0) throws -> StoreQuery {
        try StoreQuery(
            item, predicate: format.map { NSPredicate(format: $0) },
            sortDescriptors: sort.map { [NSSortDescriptor(key: $0, ascending: false)] }, limit: limit, offset: offset)
    }

    private func ranks(_ query: StoreQuery) throws -> [Int64] {
        let slot = item.requiredSlot(of: "rank")
        return try store.fetch(query).map { if case .int(let rank) = $0.row.values[slot] { rank } else { -1 } }
    }

    @Test func inTheOrderOfASortThatNoIndexHas() throws {
        let falling: [Int64] = (0..<50).reversed()
        #expect(try ranks(query(sort: "rank")) == falling)
        #expect(try ranks(query("rank < 10", sort: "rank")) == Array(falling.suffix(10)))
        #expect(try ranks(query("rank > 100", sort: "rank")) == [])
        #expect(try ranks(query(sort: "rank", offset: 45)) == [4, 3, 2, 1, 0])
        #expect(try ranks(query(sort: "rank", limit: 2, offset: 1)) == [48, 47])
        let inserted: [Int64] = (0..<50).map { $0 * 7 % 50 }
        #expect(try ranks(query(sort: nil)) == inserted)
        let byTitle = inserted.indices.sorted { $0 * 31 % 50 > $1 * 31 % 50 }
        #expect(try ranks(query(sort: "title")) == byTitle.map { inserted[$0] })
    }

    @Test func readingEndsWhereItIsStopped() throws {
        struct Stop: Error {}
        var counts: [Int] = []
        #expect(throws: Stop.self) {
            try store.fetch(query(sort: "rank")) { count in
                counts.append(count)
                if count == 3 { throw Stop() }
            }
        }
        #expect(counts == [1, 2, 3])
        // The statement is kept, and has to be ready again.
        #expect(try ranks(query(sort: "rank")).count == 50)
    }

    @Test func onlyWholeResultsOfNotTooManyColumns() throws {
        #expect(RowCollector.suits(try query(sort: "rank"), store.table(item)))
        #expect(!RowCollector.suits(try query(sort: "rank", limit: 5), store.table(item)))
        let entity = NSEntityDescription()
        entity.name = "Wide"
        entity.properties = (0..<150).map { NSManagedObjectModel.attribute("a\($0)", .integer64) }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.run { () throws in
            let wide = NSEntityDescription.insertNewObject(forEntityName: "Wide", into: context)
            for number in 0..<150 { wide.setValue(number, forKey: "a\(number)") }
            try context.save()
            context.reset()
            let read = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Wide"))
            let values = try #require(read.first).dictionaryWithValues(forKeys: (0..<150).map { "a\($0)" })
            #expect(read.count == 1 && values.count == 150)
            for number in 0..<150 { #expect(values["a\(number)"] as? Int == number) }
        }
    }

    @Test func theFunctionMeansNothingToOthers() throws {
        try store.read { (database: Database) throws in
            for arguments in ["", "1", "1, 2", "x'00000000', 2", "NULL, 2"] {
                #expect(try DatabaseValue.fetchOne(database, sql: "SELECT strata_row(\(arguments))") == .null)
            }
        }
    }
}
