import Dispatch
import Foundation
import GRDB

/// The list of `ShownByStrata` with GRDB: a `ValueObservation` of all primary keys in order.
// Safe to share: `keys` is used on the observation's queue, the rest on the benchmark's thread.
final class ShownByGRDB: @unchecked Sendable {
    private let pool: DatabasePool
    private let told = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "list")
    private var count: Int
    private var observation: AnyDatabaseCancellable?
    private var keys: [Int64] = []
    private var turn = 0

    init(_ file: URL, _ count: Int) throws {
        self.count = count
        pool = try DatabasePool(path: file.path, configuration: GRDBQuakes.configuration)
        observation = ValueObservation.tracking { try Int64.fetchAll($0, sql: "SELECT Z_PK FROM ZQUAKE ORDER BY ZTIME DESC") }
            .start(in: pool, scheduling: .async(onQueue: queue)) { error in
                fatalError("\(error)")
            } onChange: { [weak self] keys in
                self?.keys = keys
                self?.told.signal()
            }
        told.wait()
    }

    /// Returns the mean time of a save with some edits, until the observation has published it.
    func saves(_ number: Int, edits: Int = 1) throws -> Duration {
        let duration = try Stopwatch.measure {
            for _ in 0..<number {
                try pool.write { database in
                    let statement = try database.cachedStatement(
                        sql: "UPDATE ZQUAKE SET ZTIME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ?")
                    for _ in 0..<edits {
                        turn += 1
                        let edit = QuakeEdit(turn, of: count)
                        try statement.execute(arguments: [edit.time, edit.number])
                    }
                }
                told.wait()
            }
        }
        try check()
        return duration / number
    }

    /// Returns the time of an insertion until the observation has published all rows.
    func insert(_ quakes: [Quake]) throws -> Duration {
        let duration = try Stopwatch.measure {
            try pool.write { database in
                let statement = try database.cachedStatement(
                    sql: "INSERT INTO ZQUAKE (Z_ENT, Z_OPT, ZCODE, ZMAGNITUDE, ZPLACE, ZTIME) VALUES (1, 1, ?, ?, ?, ?)")
                for quake in quakes {
                    statement.setUncheckedArguments([
                        quake.code, quake.magnitude, quake.place, quake.time.timeIntervalSinceReferenceDate,
                    ])
                    try statement.execute()
                }
            }
            // An observation may publish the previous value once more.
            repeat { told.wait() } while queue.sync(execute: { keys.count }) < count + quakes.count
        }
        count += quakes.count
        try check()
        return duration
    }

    private func check() throws {
        guard queue.sync(execute: { keys.count }) == count else {
            throw WrongResult(description: "The list is missing quakes.")
        }
    }
}
