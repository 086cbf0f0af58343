internal import Foundation
internal import StrataPredicates

extension SQLType {
    /// The code of the type in arguments of registered SQL functions; nil for types that they do
    /// not accept.
    var code: Int? { Self.codes.firstIndex(of: self) }

    init?(code: Int) {
        guard Self.codes.indices.contains(code) else { return nil }
        self = Self.codes[code]
    }

    private static let codes: [SQLType] = [
        .null, .int, .number, .decimal, .bool, .date, .text, .url, .data, .uuid, .mixed,
    ]
}

extension SQLType {
    /// Returns the value of this type for a stored integer, double, text or blob.
    func value(of stored: Value) -> Value {
        switch (self, stored) {
        case (.bool, .int(let int)): .bool(int != 0)
        case (.date, .int(let int)): .date(Date(timeIntervalSinceReferenceDate: Double(int)))
        case (.date, .double(let double)): .date(Date(timeIntervalSinceReferenceDate: double))
        case (.decimal, .int(let int)): .decimal(Decimal(int))
        case (.decimal, .double(let double)): Decimal(stored: double).map(Value.decimal) ?? .null
        case (.decimal, .data(let digits)), (.mixed, .data(let digits)): Decimal(digits: digits).map(Value.decimal) ?? .null
        case (.decimal, .string(let text)): Decimal(string: text).map(Value.decimal) ?? .null
        case (.url, .string(let text)): URL(string: text).map(Value.url) ?? .null
        case (.uuid, .data(let data)) where data.count == 16:
            .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        // The caller has converted the primary key to a row ID; see `SelectedColumns.value(_:as:)`.
        case (.object(let layout), .int(let number)): .object(ObjectReference(layout, RowID(number)))
        default: stored
        }
    }
}
