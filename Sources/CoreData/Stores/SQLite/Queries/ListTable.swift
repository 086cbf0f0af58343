internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates

/// `strata_list(?)`: a table-valued function whose rows are the values of a bound list.
///
/// `ZPLACE IN strata_list(?1)` takes a list of any size as one argument, whereas SQLite limits the
/// number of arguments. The SQL is the same for every list, so the prepared statement is reused,
/// and SQLite can look the values up in an index of the compared column.
///
/// The values may be tuples, all of which have the same number of elements. Their further elements
/// are in hidden columns: `(ZCODE, ZDAY) IN (SELECT value, v1 FROM strata_list(?1))`.
///
/// Sources: https://sqlite.org/vtab.html and https://sqlite.org/bindptr.html.
enum ListTable {
    static let name = "strata_list"
    /// The SQL function that returns the value at an index of a bound list; see
    /// `SQLiteDialect.mostOperands`.
    static let element = "strata_argument"
    /// The type of the bound pointer. SQLite compares its characters and keeps its address.
    private static let pointerType: StaticString = "strata_list"

    /// The values bound to a statement.
    private final class Values {
        let values: [Value]

        init(_ values: [Value]) {
            self.values = values
        }
    }

    /// The state of one scan. SQLite knows only the first field.
    private struct Cursor {
        var base = sqlite3_vtab_cursor()
        var values: Unmanaged<Values>?
        var position = 0
    }

    /// The second, hidden column is the function's argument.
    private static let declaration =
        "CREATE TABLE x(value, list HIDDEN\((1..<Value.mostInTuple).map { ", \(column($0)) HIDDEN" }.joined()))"
    private static let argumentColumn: Int32 = 1

    /// Returns the name of the column that has an element of each tuple.
    static func column(_ element: Int) -> String { element == 0 ? "value" : "v\(element)" }

    static func bind(_ values: [Value], _ statement: OpaquePointer, at index: Int32) {
        let pointer = Unmanaged.passRetained(Values(values)).toOpaque()
        pointerType.withUTF8Buffer { type in
            type.withMemoryRebound(to: CChar.self) { type in
                _ = sqlite3_bind_pointer(statement, index, pointer, type.baseAddress) { values in
                    values.map { Unmanaged<Values>.fromOpaque($0).release() }
                }
            }
        }
    }

    static func register(in database: Database) throws {
        let code = sqlite3_create_module_v2(database.sqliteConnection, name, module, nil, nil)
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
        // Not deterministic for SQLite: it would gather the calls as constants, see
        // `SQLiteDialect.mostOperands`.
        try SQLFunction(element, argumentCount: 2, isDeterministic: false) { call in
            let values = pointerType.withUTF8Buffer { type in
                type.withMemoryRebound(to: CChar.self) { call.pointer(0, type: $0.baseAddress) }
            }
            guard let values else { return .null }
            return Unmanaged<Values>.fromOpaque(values)._withUnsafeGuaranteedRef { values in
                let index = Int(call.int(1))
                return values.values.indices.contains(index) ? values.values[index] : .null
            }
        }.register(in: database)
    }

    private static func cursor(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> UnsafeMutablePointer<Cursor>? {
        UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: Cursor.self)
    }

    /// The module, which is never freed, because SQLite keeps its address.
    ///
    /// Without `xCreate`, the table is eponymous: it needs no CREATE VIRTUAL TABLE.
    private nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
        var module = sqlite3_module()
        module.xConnect = { database, _, _, _, table, _ in
            let code = sqlite3_declare_vtab(database, declaration)
            guard code == SQLITE_OK else { return code }
            let made = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
            made.initialize(to: sqlite3_vtab())
            table?.pointee = made
            return SQLITE_OK
        }
        module.xDisconnect = { table in
            table?.deallocate()
            return SQLITE_OK
        }
        module.xBestIndex = { _, info in
            guard let info else { return SQLITE_ERROR }
            for place in 0..<Int(info.pointee.nConstraint) {
                let constraint = info.pointee.aConstraint[place]
                guard constraint.iColumn == argumentColumn, constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ) else { continue }
                // Rejects plans that cannot supply the argument (SQLITE_CONSTRAINT).
                guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
                info.pointee.aConstraintUsage[place].argvIndex = 1
                info.pointee.aConstraintUsage[place].omit = 1
            }
            info.pointee.estimatedCost = 100
            info.pointee.estimatedRows = 100
            return SQLITE_OK
        }
        module.xOpen = { _, cursor in
            let made = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
            made.initialize(to: Cursor())
            cursor?.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
            return SQLITE_OK
        }
        module.xClose = { pointer in
            guard let cursor = cursor(pointer) else { return SQLITE_OK }
            cursor.pointee.values?.release()
            cursor.deinitialize(count: 1)
            cursor.deallocate()
            return SQLITE_OK
        }
        module.xFilter = { pointer, _, _, count, arguments in
            guard let cursor = cursor(pointer) else { return SQLITE_ERROR }
            cursor.pointee.values?.release()
            cursor.pointee.values = nil
            cursor.pointee.position = 0
            guard count == 1, let argument = arguments?[0] else { return SQLITE_OK }
            let values = pointerType.withUTF8Buffer { type in
                type.withMemoryRebound(to: CChar.self) { sqlite3_value_pointer(argument, $0.baseAddress) }
            }
            cursor.pointee.values = values.map { Unmanaged<Values>.fromOpaque($0).retain() }
            return SQLITE_OK
        }
        module.xNext = { pointer in
            cursor(pointer)?.pointee.position += 1
            return SQLITE_OK
        }
        module.xEof = { pointer in
            guard let cursor = cursor(pointer)?.pointee, let values = cursor.values else { return 1 }
            return values._withUnsafeGuaranteedRef { cursor.position >= $0.values.count } ? 1 : 0
        }
        module.xColumn = { pointer, context, column in
            guard let context, let cursor = cursor(pointer)?.pointee, let values = cursor.values, column != argumentColumn else {
                return SQLITE_OK
            }
            let element = column == 0 ? 0 : Int(column) - 1
            values._withUnsafeGuaranteedRef { values in
                if case .list(let tuple) = values.values[cursor.position] {
                    if tuple.indices.contains(element) { SQLResult.set(tuple[element], context) }
                } else if element == 0 {
                    SQLResult.set(values.values[cursor.position], context)
                }
            }
            return SQLITE_OK
        }
        module.xRowid = { pointer, row in
            row?.pointee = Int64(cursor(pointer)?.pointee.position ?? 0)
            return SQLITE_OK
        }
        let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
        kept.initialize(to: module)
        return UnsafePointer(kept)
    }()
}
