internal import Foundation
internal import GRDBSQLite
internal import StrataPredicates

/// The columns of one row, with indices from 0: the result of a step, or the arguments of a SQL
/// function.
protocol SelectedColumns {
    var keySpace: KeySpace { get }
    /// Returns SQLite's code for the storage class of a column in this row.
    func type(_ column: Int) -> Int32
    /// Returns a column as an integer; 0 for NULL and for text that is not a number.
    func int(_ column: Int) -> Int64
    /// Returns a column as a double; 0 for NULL and for text that is not a number.
    func double(_ column: Int) -> Double
    /// Returns the bytes of a text in SQLite's memory, valid until the next step; nil for NULL.
    ///
    /// The text may contain NUL characters.
    func utf8(_ column: Int) -> UnsafeBufferPointer<UInt8>?
    /// Returns the bytes of a blob in SQLite's memory, valid until the next step.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer
}

extension SelectedColumns {
    @inline(__always)
    func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    @inline(__always)
    func primaryKey(_ column: Int) -> PrimaryKey { PrimaryKey(int(column)) }

    /// Returns the row ID of the object whose primary key is in a column.
    @inline(__always)
    func rowID(_ column: Int) -> RowID { keySpace.rowID(primaryKey(column)) }

    /// Returns the row ID of the object that a foreign key refers to; nil for NULL.
    func reference(_ column: Int) -> RowID? { isNull(column) ? nil : rowID(column) }

    func text(_ column: Int) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

    func data(_ column: Int) -> Data? {
        guard !isNull(column) else { return nil }
        let bytes = bytes(column)
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
        return Data(bytes: start, count: bytes.count)
    }

    /// Returns a number as the word that rows store; nil for NULL, and for types that are not
    /// stored as a word.
    @inline(__always)
    func word(_ column: Int, _ packing: RowShape.Packing) -> UInt64? {
        let word: UInt64
        switch packing {
        case .int: word = UInt64(bitPattern: int(column))
        case .double, .date: word = double(column).bitPattern
        case .bool: word = int(column) != 0 ? 1 : 0
        case .whole: return nil
        }
        // SQLite reads NULL as 0, so only a 0 needs its type checked.
        return word != 0 || !isNull(column) ? word : nil
    }

    /// Returns a column according to its storage class: an integer, a double, a text, data or null.
    func value(_ column: Int) -> Value {
        switch type(column) {
        case SQLITE_INTEGER: .int(int(column))
        case SQLITE_FLOAT: .double(double(column))
        case SQLITE_TEXT: text(column).map(Value.string) ?? .null
        case SQLITE_BLOB: data(column).map(Value.data) ?? .null
        default: .null
        }
    }

    /// Returns a column as a value of a type. Primary keys become row IDs.
    func value(_ column: Int, as type: SQLType) -> Value {
        guard case .object = type, case .int = value(column) else { return type.value(of: value(column)) }
        return type.value(of: .int(rowID(column).rawValue))
    }

    /// Returns a column as an attribute of the given type; null for NULL, and for values that are
    /// not of this type.
    func value(_ column: Int, as type: NSAttributeType) -> Value {
        // SQLite reads NULL as 0, so only a 0 needs its type checked.
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
            // SQLite's text for a double has only 15 digits.
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
