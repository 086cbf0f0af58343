extension FormatParser {
    /// Parses a call: the arguments in parentheses after a name.
    mutating func call(_ name: String) throws -> ExpressionForm {
        try nested { parser in
            switch name.uppercased() {
            case "SUBQUERY": try parser.subquery()
            case "FUNCTION": try parser.message()
            case "CAST": try parser.cast()
            case "TERNARY": try parser.conditional()
            case "FETCH": try parser.fetch()
            default: try parser.function(name)
            }
        }
    }

    private mutating func function(_ name: String) throws -> ExpressionForm {
        let start = index
        guard let function = NamedFunction(called: name) else {
            throw error(
                "there is no function \(name); there are " + NamedFunction.allCases.map(\.rawValue).joined(separator: ", ")
                    + ". FUNCTION(object, \"\(name)\") calls a method.")
        }
        index += 2
        var arguments: [ExpressionForm] = []
        if !accept(symbol: ")") {
            repeat { arguments.append(try expression()) } while accept(symbol: ",")
            try close()
        }
        // Apple's documentation also passes the elements of a collection as arguments: sum(1, 2).
        if function.takesCollection, arguments.count > 1 { arguments = [.aggregate(arguments)] }
        guard arguments.count == function.arity else {
            index = start
            throw error("\(function.rawValue) takes \(function.arity) arguments, not \(arguments.count).")
        }
        return .function(function, arguments)
    }

    private mutating func subquery() throws -> ExpressionForm {
        index += 2
        let collection = try expression()
        try comma()
        guard case .variable(let variable) = token else {
            throw error(
                "SUBQUERY takes a collection, a variable and a predicate, such as SUBQUERY(items, $item, $item.price > 5).")
        }
        index += 1
        try comma()
        let predicate = try predicate()
        try close()
        return .subquery(collection, variable: variable, predicate)
    }

    private mutating func message() throws -> ExpressionForm {
        index += 2
        let target = try expression()
        try comma()
        guard case .constant(.string(let selector)) = try expression() else {
            index -= 1
            throw error(
                "FUNCTION takes an object and the name of a method in quotes, such as FUNCTION(name, \"uppercaseString\").")
        }
        var arguments: [ExpressionForm] = []
        while accept(symbol: ",") { arguments.append(try expression()) }
        try close()
        return .message(target, selector, arguments)
    }

    /// Parses a CAST. A cast of a constant is evaluated at once, because `Value.literal` prints
    /// constants that have no literal, such as dates and UUIDs, as casts.
    private mutating func cast() throws -> ExpressionForm {
        let start = index
        index += 2
        let value = try expression()
        try comma()
        let type = try expression()
        try close()
        guard case .constant(let constant) = value, case .constant(.string(let name)) = type else {
            return .function(.cast, [value, type])
        }
        do {
            return .constant(try constant.cast(to: name))
        } catch let problem as InvalidPredicate {
            index = start
            throw error(problem.message)
        }
    }

    private mutating func conditional() throws -> ExpressionForm {
        index += 2
        let predicate = try predicate()
        try comma()
        let yes = try expression()
        try comma()
        let no = try expression()
        try close()
        return .conditional(predicate, yes, no)
    }

    private mutating func fetch() throws -> ExpressionForm {
        index += 2
        let request = try expression()
        try comma()
        let context = try expression()
        try comma()
        let start = index
        guard case .constant(let countOnly) = try expression(), let number = countOnly.number else {
            index = start
            throw error("the third argument of FETCH must be YES, to count the objects only, or NO.")
        }
        try close()
        return .fetch(request, context, countOnly: number.double != 0)
    }

    private mutating func comma() throws {
        guard accept(symbol: ",") else { throw error("a comma is missing.") }
    }

    private mutating func close() throws {
        guard accept(symbol: ")") else { throw error("a comma or a closing parenthesis is missing.") }
    }
}
