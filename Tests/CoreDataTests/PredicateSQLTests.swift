import Foundation
import Testing

@testable import CoreData

/// The SQL of each construct, and that it means in the store what the predicate means in memory.
@Suite struct PredicateSQLTests {
    private let model = NSManagedObjectModel.quakes()

    private func sql(_ format: String, _ arguments: Any...) throws -> String {
        let layout = model.entities[0].layout
        let query = try StoreQuery(
            layout, predicate: NSPredicate(format: format, argumentArray: arguments), sortDescriptors: nil
        )
        let table = layout.table
        let select = SelectSQL(query, selection: "t0.Z_PK", table: table, isOrdered: false)
        let prefix = "SELECT t0.Z_PK FROM ZQUAKE t0"
        #expect(select.text.hasPrefix(prefix))
        let values = select.arguments.map { "\($0)" }.joined(separator: ", ")
        return select.text.dropFirst(prefix.count) + (values.isEmpty ? "" : " | \(values)")
    }

    @Test func comparisonsBindTheirConstants() throws {
        #expect(try sql("magnitude > 2.5") == " WHERE t0.ZMAGNITUDE > ? | double(2.5)")
        #expect(try sql("place == %@", "'; DROP TABLE") == " WHERE (t0.ZPLACE IS ?) | string(\"\\'; DROP TABLE\")")
        #expect(try sql("place != %@", "x") == " WHERE NOT (t0.ZPLACE IS ?) | string(\"x\")")
        #expect(try sql("place == nil") == " WHERE (t0.ZPLACE IS NULL)")
        #expect(try sql("magnitude BETWEEN {1, 2}") == " WHERE (t0.ZMAGNITUDE >= ? AND t0.ZMAGNITUDE <= ?) | int(1), int(2)")
        #expect(try sql("day < time") == " WHERE t0.ZDAY < t0.ZTIME")
    }

    @Test func logicHasTwoValues() throws {
        #expect(
            try sql("NOT magnitude < 1 AND (place == nil OR TRUEPREDICATE)")
                == " WHERE (NOT ifnull(t0.ZMAGNITUDE < ?, 0) AND ((t0.ZPLACE IS NULL) OR 1)) | int(1)"
        )
        #expect(try sql("TRUEPREDICATE") == "")
        #expect(try sql("FALSEPREDICATE") == " WHERE 0")
    }

    @Test func valuesOfDifferentKindsNeverMeet() throws {
        #expect(try sql("magnitude < 'x'") == " WHERE 0")
        #expect(try sql("magnitude == 'x'") == " WHERE 0")
        #expect(try sql("place != 5") == " WHERE NOT 0")
        #expect(try sql("place IN {'a', 5, nil}") == " WHERE t0.ZPLACE IN (?) | string(\"a\")")
        #expect(try sql("place IN {}") == " WHERE 0")
    }

    @Test func stringOperatorsCallThePredicatesOwnFunctions() throws {
        #expect(try sql("place CONTAINS 'a'") == " WHERE strata_match(t0.ZPLACE, ?, 0) | string(\"a\")")
        #expect(try sql("place BEGINSWITH[cd] 'a'") == " WHERE strata_match(t0.ZPLACE, ?, 7) | string(\"a\")")
        #expect(try sql("place ==[c] 'A'") == " WHERE (strata_fold(t0.ZPLACE, 1) IS ?) | string(\"a\")")
        #expect(try sql("magnitude LIKE 'a'") == " WHERE 0")
    }

    @Test func objectsStandForTheirKeys() throws {
        let objectID = NSManagedObjectID(entity: model.entities[0], number: 7, store: nil)
        #expect(try sql("SELF == %@", objectID) == " WHERE (t0.Z_PK IS ?) | object(x-coredata:///Quake/p7)")
        #expect(try sql("objectID IN %@", [objectID]) == " WHERE t0.Z_PK IN (?) | object(x-coredata:///Quake/p7)")
        // A number is no object, and an object of another hierarchy has another row of numbers.
        let other = NSManagedObjectID(entity: NSManagedObjectModel.library().entities[3], number: 7, store: nil)
        #expect(try sql("SELF == 7") == " WHERE 0" && sql("SELF == %@", other) == " WHERE 0")
    }

    @Test func sortsAreBinaryAndEndWithTheKey() throws {
        let layout = model.entities[0].layout
        let query = try StoreQuery(
            layout, predicate: nil,
            sortDescriptors: [
                NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(keyPath: \Quake.place, ascending: true),
            ],
            limit: 5, offset: 2
        )
        let select = SelectSQL(query, selection: "t0.Z_PK", table: layout.table)
        #expect(select.text == "SELECT t0.Z_PK FROM ZQUAKE t0 ORDER BY t0.ZDAY DESC, t0.ZPLACE, t0.Z_PK LIMIT ? OFFSET ?")
        #expect(select.arguments == [.int(5), .int(2)])
    }

    @Test func aVariableWithoutValueIsAnError() {
        let error = #expect(throws: NSError.self) { try sql("place == $place") }
        #expect(error?.localizedDescription.contains("$place") == true)
    }
}
