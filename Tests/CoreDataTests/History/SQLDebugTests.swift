import Foundation
import Testing

@testable import CoreData

/// The log of statements.
@Suite struct SQLDebugTests {
    /// Saves two quakes and fetches one, in a process with that level.
    fileprivate static func work(_ level: Int) throws {
        setenv("com.apple.CoreData.SQLDebug", "\(level)", 1)
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            for code in ["it's", "b"] {
                let quake = Quake(context: context)
                quake.code = code
                quake.magnitude = 2.5
            }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "code == %@ AND magnitude < 3", "it's")
            guard try context.fetch(request).count == 1 else { preconditionFailure("There is one such quake.") }
        }
    }

    /// Saves two notes of a folder, and then another one with the unique name of the first.
    fileprivate static func insertNotes() throws {
        setenv("com.apple.CoreData.SQLDebug", "1", 1)
        let store = try TestStore(model: UniqueOwnersTests.model())
        let context = store.context()
        try context.performAndWait {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
            for names in [["1", "2"], ["1"]] {
                for name in names {
                    NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                        .setValuesForKeys(["name": name, "folder": folder])
                }
                try context.save()
            }
        }
    }

    private static func log(_ data: [UInt8]?) -> [String] {
        String(decoding: data ?? [], as: UTF8.self).split(separator: "\n").map(String.init).filter { $0.contains("CoreData: ") }
    }

    @Test func levelOneShowsStatementsAndTimes() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try SQLDebugTests.work(1) }
        let log = Self.log(result?.standardErrorContent)
        let fetch = try #require(
            log.firstIndex { $0.hasPrefix("CoreData: sql: SELECT t0.Z_PK") && $0.contains("FROM ZQUAKE t0 WHERE") })
        #expect(log[fetch].contains("ZCODE = ?1"))
        #expect(log[fetch + 1].wholeMatch(of: #/CoreData: annotation: sql connection fetch time: \d+\.\d{4}s/#) != nil)
        #expect(
            log[fetch + 2].wholeMatch(of: #/CoreData: annotation: total fetch execution time: \d+\.\d{4}s for 1 rows\./#) != nil)
        let insertion = try #require(log.firstIndex { $0.hasPrefix("CoreData: sql: INSERT INTO ZQUAKE") })
        #expect(log[insertion + 1].wholeMatch(of: #/CoreData: annotation: sql execution time: \d+\.\d{4}s/#) != nil)
        #expect(!log.contains { $0.contains("details") || $0.contains("PRAGMA") })
    }

    @Test func `an insertion looks for the row with its unique value only if there is one`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try SQLDebugTests.insertNotes()
        }
        let log = Self.log(result?.standardErrorContent)
        let search = try #require(log.firstIndex { $0.contains("SELECT Z_PK FROM ZNOTE WHERE ZNAME") })
        // The third one was the attempt to insert the note whose name is taken.
        #expect(log[..<search].count { $0.hasPrefix("CoreData: sql: INSERT INTO ZNOTE") } == 3)
    }

    @Test func levelThreeShowsValues() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try SQLDebugTests.work(3) }
        let log = Self.log(result?.standardErrorContent)
        let fetch = try #require(log.firstIndex { $0.contains("FROM ZQUAKE t0 WHERE") && $0.contains("ZCODE = ?") })
        #expect(log[fetch + 1] == "CoreData: details: SQLite bind[0] = \"it's\"")
        #expect(!log.contains { $0.contains("EXPLAIN") })
    }

    @Test func levelFourExplains() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try SQLDebugTests.work(4) }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            log.contains(
                #/CoreData: details: EXPLAIN QUERY PLAN SELECT t0.Z_PK.*\n\d+\|0\|\d+\|SEARCH t0 USING INDEX Z_Quake_UNIQUE_code/#
            ))
    }

    @Test func nothingIsLoggedWithoutIt() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { try SQLDebugTests.work(0) }
        #expect(Self.log(result?.standardErrorContent) == [])
    }

    @Test func valuesAreFoundInTheExpandedText() {
        let sql = "SELECT '?' FROM \"a?\" WHERE a = ? AND b IN (?, ?) OR c LIKE ? OR d = ? OR e < ?"
        let expanded = "SELECT '?' FROM \"a?\" WHERE a = 'it''s ?' AND b IN (-5, 1.5e-07) OR c LIKE NULL OR d = x'0aff' OR e < ''"
        let values = ["\"it's ?\"", "(int64)-5", "(double)1.5e-07", "nil", "<0aff>", "\"\""]
        #expect(BoundValues.read(sql, expanded: expanded) == values)
    }

    @Test func numberedValuesAreShownOnce() {
        let values = BoundValues.read(
            "a = ?2 AND b = ?1 AND c = ?2 AND d = ?", expanded: "a = 'x' AND b = 5 AND c = 'x' AND d = 7")
        #expect(values == ["(int64)5", "\"x\"", "(int64)7"])
    }

    @Test func listsAreNamed() {
        let sql = "a IN (SELECT value FROM \(ListTable.name)(?1))"
        #expect(BoundValues.read(sql, expanded: "a IN (SELECT value FROM \(ListTable.name)(NULL))") == ["(list)"])
    }
}
