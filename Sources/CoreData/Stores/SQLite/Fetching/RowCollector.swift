internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates

/// Decodes the rows of a fetch inside a SQL function, instead of column by column after each step.
///
/// A fetch selects `strata_row(?1, t0.Z_PK, …)`. The function receives all columns at once, decodes
/// the row, appends it to the collector and returns its index, which is the statement's only
/// column. This is faster because the calls of `sqlite3_column_*`, one for each column, take as
/// long as SQLite takes to find the rows (in C, for 200,000 rows of thirteen numbers, 49 ms instead
/// of 84). And if SQLite has to sort, it sorts indices instead of rows (76 ms instead of 130).
///
/// If SQLite sorts, it calls the function for every row before it returns the first index. The
/// indices then give the order of the collected rows.
///
/// Source: https://sqlite.org/bindptr.html.
final class RowCollector {
    private static let function = "strata_row"
    /// The type of the bound pointer. SQLite compares its characters and keeps its address.
    private static let pointerType: StaticString = "strata_row"
    /// The maximum number of columns. Functions take up to 100 arguments in older versions of
    /// SQLite, 127 or more in newer ones. One argument is the collector.
    private static let mostColumns = 99

    private let table: TableSQL
    private let keySpace: KeySpace
    // Decoding a row never reenters the collector, so exclusivity need not be checked.
    @exclusivity(unchecked) private var rows: [IdentifiedRow] = []
    /// The error of a row that could not be decoded, which ended the statement.
    private var failure: (any Error)?

    private init(_ table: TableSQL, _ keySpace: KeySpace) {
        self.table = table
        self.keySpace = keySpace
    }

    /// Returns whether a query's rows should be collected.
    ///
    /// False for a query with a limit: if SQLite sorts, it discards most rows, after the function
    /// has decoded all of them. False also if statements are logged, so that the log shows the
    /// plain SELECT.
    static func suits(_ query: StoreQuery, _ table: TableSQL) -> Bool {
        query.limit == 0 && table.selectedCount <= mostColumns && SQLDebug.level == 0
    }

    /// Returns the expression to select, for a collector bound as argument number `place`.
    static func selection(_ columns: String, at place: Int) -> String { "\(function)(?\(place), \(columns))" }

    /// Returns the rows of a statement that selects `selection(_:at:)`, in its order.
    static func rows(_ statement: RawStatement, at place: Int, _ table: TableSQL) throws -> [IdentifiedRow] {
        let collector = RowCollector(table, statement.keySpace)
        statement.bind(collector, as: pointerType, at: place)
        var order = Order()
        do {
            while try statement.step() {
                // The index is NULL for a row with an unknown Z_ENT.
                if !statement.isNull(0) { order.append(Int(statement.int(0))) }
            }
        } catch {
            throw collector.failure ?? error
        }
        return order.apply(to: collector.rows)
    }

    private func append(_ columns: FunctionColumns) throws -> Int? {
        guard let row = try table.row(columns) else { return nil }
        rows.append(row)
        return rows.count - 1
    }

    /// Registers the function with a connection.
    static func register(in database: Database) throws {
        // Without a bound collector the function returns NULL, so it is harmless in other SQL.
        try database.register(
            function: function, argumentCount: -1, flags: SQLITE_DIRECTONLY,
            call: { context, count, arguments in
                RowCollector.call(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
            })
    }

    private static func call(_ context: OpaquePointer?, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
        let type = UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let columns = arguments.baseAddress, !arguments.isEmpty, let own = sqlite3_value_pointer(arguments[0], type) else {
            return
        }
        Unmanaged<RowCollector>.fromOpaque(own)._withUnsafeGuaranteedRef { collector in
            do {
                let columns = FunctionColumns(arguments: columns + 1, keySpace: collector.keySpace)
                if let place = try collector.append(columns) { sqlite3_result_int64(context, Int64(place)) }
            } catch {
                collector.failure = error
                if let context { SQLResult.set(error, context) }
            }
        }
    }

    /// The indices of the collected rows in the order of the statement, which usually is the order
    /// in which they were collected.
    private struct Order {
        private(set) var count = 0
        /// The indices; empty while they are 0, 1, 2 and so on.
        private var places: [Int] = []

        mutating func append(_ place: Int) {
            if !places.isEmpty || place != count {
                if places.isEmpty { places = Array(0..<count) }
                places.append(place)
            }
            count += 1
        }

        func apply(to rows: [IdentifiedRow]) -> [IdentifiedRow] {
            if !places.isEmpty { return places.map { rows[$0] } }
            return rows.count == count ? rows : Array(rows[..<count])
        }
    }
}

/// The columns in the arguments of the function.
private struct FunctionColumns: SelectedColumns {
    let arguments: UnsafePointer<OpaquePointer?>
    let keySpace: KeySpace

    @inline(__always)
    func type(_ column: Int) -> Int32 { sqlite3_value_type(arguments[column]) }

    @inline(__always)
    func int(_ column: Int) -> Int64 { sqlite3_value_int64(arguments[column]) }

    @inline(__always)
    func double(_ column: Int) -> Double { sqlite3_value_double(arguments[column]) }

    func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(arguments[column]) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[column])))
    }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        // Pointer before length: `sqlite3_value_blob` may convert the value, which changes the
        // length.
        let start = sqlite3_value_blob(arguments[column])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[column])))
    }
}
