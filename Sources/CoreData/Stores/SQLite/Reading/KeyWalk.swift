internal import GRDB
internal import GRDBSQLite
internal import Predicates

/// `strata_keys(key, values…, ?1)`: a condition that holds for no row, and tells a `KeyCollector` of each.
///
/// As the only condition of a statement it sees all rows without one being returned, which takes two thirds of the time: nothing is copied for
/// a step or a column. SQLite calls it before it sorts, though, so that this serves only where SQLite walks an index. The collector finds
/// that out.
struct KeyWalk {
    let collector: UnsafeMutablePointer<KeyCollector>
    let keySpace: KeySpace
    let markColumn: Int
    let mark: RowShape.Packing
    let isAscending: Bool
    let sectionColumn: Int?
    /// Whole for a text.
    let section: RowShape.Packing

    private static let name = "strata_keys"
    /// What SQLite compares a bound pointer's type with, by its characters; it keeps the address.
    private static let pointerType: StaticString = "strata_keys"

    /// The statement for a query; nil where the condition would not be the only one, or values are of other types than it takes.
    static func sql(_ keys: KeyQuery, _ schema: QuerySchema) throws -> String? {
        guard keys.leavesTies, keys.markPacking != .whole, SQLDebug.level == 0,
            keys.section == nil || keys.sectionPacking != .whole || keys.hasTextSection
        else { return nil }
        let builder = QueryBuilder(keys.query.layout, schema)
        do {
            try builder.require(keys.query)
            let sorts = try keys.query.sorts.map { $0.text(of: try builder.sortKey($0)) }
            guard builder.scope.isPlain else { return nil }
            let table = schema.table(keys.query.layout)
            let columns = ["t0.Z_PK"] + keys.slots.map { "t0.\(table.column($0))" }
            let call = "\(name)(\(columns.joined(separator: ", ")), ?1)"
            return "SELECT 1 \(builder.scope.text(and: SQLCondition(text: call))) ORDER BY \(sorts.joined(separator: ", "))"
        } catch is InvalidPredicate {
            // Said where the query is asked in full.
            return nil
        }
    }

    /// Has the statement tell a walk, which has to live until the statement is reset.
    static func bind(_ walk: UnsafeMutablePointer<KeyWalk>, _ statement: RawStatement) {
        pointerType.withUTF8Buffer { type in
            type.withMemoryRebound(to: CChar.self) { statement.bind(UnsafeMutableRawPointer(walk), type: $0.baseAddress, at: 1) }
        }
    }

    static func register(in database: Database) throws {
        try database.register(
            function: name, argumentCount: -1, flags: SQLITE_DIRECTONLY,
            call: { context, count, arguments in
                guard let context, let arguments, count > 0 else { return }
                KeyWalk.of(context, arguments, count)?.pointee.take(arguments, context)
            })
    }

    /// The walk that a call of the function is about; kept by the statement, for a pointer's type is compared each time.
    @inline(__always)
    private static func of(
        _ context: OpaquePointer, _ arguments: UnsafeMutablePointer<OpaquePointer?>, _ count: Int32
    ) -> UnsafeMutablePointer<KeyWalk>? {
        if let kept = sqlite3_get_auxdata(context, count - 1) { return kept.assumingMemoryBound(to: KeyWalk.self) }
        let told = pointerType.withUTF8Buffer { type in
            type.withMemoryRebound(to: CChar.self) { sqlite3_value_pointer(arguments[Int(count) - 1], $0.baseAddress) }
        }
        sqlite3_set_auxdata(context, count - 1, told, nil)
        return told?.assumingMemoryBound(to: KeyWalk.self)
    }

    @inline(__always)
    private func take(_ arguments: UnsafeMutablePointer<OpaquePointer?>, _ context: OpaquePointer) {
        if let sectionColumn {
            if section == .whole {
                collector.pointee.follow(Self.text(arguments[sectionColumn]))
            } else {
                collector.pointee.follow(Self.word(arguments[sectionColumn], section), section)
            }
        }
        let number = keySpace.number(sqlite3_value_int64(arguments[0]))
        collector.pointee.append(number, SortMark(Self.word(arguments[markColumn], mark), mark, ascending: isAscending))
        if !collector.pointee.isInOrder { sqlite3_result_error(context, "The rows do not come in order.", -1) }
    }

    /// A number as rows keep it; nil where it is NULL.
    @inline(__always)
    private static func word(_ value: OpaquePointer?, _ packing: RowShape.Packing) -> UInt64? {
        let word: UInt64 =
            switch packing {
            case .double, .date: sqlite3_value_double(value).bitPattern
            case .bool: sqlite3_value_int64(value) != 0 ? 1 : 0
            case .int, .whole: UInt64(bitPattern: sqlite3_value_int64(value))
            }
        // A number that is not zero cannot come of NULL, which saves asking.
        return word != 0 || sqlite3_value_type(value) != SQLITE_NULL ? word : nil
    }

    private static func text(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(value) else { return nil }
        // By length: text may hold NUL characters.
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}
