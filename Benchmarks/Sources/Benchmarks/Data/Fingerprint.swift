import Foundation
import GRDBSQLite

/// The number of rows and a checksum of all their values, independent of the order of the rows.
struct Fingerprint: Equatable, CustomStringConvertible {
    private var rows = 0
    private var checksum: UInt64 = 0

    var description: String { "\(rows) rows with checksum \(String(checksum, radix: 16))" }

    init(of quakes: [Quake]) {
        for quake in quakes {
            add(
                code: Array(quake.code.utf8),
                magnitude: Double(quake.magnitude),
                place: Array(quake.place.utf8),
                time: quake.time.timeIntervalSinceReferenceDate
            )
        }
    }

    /// Creates the fingerprint of the rows that a contestant wrote to its file.
    ///
    /// - Parameter query: The SELECT of code, magnitude, place and time in seconds since 2001.
    init(ofFile file: URL, query: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_open_v2(file.path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK
        else { throw WrongResult(description: "\(file.path): \(String(cString: sqlite3_errmsg(database)))") }
        func text(_ column: Int32) -> [UInt8] {
            Array(
                UnsafeRawBufferPointer(
                    start: sqlite3_column_text(statement, column),
                    count: Int(sqlite3_column_bytes(statement, column))
                )
            )
        }
        while sqlite3_step(statement) == SQLITE_ROW {
            add(
                code: text(0),
                magnitude: sqlite3_column_double(statement, 1),
                place: text(2),
                time: sqlite3_column_double(statement, 3)
            )
        }
    }

    private mutating func add(code: [UInt8], magnitude: Double, place: [UInt8], time: Double) {
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        mix(code)
        mix(withUnsafeBytes(of: magnitude.bitPattern, Array.init))
        mix(place)
        mix(withUnsafeBytes(of: time.bitPattern, Array.init))
        rows += 1
        checksum &+= hash
    }
}
