import Foundation
import GRDB
import StrataTestSupport
import StrataUserActivity
import StrataViewGraph
import StrataWebHost
import Testing

@testable import SwiftUI

/// Rows of the store of scenes with damaged bytes, or values of other types, are errors, no scene,
/// or another one.
struct StoredScenesDamageTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "StoredScenes-\(UUID().uuidString)")
    private var url: URL { folder.appending(path: "Scenes.sqlite") }

    private static let lastSeen = Date(timeIntervalSinceReferenceDate: 1_000)

    private static func record() -> SceneRecord {
        let activity = NSUserActivity(activityType: "com.example.note")
        activity.userInfo = ["number": 1, "day": lastSeen]
        return SceneRecord(
            name: "name", identity: SceneIdentity(owner: "ann", scene: "notes", value: "{}"), presented: "[1]",
            activity: UserActivityRecord(activity), values: ["count": .integer(3), "text": .string("text")], lastSeen: lastSeen)
    }

    /// Values of each type of SQLite's, of which few fit a column.
    private static let values: [DatabaseValue] = [
        .null, 0.databaseValue, (-1).databaseValue, Int64.max.databaseValue, 1e300.databaseValue,
        (-Double.infinity).databaseValue, "".databaseValue, "text".databaseValue, "1e999".databaseValue,
        Data().databaseValue, Data([0]).databaseValue, Data([0xFF, 0xFE, 0x80]).databaseValue,
    ]

    /// The table of scenes, as another program sees it.
    private struct Table {
        private let queue: DatabaseQueue
        let columns: [String]
        /// The rows at first.
        private let rows: [[DatabaseValue]]

        init(_ url: URL) throws {
            var configuration = Configuration()
            // A store that was released closes later.
            configuration.busyMode = .timeout(300)
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            self.queue = queue
            columns = try queue.read { try $0.columns(in: "ZSCENE").map(\.name) }
            rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM ZSCENE").map { Array($0.databaseValues) } }
        }

        /// Sets a column of each row, except where its constraints forbid the value.
        func change(_ column: String, _ value: (DatabaseValue) -> DatabaseValue) throws {
            let (key, place) = (columns.firstIndex(of: "Z_PK") ?? 0, columns.firstIndex(of: column) ?? 0)
            try queue.write { database in
                for row in rows {
                    try database.execute(
                        sql: "UPDATE OR IGNORE ZSCENE SET \(column) = ? WHERE Z_PK = ?", arguments: [value(row[place]), row[key]])
                }
            }
        }

        /// Makes all rows as they were at first.
        func restore() throws {
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            try queue.write { database in
                try database.execute(sql: "DELETE FROM ZSCENE")
                for row in rows {
                    try database.execute(sql: "INSERT INTO ZSCENE VALUES (\(marks))", arguments: StatementArguments(row))
                }
            }
        }
    }

    @Test func `a damaged row is an error, no scene, or another scene`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let activity = SavedUserActivity(id: "id", record: try #require(Self.record().activity), lastCurrent: Self.lastSeen)
        let store = StoredScenes(at: url)
        try await store.save([Self.record()], removing: [])
        try await store.saveActivities([activity], of: "ann", removing: [])
        let table = try Table(url)
        let columns = table.columns.filter { $0 != "Z_PK" }
        #expect(columns.contains("ZVALUES"))
        var damage = Damage()
        var loaded = 0
        let count = Damage.count(200, share: 0.002)
        for _ in 0..<count {
            if Bool.random(using: &damage.dice) {
                try table.change("ZVALUES") { damage.damaged(Data.fromDatabaseValue($0) ?? Data()).databaseValue }
            } else {
                let column = try #require(columns.randomElement(using: &damage.dice))
                let value = try #require(Self.values.randomElement(using: &damage.dice))
                _ = damage.tried(Data("\(column) = \(value)".utf8))
                try table.change(column) { _ in value }
            }
            // A store that was opened before may know the row.
            let damagedStore = StoredScenes(at: url)
            if let scene = try? await damagedStore.load("name") {
                loaded += 1
                try? await damagedStore.save([scene], removing: [])
            }
            _ = try? await damagedStore.loadActivities(of: "ann")
            try table.restore()
        }
        #expect(loaded > 0, "seed \(damage.seed)")
        #expect(loaded < count, "seed \(damage.seed)")
        let scene = try await StoredScenes(at: url).load("name")
        #expect(scene == Self.record())
    }
}
