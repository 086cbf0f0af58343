import Foundation
import GRDB
import StrataPredicates
import Testing

@testable import CoreData

@Suite struct SQLFunctionTests {
    @Test func valuesPassThroughAsSQLiteHasThem() throws {
        let database = try DatabaseQueue()
        try database.write { database in
            try SQLFunction("same", argumentCount: 1) { $0.value(0) }.register(in: database)
            try SQLFunction("places", argumentCount: -1) { .int(Int64($0.count)) }.register(in: database)
        }
        let isSame =
            "SELECT same(v) IS v AND typeof(same(v)) = typeof(v) AND ifnull(length(same(v)) = length(v), 1) FROM (SELECT %@ v)"
        for value in ["NULL", "7", "9223372036854775807", "0.1", "''", "'a'", "'é' || char(0) || 'b'", "x''", "x'00ff'"] {
            #expect(try database.read { try Bool.fetchOne($0, sql: String(format: isSame, value)) } == true, "\(value)")
        }
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT places() * 10 + places(1, 'b')") } == 2)
    }

    @Test func anErrorIsTheStatements() throws {
        let database = try DatabaseQueue()
        try database.write {
            try SQLFunction("refuse", argumentCount: 0) { _ in throw InvalidPredicate("no «é»") }.register(in: $0)
        }
        let error = #expect(throws: DatabaseError.self) { try database.read { try Int.fetchOne($0, sql: "SELECT refuse()") } }
        #expect(error?.message == "no «é»")
    }

    /// The value kept for a constant argument is created once per statement, and that for a column
    /// once per row. Both are released with the statement.
    @Test func whatIsKept() throws {
        final class Kept {
            nonisolated(unsafe) static var made = 0
            nonisolated(unsafe) static var alive = 0

            let text: String

            init(_ text: String) {
                self.text = text
                Self.made += 1
                Self.alive += 1
            }

            deinit { Self.alive -= 1 }
        }
        let database = try DatabaseQueue()
        func texts(_ argument: String, _ arguments: StatementArguments = []) throws -> [String] {
            try database.write { database in
                let sql = "SELECT kept(\(argument)) FROM (SELECT 'a' x UNION ALL SELECT 'b' UNION ALL SELECT 'c')"
                return try String.fetchAll(database.makeStatement(sql: sql), arguments: arguments)
            }
        }
        try database.write { database in
            try SQLFunction("kept", argumentCount: 1) { call in
                .string(call.kept(0) { Kept(call.text(0) ?? "") }.text)
            }.register(in: database)
        }
        #expect(try texts("?", ["p"]) == ["p", "p", "p"])
        #expect(Kept.made == 1)
        #expect(Kept.alive == 0)
        #expect(try texts("x || x") == ["aa", "bb", "cc"])
        #expect(Kept.made == 4)
        #expect(Kept.alive == 0)
    }
}
