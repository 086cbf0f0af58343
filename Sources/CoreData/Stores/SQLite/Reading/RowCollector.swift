internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Predicates

/// Collects the rows of a statement where SQLite has their columns.
///
/// `strata_row(?, column, …)` keeps a row and gives its place among those kept, which is all that the statement selects. A function gets
/// all columns at once: to ask a statement for each takes as long as finding them. Where SQLite has to put the rows in order it sorts
/// places instead of rows.
/// Source: https://sqlite.org/bindptr.html.
final class RowCollector {
    private static let function = "strata_row"
    /// What SQLite compares a bound pointer's type with, by its characters; it keeps the address.
    private static let pointerType: StaticString = "strata_row"
    /// Older libraries take a hundred arguments, newer ones 127 or more.
    private static let mostColumns = 99

    private let table: TableSQL
    private let keySpace: KeySpace
    // Nothing that reads a column comes back here.
    @exclusivity(unchecked) private var rows: [NumberedRow] = []

    private init(_ table: TableSQL, _ keySpace: KeySpace) {
        self.table = table
        self.keySpace = keySpace
    }

    /// Whether a query's rows are to be collected.
    ///
    /// Not where it has a limit: of rows to be sorted SQLite then drops most, and would have each kept. Nor where statements are logged, since
    /// this one would tell the reader little.
    static func suits(_ query: StoreQuery, _ table: TableSQL) -> Bool {
        query.limit == 0 && table.selectedCount <= mostColumns && SQLDebug.level == 0
    }

    /// What a statement selects for a collector that is its argument at `place`.
    static func selection(_ columns: String, at place: Int) -> String { "\(function)(?\(place), \(columns))" }

    /// The rows that a statement selects, in order. Where SQLite sorts them it has all before it gives the first.
    static func rows(_ statement: RawStatement, at place: Int, _ table: TableSQL) throws -> [NumberedRow] {
        let collector = RowCollector(table, statement.keySpace)
        statement.bind(collector, as: pointerType, at: place)
        var order = Order()
        while try statement.step() {
            // NULL is a row of another entity.
            if !statement.isNull(0) { order.append(Int(statement.int(0))) }
        }
        return order.apply(to: collector.rows)
    }

    private func take(_ columns: FunctionColumns) -> Int? {
        guard let row = table.row(columns) else { return nil }
        rows.append(row)
        return rows.count - 1
    }

    /// Makes the function known to a connection.
    static func register(in database: Database) throws {
        // Without meaning for anybody but the statements made here: without a collector it gives NULL.
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
        let place = Unmanaged<RowCollector>.fromOpaque(own)._withUnsafeGuaranteedRef { collector in
            collector.take(FunctionColumns(arguments: columns + 1, keySpace: collector.keySpace))
        }
        if let place { sqlite3_result_int64(context, Int64(place)) }
    }

    /// The places of rows in the order in which they came, which mostly is that in which they were kept.
    private struct Order {
        private(set) var count = 0
        /// Empty as long as each came as it was kept.
        private var places: [Int] = []

        mutating func append(_ place: Int) {
            if !places.isEmpty || place != count {
                if places.isEmpty { places = Array(0..<count) }
                places.append(place)
            }
            count += 1
        }

        func apply(to rows: [NumberedRow]) -> [NumberedRow] {
            if !places.isEmpty { return places.map { rows[$0] } }
            return rows.count == count ? rows : Array(rows[..<count])
        }
    }
}

/// The columns that a function is called with.
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
        // The address first: asking for it may convert the value, and the bytes are then counted anew.
        let start = sqlite3_value_blob(arguments[column])
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[column])))
    }
}
