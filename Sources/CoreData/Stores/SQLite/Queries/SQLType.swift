internal import Foundation
internal import Predicates

/// What a SQL expression holds where it holds something, known before a statement runs.
enum SQLType: Hashable {
    /// Nothing, ever.
    case null
    /// A whole number; beyond 64 bits, SQLite makes a double of it.
    case int
    /// A whole number or a double, by SQLite's own storage class.
    case number
    /// A number, or data that is the digits of one; see `Decimal.columnValue`.
    case decimal
    case bool, date
    case text, url
    case data, uuid
    /// The key of an object; objects of one hierarchy share a table, and with it their keys.
    case object(EntityLayout)
    /// What a transformer made of an object, and data that may lie outside: nothing but whether it is there can be asked.
    case transformed

    /// Kinds of values that are never equal, less or greater than those of another kind.
    enum Kind: Hashable {
        case null, number, text, blob, list, transformed
        case object(hierarchy: ObjectIdentifier)
    }

    init(_ type: NSAttributeType) {
        self =
            switch type {
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .int
            case .doubleAttributeType, .floatAttributeType: .number
            case .decimalAttributeType: .decimal
            case .booleanAttributeType: .bool
            case .dateAttributeType: .date
            case .stringAttributeType: .text
            case .URIAttributeType: .url
            case .binaryDataAttributeType: .data
            case .UUIDAttributeType: .uuid
            case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType:
                .transformed
            }
    }

    /// The type of a constant that is no list.
    init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .double(let double): double.isNaN ? .null : .number
            case .int: .int
            case .bool: .bool
            case .decimal(let decimal): decimal.isNaN ? .null : .decimal
            case .date: .date
            case .string: .text
            case .url: .url
            case .data: .data
            case .uuid: .uuid
            case .object(let reference): .object(reference.layout)
            case .opaque, .list: .transformed
            }
    }

    /// The type as sets compare it: objects of one hierarchy can be the same.
    var comparable: SQLType {
        if case .object(let layout) = self { .object(layout.root) } else { self }
    }

    var kind: Kind {
        switch self {
        case .null: .null
        case .int, .number, .decimal, .bool, .date: .number
        case .text, .url: .text
        case .data, .uuid: .blob
        case .object(let layout): .object(hierarchy: layout.hierarchy)
        case .transformed: .transformed
        }
    }
}

extension SQLType {
    /// The type as the registered functions are told it; nil for what they do not take.
    var code: Int? { Self.codes.firstIndex(of: self) }

    init?(code: Int) {
        guard Self.codes.indices.contains(code) else { return nil }
        self = Self.codes[code]
    }

    private static let codes: [SQLType] = [.null, .int, .number, .decimal, .bool, .date, .text, .url, .data, .uuid]
}

extension SQLType {
    /// The value that SQLite keeps as an integer, a double, a text or data.
    func value(of stored: Value) -> Value {
        switch (self, stored) {
        case (.bool, .int(let int)): .bool(int != 0)
        case (.date, .int(let int)): .date(Date(timeIntervalSinceReferenceDate: Double(int)))
        case (.date, .double(let double)): .date(Date(timeIntervalSinceReferenceDate: double))
        case (.decimal, .int(let int)): .decimal(Decimal(int))
        case (.decimal, .double(let double)): Decimal(stored: double).map(Value.decimal) ?? .null
        case (.decimal, .data(let digits)): Decimal(digits: digits).map(Value.decimal) ?? .null
        case (.decimal, .string(let text)): Decimal(string: text).map(Value.decimal) ?? .null
        case (.url, .string(let text)): URL(string: text).map(Value.url) ?? .null
        case (.uuid, .data(let data)) where data.count == 16:
            .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.object(let layout), .int(let number)): .object(ObjectReference(layout, number))
        default: stored
        }
    }
}

/// A piece of SQL that gives one value a row.
struct SQLExpression: Hashable {
    let text: String
    let type: SQLType
    /// Whether it may be NULL.
    var isOptional = true
    /// The `FROM … WHERE …` whose rows it counts, where it does: whether there are any is told by the first.
    var counted: String?
}

/// A piece of SQL that is true or false, or NULL where it counts as false.
struct SQLCondition: Hashable {
    let text: String
    /// Whether it may be NULL, so that its negation needs care.
    var isOptional = false
    /// Its negation, where that is not just NOT before it.
    var opposite: String?

    static let always = SQLCondition(text: "1")
    static let never = SQLCondition(text: "0")

    static func constant(_ holds: Bool) -> SQLCondition { holds ? always : never }

    /// Holds wherever this one does not. NULL's negation in SQL would be NULL.
    var negated: SQLCondition {
        if self == .always { return .never }
        if self == .never { return .always }
        if let opposite { return SQLCondition(text: opposite, opposite: isOptional ? nil : text) }
        return SQLCondition(text: isOptional ? "NOT ifnull(\(text), 0)" : "NOT \(text)")
    }

    static func all(_ conditions: [SQLCondition]) -> SQLCondition {
        joined(conditions.filter { $0 != .always }, " AND ", decidedBy: .never, otherwise: .always)
    }

    static func any(_ conditions: [SQLCondition]) -> SQLCondition {
        joined(conditions.filter { $0 != .never }, " OR ", decidedBy: .always, otherwise: .never)
    }

    private static func joined(
        _ conditions: [SQLCondition], _ separator: String, decidedBy decisive: SQLCondition, otherwise: SQLCondition
    ) -> SQLCondition {
        if conditions.contains(decisive) { return decisive }
        guard conditions.count > 1 else { return conditions.first ?? otherwise }
        return SQLCondition(
            text: text(conditions[...], separator), isOptional: conditions.contains(where: \.isOptional))
    }

    /// In parentheses. A long chain becomes a tree: to SQLite it would be as deep as it is long, and it takes a depth of 1,000.
    private static func text(_ conditions: ArraySlice<SQLCondition>, _ separator: String) -> String {
        guard conditions.count > 200 else { return "(" + conditions.map(\.text).joined(separator: separator) + ")" }
        let middle = conditions.startIndex + conditions.count / 2
        return "(\(text(conditions[..<middle], separator))\(separator)\(text(conditions[middle...], separator)))"
    }
}
