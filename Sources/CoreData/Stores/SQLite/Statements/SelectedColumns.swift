internal import Foundation
internal import GRDBSQLite
internal import Predicates

/// The columns of one row, which count from 0: those of a statement that was stepped, or the arguments of a function that SQL calls with them.
protocol SelectedColumns {
    var keySpace: KeySpace { get }
    /// SQLite's code for the type that a column has in this row.
    func type(_ column: Int) -> Int32
    /// 0 for what is no number.
    func int(_ column: Int) -> Int64
    func double(_ column: Int) -> Double
    /// The characters where SQLite has them, by length, since text may hold NUL characters; nil for NULL.
    func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>?
    func bytes(_ column: Int) -> UnsafeRawBufferPointer
}

extension SelectedColumns {
    @inline(__always)
    func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    /// The number of the object whose key a column has.
    @inline(__always)
    func key(_ column: Int) -> Int64 { keySpace.number(int(column)) }

    /// The same; nil where the column is NULL.
    func reference(_ column: Int) -> Int64? { isNull(column) ? nil : key(column) }

    func text(_ column: Int) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

    func data(_ column: Int) -> Data? {
        guard !isNull(column) else { return nil }
        let bytes = bytes(column)
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
        return Data(bytes: start, count: bytes.count)
    }

    /// A column as a row keeps numbers; nil where it is NULL, and for what is not kept in a word.
    @inline(__always)
    func word(_ column: Int, _ packing: RowShape.Packing) -> UInt64? {
        let word: UInt64
        switch packing {
        case .int: word = UInt64(bitPattern: int(column))
        case .double, .date: word = double(column).bitPattern
        case .bool: word = int(column) != 0 ? 1 : 0
        case .whole: return nil
        }
        // A number that is not zero cannot come of NULL, which saves asking.
        return word != 0 || !isNull(column) ? word : nil
    }

    /// A column in the kind it has: an integer, a double, a text, data or null.
    func value(_ column: Int) -> Value {
        switch type(column) {
        case SQLITE_INTEGER: .int(int(column))
        case SQLITE_FLOAT: .double(double(column))
        case SQLITE_TEXT: text(column).map(Value.string) ?? .null
        case SQLITE_BLOB: data(column).map(Value.data) ?? .null
        default: .null
        }
    }

    /// A column as a value of a type.
    func value(_ column: Int, as type: SQLType) -> Value {
        guard case .object = type, case .int = value(column) else { return type.value(of: value(column)) }
        return type.value(of: .int(key(column)))
    }

    /// Reads a column as an attribute of the given type; NULL and what cannot be read as that type become null.
    func value(_ column: Int, as type: NSAttributeType) -> Value {
        // Numbers first: one that is not zero cannot come of NULL, which saves asking.
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            let int = int(column)
            if int != 0 { return .int(int) }
        case .doubleAttributeType, .floatAttributeType:
            let double = double(column)
            if double != 0 { return .double(double) }
        default: break
        }
        guard !isNull(column) else { return .null }
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return .int(int(column))
        case .booleanAttributeType:
            return .bool(int(column) != 0)
        case .doubleAttributeType, .floatAttributeType:
            return .double(double(column))
        case .dateAttributeType:
            return .date(Date(timeIntervalSinceReferenceDate: double(column)))
        case .decimalAttributeType:
            // Not as SQLite's text, which has 15 digits of a double.
            guard case .decimal(let decimal) = value(column, as: SQLType.decimal) else { return .null }
            return .decimal(decimal)
        case .stringAttributeType:
            return text(column).map(Value.string) ?? .null
        case .URIAttributeType:
            return text(column).flatMap { URL(string: $0) }.map(Value.url) ?? .null
        case .UUIDAttributeType:
            guard let data = data(column), data.count == 16 else { return .null }
            return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case .binaryDataAttributeType:
            return data(column).map(Value.data) ?? .null
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            return .null
        }
    }
}
