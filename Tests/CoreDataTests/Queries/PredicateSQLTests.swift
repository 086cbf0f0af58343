import Foundation
import StrataPredicates
import Testing

@testable import CoreData

/// The SQL of each construct over an entity's own attributes. `TwoEvaluators` checks that the SQL
/// means the same as the predicate.
@Suite struct PredicateSQLTests {
    private let model = NSManagedObjectModel.quakes()

    private func sql(_ format: String, _ arguments: Any...) throws -> String {
        try QuerySQL(model: model, entityName: "Quake").condition(format, arguments)
    }

    @Test func comparisonsBindTheirConstants() throws {
        #expect(try sql("magnitude > 2.5") == "WHERE t0.ZMAGNITUDE > ?1 | double(2.5)")
        #expect(try sql("place == %@", "'; DROP TABLE") == "WHERE t0.ZPLACE = ?1 | string(\"\\'; DROP TABLE\")")
        #expect(try sql("place != %@", "x") == "WHERE t0.ZPLACE IS NOT ?1 | string(\"x\")")
        #expect(try sql("place == nil") == "WHERE t0.ZPLACE IS NULL")
        #expect(try sql("nil != place") == "WHERE t0.ZPLACE IS NOT NULL")
        #expect(try sql("magnitude BETWEEN {1, 2}") == "WHERE (t0.ZMAGNITUDE >= ?1 AND t0.ZMAGNITUDE <= ?2) | int(1), int(2)")
        #expect(try sql("day < time") == "WHERE t0.ZDAY < t0.ZTIME")
        #expect(try sql("day == time") == "WHERE t0.ZDAY IS t0.ZTIME")
    }

    @Test func `bounds may be expressions`() throws {
        let one = NSExpression(forConstantValue: 1)
        let between = "WHERE (t0.ZMAGNITUDE >= ?1 AND t0.ZMAGNITUDE <= ?2) | int(1), double(5.5)"
        #expect(try sql("%K BETWEEN %@", "magnitude", [one, 5.5] as [Any]) == between)
        #expect(
            try sql("%K BETWEEN %@", "magnitude", NSExpression(forAggregate: [one, NSExpression(forConstantValue: 5.5)]))
                == between)
        #expect(
            try sql("time BETWEEN %@", [NSExpression(forKeyPath: "day"), NSExpression(forKeyPath: "time")])
                == "WHERE (t0.ZTIME >= t0.ZDAY AND t0.ZTIME <= t0.ZTIME)")
    }

    @Test func logicHasTwoValues() throws {
        #expect(
            try sql("NOT magnitude < 1 AND (place == nil OR code > 'x')")
                == "WHERE (NOT ifnull(t0.ZMAGNITUDE < ?1, 0) AND (t0.ZPLACE IS NULL OR t0.ZCODE > ?2)) | int(1), string(\"x\")"
        )
        #expect(try sql("NOT (NOT place == 'x')") == "WHERE t0.ZPLACE = ?1 | string(\"x\")")
        #expect(try sql("magnitude < 1 OR TRUEPREDICATE") == "SELECT t0.Z_PK FROM ZQUAKE t0 | int(1)")
        #expect(try sql("TRUEPREDICATE") == "SELECT t0.Z_PK FROM ZQUAKE t0")
        #expect(try sql("FALSEPREDICATE OR place == nil AND FALSEPREDICATE") == "WHERE 0")
        #expect(
            try sql("((place == 'a' AND place != nil) AND code == nil) AND day == nil")
                == "WHERE (t0.ZPLACE = ?1 AND t0.ZPLACE IS NOT NULL AND t0.ZCODE IS NULL AND t0.ZDAY IS NULL) | string(\"a\")")
    }

    @Test func whatDependsOnNoRowIsEvaluatedOnce() throws {
        #expect(try sql("magnitude > 1 + 2 * 3") == "WHERE t0.ZMAGNITUDE > ?1 | int(7)")
        #expect(try sql("'abc' CONTAINS 'b' AND 2 < 1") == "WHERE 0")
        #expect(try sql("place == uppercase('x')") == "WHERE t0.ZPLACE = ?1 | string(\"X\")")
    }

    @Test func valuesOfDifferentKindsNeverMeet() throws {
        #expect(try sql("magnitude < 'x'") == "WHERE 0")
        #expect(try sql("magnitude == 'x'") == "WHERE 0")
        #expect(try sql("place != 5") == "SELECT t0.Z_PK FROM ZQUAKE t0")
        #expect(try sql("place == magnitude") == "WHERE (t0.ZPLACE IS NULL AND t0.ZMAGNITUDE IS NULL)")
        #expect(try sql("place IN {5, nil}") == "WHERE 0")
        #expect(try sql("place IN {}") == "WHERE 0")
    }

    /// The result is that of memory, which a program that compares a number with a text does not
    /// expect.
    @Test func `a comparison that is false by the kinds of its values is reported`() throws {
        func reports(_ start: String) -> [String] { MixedKinds.messages.filter { $0.hasPrefix(start) } }

        #expect(try sql("magnitude >= %@", "2.5") == "WHERE 0")
        let magnitude = reports("\u{201C}magnitude\u{201D} (a number) and a text have no order")
        #expect(magnitude.contains { $0.contains("by >= is false") && !$0.contains("2.5") })
        #expect(try sql("time < place") == "WHERE 0")
        #expect(reports("\u{201C}time\u{201D} (a date) and \u{201C}place\u{201D} (a text)").count == 1)
        #expect(try sql("code BETWEEN {1, 5}") == "WHERE 0")
        #expect(reports("\u{201C}code\u{201D} (a text) and a number have no order").contains { $0.contains("BETWEEN") })
        #expect(try sql("day == 'x' AND day < nil") == "WHERE 0")
        #expect(reports("\u{201C}day\u{201D}").isEmpty)
    }

    @Test func aListIsOneArgument() throws {
        #expect(
            try sql("place IN %@", NSArray(array: ["a", 5, "b"]))
                == "WHERE t0.ZPLACE IN strata_list(?1) | list([StrataPredicates.Value.string(\"a\"), StrataPredicates.Value.string(\"b\")])"
        )
        #expect(
            try sql("NOT magnitude IN {1, 2}")
                == "WHERE NOT ifnull(t0.ZMAGNITUDE IN strata_list(?1), 0) | list([StrataPredicates.Value.int(1), StrataPredicates.Value.int(2)])"
        )
        // A dictionary holds its values, also in a predicate that was not parsed.
        let dictionary = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "place"), rightExpression: NSExpression(forConstantValue: ["k": "a"]),
            modifier: .direct, type: .in)
        #expect(try QuerySQL(model: model, entityName: "Quake").argumentCount(dictionary) == 1)
        #expect(try sql("place IN {'a', code}") == "WHERE (t0.ZPLACE = ?1 OR t0.ZPLACE = t0.ZCODE) | string(\"a\")")
    }

    @Test func textOperatorsCallThePredicatesOwnFunctions() throws {
        #expect(try sql("place CONTAINS 'a'") == "WHERE strata_match(t0.ZPLACE, ?1, 0) | string(\"a\")")
        #expect(try sql("place BEGINSWITH[cd] 'a'") == "WHERE strata_match(t0.ZPLACE, ?1, 7) | string(\"a\")")
        #expect(try sql("place MATCHES '[a-z]+'") == "WHERE strata_match(t0.ZPLACE, ?1, 16) | string(\"[a-z]+\")")
        #expect(try sql("'ab' CONTAINS place") == "WHERE strata_match(?1, t0.ZPLACE, 0) | string(\"ab\")")
        #expect(try sql("place IN 'abc'") == "WHERE strata_match(?1, t0.ZPLACE, 0) | string(\"abc\")")
        #expect(try sql("place ==[c] 'A'") == "WHERE strata_fold(t0.ZPLACE, 1) = ?1 | string(\"a\")")
        #expect(try sql("place <[l] 'b'") == "WHERE strata_compare(t0.ZPLACE, ?1) < 0 | string(\"b\")")
        #expect(try sql("place ==[l] 'b'") == "WHERE strata_compare(t0.ZPLACE, ?1) = 0 | string(\"b\")")
        // Nil equals nil, and the order of two NULLs is NULL.
        #expect(
            try sql("place ==[l] code")
                == "WHERE (strata_compare(t0.ZPLACE, t0.ZCODE) = 0 OR (t0.ZPLACE IS NULL AND t0.ZCODE IS NULL))")
        #expect(
            try sql("place <[cl] 'B'")
                == "WHERE strata_compare(strata_fold(t0.ZPLACE, 1), ?1) < 0 | string(\"b\")")
        #expect(try sql("magnitude LIKE 'a'") == "WHERE 0")
    }

    @Test func aPrefixIsARange() throws {
        #expect(try sql("place BEGINSWITH 'ab'") == "WHERE (t0.ZPLACE >= ?1 AND t0.ZPLACE < ?2) | string(\"ab\"), string(\"ac\")")
        // The last scalar before the surrogates is followed by the first one after them.
        #expect(
            try sql("place BEGINSWITH %@", "\u{D7FF}")
                == "WHERE (t0.ZPLACE >= ?1 AND t0.ZPLACE < ?2) | string(\"\u{D7FF}\"), string(\"\u{E000}\")")
        #expect(
            try sql("place BEGINSWITH %@", "a\u{10FFFF}")
                == "WHERE (t0.ZPLACE >= ?1 AND t0.ZPLACE < ?2) | string(\"a\u{10FFFF}\"), string(\"b\")")
        #expect(try sql("place BEGINSWITH %@", "\u{10FFFF}") == "WHERE t0.ZPLACE >= ?1 | string(\"\u{10FFFF}\")")
        #expect(try sql("place BEGINSWITH ''") == "WHERE 0")
    }

    @Test func arithmeticIsSQLitesWhereThatIsExact() throws {
        #expect(try sql("magnitude * 2 + magnitude > 3") == "WHERE ((t0.ZMAGNITUDE * ?1) + t0.ZMAGNITUDE) > ?2 | int(2), int(3)")
        // A date column stores whole seconds as integers.
        #expect(try sql("time - day > 60") == "WHERE (CAST(t0.ZTIME AS REAL) - CAST(t0.ZDAY AS REAL)) > ?1 | int(60)")
        #expect(
            try sql("magnitude ** 2 > 9") == "WHERE strata_call('raise:toPower:', 18, t0.ZMAGNITUDE, ?1) > ?2 | int(2), int(9)")
        #expect(try sql("place.length == 3") == "WHERE strata_call('length', 6, t0.ZPLACE) = ?1 | int(3)")
        #expect(
            try sql("FUNCTION(place, 'uppercaseString') == 'X'")
                == "WHERE strata_call('uppercaseString', 6, t0.ZPLACE) = ?1 | string(\"X\")")
        #expect(
            try sql("TERNARY(place == nil, magnitude, 2) + 1 > 3")
                == "WHERE (CASE WHEN t0.ZPLACE IS NULL THEN t0.ZMAGNITUDE ELSE ?1 END + ?2) > ?3 | int(2), int(1), int(3)")
    }

    @Test func objectsStandForTheirKeys() throws {
        let objectID = NSManagedObjectID(entity: model.entities[0], rowID: RowID(7), store: nil)
        #expect(try sql("SELF == %@", objectID) == "WHERE t0.Z_PK = ?1 | object(x-coredata:///Quake/p7)")
        #expect(try sql("objectID IN %@", NSArray(array: [objectID])).hasPrefix("WHERE t0.Z_PK IN strata_list(?1) | list("))
        // A number is not an object, and an object of another hierarchy has a row ID in another
        // table.
        let other = NSManagedObjectID(entity: NSManagedObjectModel.library().entities[3], rowID: RowID(7), store: nil)
        #expect(try sql("SELF == 7") == "WHERE 0" && sql("SELF == %@", other) == "WHERE 0")
    }

    @Test func sortsEndWithTheKey() throws {
        let text = try QuerySQL(model: model, entityName: "Quake").order(
            [
                NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(keyPath: \Quake.place, ascending: true),
                NSSortDescriptor(key: "place", ascending: false, selector: "localizedStandardCompare:"),
            ], limit: 5, offset: 2)
        #expect(
            text == """
                ORDER BY t0.ZDAY DESC, t0.ZPLACE, t0.ZPLACE COLLATE NSCollateFinderlike DESC, t0.Z_PK LIMIT ?1 OFFSET ?2 | int(5), int(2)
                """)
    }
}
