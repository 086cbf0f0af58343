internal import Foundation
internal import StrataPredicates

/// The type of the non-NULL values of an SQL expression, known before the statement runs.
enum SQLType: Hashable {
    /// Always NULL.
    case null
    /// A whole number, or a double if arithmetic exceeded 64 bits.
    case int
    /// A whole number or a double, which the engine tells apart in each row.
    case number
    case decimal
    /// A whole number, a double or a decimal, which the engine tells apart in each row.
    case mixed
    case bool, date
    case text, url
    case data, uuid
    /// The primary key of an object. Entities of one hierarchy share a table and its keys.
    case object(EntityLayout)
    /// The output of a value transformer, or data that may be stored externally. It can only be
    /// compared with nil.
    case transformed

    /// A kind of values. Values of different kinds are never equal, less or greater.
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

    /// Creates the type of a constant. Lists have no type of their own and count as `transformed`.
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

    /// Whether a value of the type may be a decimal.
    var mayBeDecimal: Bool { self == .decimal || self == .mixed }

    /// The type to compare in set operations, in which all entities of a hierarchy are one type.
    var comparable: SQLType {
        if case .object(let layout) = self { .object(layout.root) } else { self }
    }

    /// The type's values with their article, for messages, in the words of `Value.kindName`.
    var name: String {
        switch self {
        case .null: "nil"
        case .bool: "a Boolean"
        case .int, .number, .decimal, .mixed: "a number"
        case .date: "a date"
        case .text: "a text"
        case .url: "a URL"
        case .data: "data"
        case .uuid: "a UUID"
        case .object: "a managed object"
        case .transformed: "a transformed value"
        }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }

    var kind: Kind {
        switch self {
        case .null: .null
        case .int, .number, .decimal, .mixed, .bool, .date: .number
        case .text, .url: .text
        case .data, .uuid: .blob
        case .object(let layout): .object(hierarchy: layout.hierarchy)
        case .transformed: .transformed
        }
    }
}

/// SQL with one value for each row.
struct SQLExpression: Hashable {
    let text: String
    let type: SQLType
    /// Whether it may be NULL.
    var isOptional = true
    /// For a count, the `FROM … WHERE …` of the counted rows. `@count > 0` becomes an EXISTS over
    /// them, which stops at the first row.
    var counted: String?
}

/// SQL that is true, false, or NULL, which counts as false.
///
/// See `QueryBuilder` for the difference between SQL's logic and that of predicates.
struct SQLCondition: Hashable {
    let text: String
    /// Whether it may be NULL, so that `NOT` alone does not negate it.
    var isOptional = false
    /// The SQL of its negation, if there is a better one than `NOT`. The negation is never NULL.
    var opposite: String?

    /// These two are spelled by the dialect; see `SQLDialect.text(_:)`.
    static let always = SQLCondition(text: "TRUE")
    static let never = SQLCondition(text: "FALSE")

    static func constant(_ holds: Bool) -> SQLCondition { holds ? always : never }

    /// Returns the condition that is true if this one is false or NULL.
    func negated(_ dialect: any SQLDialect) -> SQLCondition {
        if self == .always { return .never }
        if self == .never { return .always }
        if let opposite { return SQLCondition(text: opposite, opposite: isOptional ? nil : text) }
        return SQLCondition(text: isOptional ? "NOT \(dialect.orFalse(text))" : "NOT \(text)")
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

    /// Returns the conditions joined by a separator, in parentheses.
    ///
    /// Engines parse a chain of AND or OR as an expression as deep as the chain is long, and limit
    /// the depth. Long chains are therefore written as a balanced tree.
    private static func text(_ conditions: ArraySlice<SQLCondition>, _ separator: String) -> String {
        guard conditions.count > 200 else { return "(" + conditions.map(\.text).joined(separator: separator) + ")" }
        let middle = conditions.startIndex + conditions.count / 2
        return "(\(text(conditions[..<middle], separator))\(separator)\(text(conditions[middle...], separator)))"
    }
}
