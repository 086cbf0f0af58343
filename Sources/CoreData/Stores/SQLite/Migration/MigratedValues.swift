internal import Foundation
internal import StrataPredicates

/// The SQL of the values that a migration writes.
enum MigratedValues {
    /// `strata_unfit(name, value)`: fails with a sentence about a value that an attribute's new type
    /// cannot hold.
    static let unfit = "strata_unfit"
    /// `strata_float(double)`: the nearest single-precision number.
    static let float = "strata_float"
    /// `strata_external_data(column)`: the data of a column of external data, read from its file.
    static let externalData = "strata_external_data"
    /// `strata_inline(data)`: data as a column of external data holds it.
    static let inline = "strata_inline"

    /// Returns the functions that the SQL calls.
    static func functions(_ external: ExternalData) -> [SQLFunction] {
        [
            SQLFunction(unfit, argumentCount: 2) { call in
                let value = call.value(1)
                throw MigrationFailure(
                    "The value \(value.plainText) of \(call.text(0) ?? "an attribute") does not fit the attribute's new type.")
            },
            SQLFunction(float, argumentCount: 1) { call in
                guard case .double(let double) = call.value(0) else { return call.value(0) }
                let single = Double(Float(double))
                guard single.isFinite || !double.isFinite else {
                    throw MigrationFailure("The value \(double) of an attribute does not fit its new type, Float.")
                }
                return .double(single)
            },
            SQLFunction(externalData, argumentCount: 1) { call in
                guard case .data(let column) = call.value(0) else { return .null }
                return try external.data(column).map(Value.data) ?? .null
            },
            SQLFunction(inline, argumentCount: 1) { call in
                if case .data(let data) = call.value(0) { .data(ExternalData.inlined(data)) } else { .null }
            },
        ]
    }

    /// Returns a value as an SQL literal, in the form in which a column of an attribute stores it.
    static func literal(_ value: Value, _ attribute: NSAttributeDescription, isElement: Bool = false) throws -> String {
        if attribute.isExternal, !isElement, case .data(let data) = value { return hex(ExternalData.inlined(data)) }
        switch value {
        case .null, .list, .object: return "NULL"
        case .bool(let bool): return bool ? "1" : "0"
        case .int(let int): return int == .min ? "(-9223372036854775807 - 1)" : "\(int)"
        case .double(let double): return double.isFinite ? "\(double)" : "NULL"
        case .decimal(let decimal): return try literal(decimal.columnValue, attribute, isElement: true)
        case .date(let date): return "\(date.timeIntervalSinceReferenceDate)"
        case .string(let text): return Self.text(text)
        case .url(let url): return Self.text(url.absoluteString)
        case .uuid(let uuid): return hex(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .data(let data): return hex(data)
        case .opaque(let opaque):
            guard let value = opaque.object as? TransformedValue else { return "NULL" }
            return try literal(.data(value.encoded()), attribute, isElement: isElement)
        }
    }

    /// Returns a text as an SQL literal.
    static func text(_ text: String) -> String {
        // A text with NUL would end there.
        text.contains("\0") ? "CAST(\(hex(Data(text.utf8))) AS TEXT)" : "'" + text.replacing("'", with: "''") + "'"
    }

    private static func hex(_ data: Data) -> String { "x'" + data.map { String(format: "%02x", $0) }.joined() + "'" }

    /// Returns the SQL that converts a column of an attribute's old version; the column itself if
    /// both versions store it alike.
    ///
    /// - Parameter name: the attribute with its entity, for errors.
    static func conversion(_ column: String, _ kept: KeptAttribute, name: String) -> String {
        let isElement = !kept.path.isEmpty
        switch (kept.old.isExternal && !isElement, kept.new.isExternal && !isElement) {
        case (true, false): return "\(externalData)(\(column))"
        case (false, true): return "\(inline)(\(column))"
        default: break
        }
        let (old, new) = (kept.old.attributeType, kept.new.attributeType)
        guard old != new, let number = Number(old), let wanted = Number(new) else { return column }
        switch wanted {
        case .decimal: return column
        case .double: return real(column, number)
        case .float: return "\(float)(\(real(column, number)))"
        case .integer(let limit): return integer(column, number, limit, name)
        }
    }

    /// Returns the SQL that converts a number to a whole one, without its fraction. A number beyond
    /// the limit fails.
    private static func integer(_ column: String, _ number: Number, _ limit: Int64, _ name: String) -> String {
        let whole: String
        switch number {
        case .integer(let was):
            if was <= limit { return column }
            whole = column
        // A decimal with more digits than a double is a blob of its digits.
        case .decimal:
            whole = "CAST(CASE typeof(\(column)) WHEN 'blob' THEN CAST(\(column) AS TEXT) ELSE \(column) END AS INTEGER)"
        case .double, .float: whole = "CAST(\(column) AS INTEGER)"
        }
        // SQLite casts a number beyond 64 bits to the nearest one of 64 bits, so these are excluded.
        let range = limit == .max ? "-9223372036854775807 AND 9223372036854775806" : "\(-limit - 1) AND \(limit)"
        return """
            CASE WHEN \(column) IS NULL THEN NULL WHEN \(whole) BETWEEN \(range) THEN \(whole) \
            ELSE \(unfit)(\(text(name)), \(column)) END
            """
    }

    private static func real(_ column: String, _ number: Number) -> String {
        switch number {
        case .double, .float: column
        case .integer: "CAST(\(column) AS REAL)"
        case .decimal: "\(ValueFunctions.real)(\(column))"
        }
    }

    /// A numeric type; integers with the greatest number that they hold.
    private enum Number: Equatable {
        case integer(Int64)
        case decimal, double, float

        init?(_ type: NSAttributeType) {
            switch type {
            case .integer16AttributeType: self = .integer(Int64(Int16.max))
            case .integer32AttributeType: self = .integer(Int64(Int32.max))
            case .integer64AttributeType: self = .integer(.max)
            case .decimalAttributeType: self = .decimal
            case .doubleAttributeType: self = .double
            case .floatAttributeType: self = .float
            default: return nil
            }
        }
    }
}

extension Value {
    /// The value as an error names it.
    fileprivate var plainText: String {
        switch self {
        case .int(let int): "\(int)"
        case .double(let double): "\(double)"
        case .string(let text): "'\(text)'"
        case .data(let data): String(data: data, encoding: .utf8) ?? "\(data)"
        default: "\(self)"
        }
    }
}
