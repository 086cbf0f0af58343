internal import StrataPredicates

extension QueryBuilder {
    /// Returns the translation of an expression.
    func operand(_ form: ExpressionForm) throws -> SQLOperand {
        // Without this limit, a very deep expression would overflow the thread's stack before the
        // engine's parser rejects it.
        depth += 1
        defer { depth -= 1 }
        guard depth <= dialect.mostNested else {
            throw InvalidPredicate("an expression of more than \(dialect.mostNested) operators in a row is too deep for a store.")
        }
        // An expression that does not depend on the row is evaluated once, in memory.
        if !form.dependsOnRow {
            return .constant(try CompiledExpression(form).value(of: .value(.null), nil).value)
        }
        if isWritingColumns, !isOfRow, let operand = try operand(ofGroup: form) { return operand }
        switch form {
        case .constant(let value): return .constant(value)
        case .keyPath(let names):
            if let aggregate = try aggregate(names) { return aggregate }
            if !isOfRow { rowValuesWritten += 1 }
            return try follow(.object(root), names[...])
        case .path(let base, let names): return try follow(operand(base), names[...])
        case .variable(let name):
            guard let operand = variables[name] else {
                throw InvalidPredicate("the variable $\(name) has no value; replace it before the predicate is used.")
            }
            return operand
        case .aggregate(let elements): return .list(try elements.map(operand))
        case .function(let function, let arguments): return try call(function, arguments)
        case .message(let target, let selector, let arguments): return try send(selector, target, arguments)
        case .subquery(let collection, let variable, let predicate): return try subquery(collection, variable, predicate)
        case .set(let operation, let left, let right): return try set(operation, left, right)
        case .conditional(let predicate, let yes, let no): return try conditional(predicate, yes, no)
        case .assignment: throw form.refused("an assignment")
        case .symbol: throw InvalidPredicate("\(form.format) can only be used as an index, as in items[FIRST].")
        case .anyKey: throw form.refused("ANYKEY, which is for dictionaries,")
        case .fetch: throw form.refused("FETCH")
        case .block: throw form.refused("an expression made of a closure")
        }
    }

    private func conditional(_ predicate: PredicateForm, _ yes: ExpressionForm, _ no: ExpressionForm) throws -> SQLOperand {
        let test = try condition(predicate)
        let (yes, no) = (try value(operand(yes)), try value(operand(no)))
        guard let type = yes.type.common(no.type) else {
            throw InvalidPredicate("the two values of TERNARY are of different kinds.")
        }
        return .value(
            SQLExpression(
                text: """
                    CASE WHEN \(dialect.text(test)) THEN \(dialect.converted(yes, to: type)) \
                    ELSE \(dialect.converted(no, to: type)) END
                    """,
                type: type, isOptional: yes.isOptional || no.isOptional))
    }

    private func send(_ selector: String, _ target: ExpressionForm, _ arguments: [ExpressionForm]) throws -> SQLOperand {
        if selector == "valueForKey:" || selector == "valueForKeyPath:", arguments.count == 1,
            case .constant(let path) = try operand(arguments[0])
        {
            return try follow(operand(target), (path.text ?? "").split(separator: ".").map(String.init)[...])
        }
        guard arguments.isEmpty, ValueProperty(rawValue: selector) != nil else {
            throw InvalidPredicate(
                "FUNCTION calls valueForKey:, valueForKeyPath: and "
                    + ValueProperty.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return try follow(operand(target), [selector])
    }

    // MARK: Functions

    private func call(_ function: NamedFunction, _ arguments: [ExpressionForm]) throws -> SQLOperand {
        guard arguments.count == function.arity else {
            throw InvalidPredicate("\(function.rawValue) takes \(function.arity) arguments, not \(arguments.count).")
        }
        switch function {
        case .noIndex: return try operand(arguments[0])
        case .index: return try element(of: operand(arguments[0]), at: arguments[1])
        case .first: return try element(of: operand(arguments[0]), at: .symbol(.first))
        case .last: return try element(of: operand(arguments[0]), at: .symbol(.last))
        case .isKind: return try isKind(arguments)
        case .asKind: return try asKind(arguments)
        case .distinct: return .collection(try distinct(collection(arguments[0])))
        case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
            return .value(try aggregate(function, of: arguments[0]))
        case .add, .subtract, .multiply, .divide:
            return .value(try arithmetic(function, value(operand(arguments[0])), value(operand(arguments[1]))))
        case .cast:
            guard case .constant(let type) = try operand(arguments[1]), let type = type.text, let result = SQLType(castType: type)
            else {
                throw InvalidPredicate("CAST takes the name of a type in quotes, such as CAST(time, \"NSNumber\").")
            }
            return .value(try apply(function.rawValue, [value(operand(arguments[0])), value(operand(arguments[1]))], result))
        case .uppercase, .lowercase, .canonical:
            return .value(try apply(function.rawValue, [value(operand(arguments[0]))], .text))
        default:
            return .value(try apply(function.rawValue, arguments.map { try value(operand($0)) }, .number))
        }
    }

    /// Returns the engine's arithmetic if its result is that of the in-memory evaluator, otherwise a
    /// call of the function.
    private func arithmetic(_ function: NamedFunction, _ left: SQLExpression, _ right: SQLExpression) throws -> SQLExpression {
        let type = left.type.combined(with: right.type, by: function)
        guard dialect.hasArithmetic(left.type), dialect.hasArithmetic(right.type), let sign = function.infix else {
            return try apply(function.rawValue, [left, right], type)
        }
        // A column may have a date of whole seconds as an integer, which would divide without a
        // fraction.
        func operand(_ expression: SQLExpression) -> String {
            expression.type == .date ? dialect.real(expression.text) : expression.text
        }
        return SQLExpression(
            text: "(\(operand(left)) \(sign) \(operand(right)))", type: type,
            isOptional: left.isOptional || right.isOptional || function == .divide)
    }

    /// Returns a call of a function.
    ///
    /// A function that returns a number of any type may return a decimal if an argument is one.
    func apply(_ name: String, _ arguments: [SQLExpression], _ type: SQLType) throws -> SQLExpression {
        for argument in arguments where argument.type.kind == .transformed || argument.type.isObject {
            throw InvalidPredicate("\(name) takes values, not objects or transformable attributes.")
        }
        let type = type == .number && arguments.contains { $0.type.mayBeDecimal } ? .mixed : type
        return SQLExpression(text: try dialect.call(name, arguments, type), type: type)
    }
}

extension SQLType {
    private var isWhole: Bool { self == .int || self == .bool }

    /// Returns the result type of arithmetic on two types; see `NamedFunction`.
    fileprivate func combined(with other: SQLType, by function: NamedFunction) -> SQLType {
        switch (self, other) {
        case (.date, let other) where other != .date && (function == .add || function == .subtract): .date
        case (.decimal, .decimal): .decimal
        case (.decimal, let other) where other.isWhole: .decimal
        case (let whole, .decimal) where whole.isWhole: .decimal
        default: isWhole && other.isWhole ? .int : .number
        }
    }

    /// Returns the type of an expression with values of either type; nil if their kinds differ.
    func common(_ other: SQLType) -> SQLType? {
        if self == other || other == .null { return self }
        if self == .null { return other }
        guard kind == other.kind else { return nil }
        return switch kind {
        case .number: mayBeDecimal || other.mayBeDecimal ? .mixed : .number
        case .text: .text
        case .blob: .data
        default: nil
        }
    }

    /// Creates the result type of CAST from the name of a class.
    fileprivate init?(castType name: String) {
        switch name {
        case "NSString": self = .text
        case "NSNumber": self = .number
        case "NSDecimalNumber": self = .decimal
        case "NSDate": self = .date
        case "NSUUID": self = .uuid
        case "NSURL": self = .url
        case "NSData": self = .data
        default: return nil
        }
    }
}

extension ExpressionForm {
    /// Whether the value may differ from row to row.
    fileprivate var dependsOnRow: Bool {
        contains { form in
            switch form {
            case .keyPath, .variable, .anyKey, .symbol, .block, .fetch, .assignment: true
            default: false
            }
        }
    }

    fileprivate func refused(_ what: String) -> InvalidPredicate {
        InvalidPredicate("\(what) has no SQL: \(format).")
    }
}
