import Foundation
import Testing

@testable import CoreData
@testable import SwiftData

/// The SQL of fetches: what a store evaluates, and with which joins.
@Suite struct PredicateStatementTests {
    /// Returns the SQL after `SELECT t0.Z_PK`, and the constants after a bar.
    private func statement<Model: PersistentModel>(_ predicate: Predicate<Model>) throws -> String {
        let context = ModelContext(
            try refContainer(Plant.self, PlantTree.self, PlantFlower.self, PlantRose.self, PlantGift.self))
        let request = try context.request(FetchDescriptor(predicate: predicate), NSManagedObject.self)
        let model = context.storage.coordinator.managedObjectModel
        let entity = try #require(model.entitiesByName[request.entityName ?? ""])
        let query = try StoreQuery(entity.layout, predicate: request.predicate, sortDescriptors: nil)
        let layout = StoreLayout(model)
        let schema = QuerySchema(layout, numbers: EntityNumbers(layout.entities))
        let select = try SelectSQL(query, selection: "t0.Z_PK", tables: schema, isOrdered: false)
        let values = select.arguments.map { "\($0)" }.joined(separator: ", ")
        return select.text.replacing("SELECT t0.Z_PK ", with: "") + (values.isEmpty ? "" : " | \(values)")
    }

    @Test func `an optional chain is a plain comparison of a joined column`() throws {
        #expect(
            try statement(#Predicate<Plant> { $0.parent?.number == 2 }) == """
                FROM ZPLANT t0 LEFT OUTER JOIN ZPLANT t1 ON t1.Z_PK = t0.ZPARENT WHERE t1.ZNUMBER = ?1 | int(2)
                """)
    }

    @Test func `an optional list is searched without a test for nil`() throws {
        #expect(
            try statement(#Predicate<Plant> { $0.gifts?.contains { $0.price > 2 } == true }) == """
                FROM ZPLANT t0 WHERE EXISTS (SELECT 1 FROM ZPLANTGIFT t1 WHERE t1.ZPLANT = t0.Z_PK AND t1.ZPRICE > ?1) | int(2)
                """)
    }

    @Test func `a class is tested for by the numbers of its entities`() throws {
        let flowers = try statement(#Predicate<Plant> { $0 is PlantFlower })
        // The numbers of PlantFlower and PlantRose.
        #expect(flowers.contains(/t0.Z_ENT IN \(\d, \d\)/), "\(flowers)")
        #expect(!flowers.contains("JOIN"))
    }

    @Test func `a composed predicate has the statement of the whole`() throws {
        let low = 2
        let above = #Predicate<Plant> { $0.number > low }
        let composed = try statement(#Predicate<Plant> { above.evaluate($0) && $0.isWild })
        #expect(composed == (try statement(#Predicate<Plant> { $0.number > low && $0.isWild })))
        #expect(composed == "FROM ZPLANT t0 WHERE (t0.ZNUMBER > ?1 AND t0.ZISWILD = ?2) | int(2), bool(true)")
    }

    @Test func `an enumeration is compared by its column`() throws {
        let size = PlantSize.large
        #expect(try statement(#Predicate<Plant> { $0.size == size }) == "FROM ZPLANT t0 WHERE t0.ZSIZE = ?1 | int(3)")
    }
}
