internal import Foundation
internal import GRDB
internal import StrataPredicates

/// The SQL functions that implement those of the predicate language, and the collations for sorts.
/// They call the same code as the in-memory evaluator, so that both give the same results.
enum ValueFunctions {
    /// `strata_call(name, types, arguments…)`: the result of the function, or the value of the
    /// property, with a name. `types` has four bits for each argument, see `SQLType.code`, and for
    /// the result if that is of mixed type.
    static let call = "strata_call"
    /// `strata_aggregate(name, type, value)`: the result of an aggregate function for the values of
    /// all rows of a group.
    static let aggregate = "strata_aggregate"
    /// `strata_compare(a, b)`: -1, 0 or 1, the order of two texts in the current locale.
    static let compareLocalized = "strata_compare"

    /// `strata_real(decimal)`: the double nearest to a decimal.
    static let real = "strata_real"
    /// `strata_mixed(decimal)`: a decimal as a number of mixed type; see `Value.mixedValue`.
    static let mixed = "strata_mixed"
    /// `strata_number(number)`: a number of mixed type as a column stores it.
    static let number = "strata_number"
    /// `strata_order(a, b, types)`: -1, 0 or 1, the order of two values in the in-memory evaluator;
    /// NULL if they cannot be compared. `types` as in `strata_call`.
    static let order = "strata_order"
    /// `strata_digits(decimal)`: data that sorts in the order of the decimals; see
    /// `Decimal.orderedBytes`.
    static let digits = "strata_digits"

    /// Registers the functions and collations in a connection.
    static func register(in database: Database) throws {
        try SQLFunction(real, argumentCount: 1) { call in
            guard case .decimal(let decimal) = call.value(0, as: .decimal) else { return .null }
            return .double(decimal.nearestDouble)
        }.register(in: database)
        try SQLFunction(mixed, argumentCount: 1) { $0.value(0, as: .decimal).mixedValue }.register(in: database)
        try SQLFunction(number, argumentCount: 1) { $0.value(0, as: .mixed) }.register(in: database)
        try SQLFunction(order, argumentCount: 3) { call in
            let types = call.int(2)
            let (a, b) = (SQLType(code: Int(types & 15)) ?? .null, SQLType(code: Int(types >> 4 & 15)) ?? .null)
            return try call.value(0, as: a).comparableOrder(to: call.value(1, as: b)).map { .int(Int64($0.rawValue)) } ?? .null
        }.register(in: database)
        try SQLFunction(digits, argumentCount: 1) { call in
            guard case .decimal(let decimal) = call.value(0, as: .decimal), decimal.isFinite else { return .null }
            return .data(decimal.orderedBytes)
        }.register(in: database)
        try SQLFunction(call, argumentCount: -1) { call in
            let function = try call.kept(0) { try Function(called: call.text(0) ?? "") }
            var types = call.int(1)
            let arguments = (2..<call.count).map { place in
                defer { types >>= 4 }
                return call.value(place, as: SQLType(code: Int(types & 15)) ?? .null)
            }
            let result = try function.apply(arguments)
            return SQLType(code: Int(types & 15)) == .mixed ? result.mixedValue : result
        }.register(in: database)
        try SQLFunction(compareLocalized, argumentCount: 2) { call in
            guard let a = call.text(0), let b = call.text(1) else { return .null }
            return .int(Int64(a.compare(b, locale: .current).rawValue))
        }.register(in: database)
        try SQLAggregate(name: aggregate) { name, type, values in
            let result = try NamedFunction(rawValue: name)?.apply([.list(values)]) ?? .null
            return type == .mixed ? result.mixedValue : result
        }.register(in: database)
        for comparison in TextComparison.allCases where comparison != .binary {
            database.add(
                collation: DatabaseCollation(comparison.collation) { comparison.order(.string($0), .string($1)) })
        }
    }

    /// The function or property with a name passed to `strata_call`.
    private final class Function {
        private let body: ([Value]) throws -> Value

        init(called name: String) throws {
            if let property = ValueProperty(rawValue: name) {
                body = { property.read(from: $0[0]) ?? .null }
            } else if let function = NamedFunction(rawValue: name) {
                body = function.apply
            } else {
                throw InvalidPredicate("\u{201C}\(name)\u{201D} is not a function.")
            }
        }

        func apply(_ arguments: [Value]) throws -> Value { try body(arguments) }
    }
}

extension SQLFunctionCall {
    /// Returns the argument as a value of a type.
    func value(_ place: Int, as type: SQLType) -> Value { type.value(of: value(place)) }
}
