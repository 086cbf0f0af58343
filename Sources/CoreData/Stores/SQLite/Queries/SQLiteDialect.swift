internal import StrataPredicates

/// The SQL of SQLite, with the functions that each connection registers.
struct SQLiteDialect: SQLDialect {
    // MARK: Arguments

    func placeholder(_ number: Int) -> String { "?\(number)" }

    /// SQLite gathers the constant operands of a statement, so that each is evaluated once, and
    /// compares each with all that it has gathered: n operands cost n² steps. It also allows 32,766
    /// arguments. The function that reads an element of a list is no constant for SQLite.
    let mostOperands = 1_000

    func element(_ index: Int, of list: String) -> String { "\(ListTable.element)(\(list), \(index))" }

    func rows(of list: String) -> String { "\(ListTable.name)(\(list))" }

    func column(_ element: Int) -> String { ListTable.column(element) }

    func isIn(_ value: String, _ list: String) -> String { "\(value) IN \(rows(of: list))" }

    let unlimited = Value.int(-1)

    // MARK: Logic

    func constant(_ holds: Bool) -> String { holds ? "1" : "0" }

    func orFalse(_ condition: String) -> String { "ifnull(\(condition), 0)" }

    func isSame(_ a: String, _ b: String) -> String { "\(a) IS \(b)" }

    func isDifferent(_ a: String, _ b: String) -> String { "\(a) IS NOT \(b)" }

    func number(_ value: String, orIfNull other: Int) -> String { "ifnull(\(value), \(other))" }

    // MARK: Numbers

    /// A decimal may be stored as a blob, which sorts after all numbers; see `Decimal.columnValue`.
    func hasOrder(_ type: SQLType) -> Bool { !type.mayBeDecimal }

    func hasArithmetic(_ type: SQLType) -> Bool { type == .int || type == .number || type == .bool || type == .date }

    func real(_ value: String) -> String { "CAST(\(value) AS REAL)" }

    /// A column stores some decimals, and dates of whole seconds, as integers, which would divide
    /// without a fraction. Beside numbers of other types, both are converted.
    func converted(_ value: SQLExpression, to type: SQLType) -> String {
        switch value.type {
        case .decimal where type == .mixed: "\(ValueFunctions.mixed)(\(value.text))"
        case .date where type != .date: real(value.text)
        default: value.text
        }
    }

    func distinct(_ value: SQLExpression) -> String {
        value.type == .mixed ? "\(ValueFunctions.number)(\(value.text))" : value.text
    }

    // MARK: Texts

    func match(_ text: String, _ pattern: String, _ comparison: PredicateForm.Comparison) -> String {
        "\(StringFunctions.match)(\(text), \(pattern), \(StringFunctions.code(of: comparison)))"
    }

    func folded(_ text: String, _ comparison: PredicateForm.Comparison) -> String {
        "\(StringFunctions.fold)(\(text), \(StringFunctions.code(of: comparison)))"
    }

    func localizedOrder(_ a: String, _ b: String) -> String { "\(ValueFunctions.compareLocalized)(\(a), \(b))" }

    func term(_ sort: SortForm, _ key: SQLExpression) -> String {
        let isText = key.type.kind == .text && sort.comparison != .binary
        let text = key.type == .decimal ? "\(ValueFunctions.digits)(\(key.text))" : key.text
        return text + (isText ? " COLLATE \(sort.comparison.collation)" : "") + (sort.ascending ? "" : " DESC")
    }

    // MARK: Functions

    func call(_ name: String, _ arguments: [SQLExpression], _ type: SQLType) throws -> String {
        var types = type == .mixed ? SQLType.mixed.code ?? 0 : 0
        for argument in arguments.reversed() {
            guard let code = argument.type.code else {
                throw InvalidPredicate("\(name) takes no \(argument.type.name) in SQL.")
            }
            types = types << 4 | code
        }
        return "\(ValueFunctions.call)(\((["'\(name)'", String(types)] + arguments.map(\.text)).joined(separator: ", ")))"
    }

    func aggregate(_ function: NamedFunction, of value: SQLExpression) throws -> String {
        guard let code = value.type.code else { throw InvalidPredicate("\(function.rawValue) takes numbers.") }
        return "\(ValueFunctions.aggregate)('\(function.rawValue)', \(code), \(value.text))"
    }

    /// SQLite's own functions do not keep the values in memory. But they overflow at 64 bits for
    /// sums of whole numbers, and lose digits of decimals.
    func ownAggregate(_ function: NamedFunction, of value: SQLExpression) -> String? {
        switch function {
        case .sum where value.type == .number: "total(\(value.text))"
        case .average where value.type == .number || value.type == .int: "avg(\(value.text))"
        default: nil
        }
    }

    /// SQLite's parser rejects somewhat more than a hundred levels of some expressions.
    let mostNested = 200
}

extension TextComparison {
    /// The name of the collation with this order: SQLite's, or the one in Core Data's stores.
    var collation: String {
        switch self {
        case .binary: "BINARY"
        case .caseInsensitive: "NSCollateNoCase"
        case .localized: "NSCollateLocaleSensitive"
        case .localizedCaseInsensitive: "NSCollateLocaleSensitiveNoCase"
        case .localizedStandard: "NSCollateFinderlike"
        }
    }
}
