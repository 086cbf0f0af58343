extension FormatParser {
    /// Parses an operand that must be an expression.
    mutating func expression() throws -> ExpressionForm {
        let start = index
        guard case .expression(let form) = try operand() else {
            index = start
            throw error("a key path or a value is needed here, not a predicate.")
        }
        return form
    }

    /// Parses an operand and the arithmetic that follows; a predicate if parentheses enclosed one.
    mutating func operand() throws -> Node {
        try operation(binding: 0)
    }

    /// Parses operators by precedence climbing. Leaves operators of a precedence below `minimum` to
    /// the caller.
    private mutating func operation(binding minimum: Int) throws -> Node {
        let first = try unary()
        guard case .expression(var left) = first else { return first }
        while let infix = Infix(token), infix.precedence >= minimum {
            let operatorIndex = index
            index += 1
            try countLink(at: operatorIndex)
            let right = try nested { parser in
                let start = parser.index
                guard case .expression(let right) = try parser.operation(binding: infix.precedence + 1) else {
                    parser.index = start
                    throw parser.error("a key path or a value is needed here, not a predicate.")
                }
                return right
            }
            left = infix.joined(left, right)
        }
        return .expression(left)
    }

    private mutating func unary() throws -> Node {
        let start = index
        if accept(symbol: "-") {
            // The sign is part of the literal: Int64.min has no positive counterpart.
            if case .number(let text) = token { return try postfix(.constant(try number("-" + text))) }
            let operand = try signedOperand(start)
            return .expression(.function(.subtract, [.constant(.int(0)), operand]))
        }
        if accept(symbol: "~") {
            return .expression(.function(.onesComplement, [try signedOperand(start)]))
        }
        let node = try primary()
        guard case .expression(let form) = node else { return node }
        return try postfix(form)
    }

    private mutating func signedOperand(_ start: Int) throws -> ExpressionForm {
        try nested { parser in
            guard case .expression(let operand) = try parser.unary() else {
                parser.index = start
                throw parser.error("\(parser.tokens[start].token.spelling) needs a number after it, not a predicate.")
            }
            return operand
        }
    }

    /// Parses the names after dots and the indexes in brackets that follow an expression.
    private mutating func postfix(_ base: ExpressionForm) throws -> Node {
        var form = base
        while true {
            let start = index
            if accept(symbol: ".") {
                if case .variable(let name) = token {
                    index += 1
                    form = .message(form, "valueForKeyPath:", [.variable(name)])
                } else {
                    form = form.appending(try names())
                }
            } else if accept(symbol: "[") {
                form = .function(.index, [form, try nested { try $0.indexBetweenBrackets() }])
            } else {
                return .expression(form)
            }
            try countLink(at: start)
        }
    }

    private mutating func indexBetweenBrackets() throws -> ExpressionForm {
        let form: ExpressionForm
        if case .word(let word) = token, let symbol = ExpressionForm.IndexSymbol(rawValue: word.uppercased()),
            tokens[index + 1].token == .symbol("]")
        {
            index += 1
            form = .symbol(symbol)
        } else {
            form = try expression()
        }
        guard accept(symbol: "]") else { throw error("a closing ] is missing.") }
        return form
    }

    private mutating func primary() throws -> Node {
        switch token {
        case .symbol("("):
            return try nested { parser in
                parser.index += 1
                let inner = try parser.disjunction()
                guard parser.accept(symbol: ")") else { throw parser.error("a closing parenthesis is missing.") }
                return inner
            }
        case .symbol("{"):
            return try nested { .expression(.aggregate(try $0.elements())) }
        case .number(let text):
            return .expression(.constant(try number(text)))
        case .string(let text):
            index += 1
            return .expression(.constant(.string(text)))
        case .variable(let name):
            index += 1
            guard accept(symbol: ":=") else { return .expression(.variable(name)) }
            return try nested { .expression(.assignment(name, try $0.expression())) }
        case .conversion("K"), .escapedWord:
            return .expression(.keyPath(try names()))
        case .conversion(let conversion):
            let isFollowed = tokens[index + 1].token == .symbol(".")
            return .expression(try argument { try $0.operand(for: conversion, isFollowed: isFollowed) })
        case .word(let word):
            return try self.word(word)
        case .end:
            throw error("a key path or a value is missing.")
        case .symbol:
            throw error("a key path or a value is needed here, not \(token.spelling).")
        }
    }

    private mutating func word(_ word: String) throws -> Node {
        let keyword = word.uppercased()
        switch keyword {
        case "TRUEPREDICATE": return .predicate(.always(taking(true)))
        case "FALSEPREDICATE": return .predicate(.always(taking(false)))
        case "NULL", "NIL": return .expression(.constant(taking(.null)))
        case "TRUE", "YES": return .expression(.constant(taking(.bool(true))))
        case "FALSE", "NO": return .expression(.constant(taking(.bool(false))))
        case "SELF": return .expression(.keyPath(taking([])))
        case "ANYKEY": return .expression(taking(.anyKey))
        default: break
        }
        if tokens[index + 1].token == .symbol("(") { return .expression(try call(word)) }
        if token.isSelector { throw error("\(word) is the name of a function; its arguments must follow in parentheses.") }
        if reservedWords.contains(keyword) {
            throw error("\(keyword) is a reserved word; write #\(word) where it is the name of a property.")
        }
        return .expression(.keyPath(try names()))
    }

    /// Parses one name of a key path, or all names of a `%K`.
    private mutating func names() throws -> [String] {
        switch token {
        case .word(let name) where !token.isSelector, .escapedWord(let name):
            do {
                try [name].checkOperators()
            } catch let problem as InvalidPredicate {
                throw error(problem.message)
            }
            index += 1
            return [name]
        case .conversion("K"):
            return try argument { try $0.keyPath() }
        default:
            throw error("a property name must follow the dot.")
        }
    }

    private mutating func elements() throws -> [ExpressionForm] {
        index += 1
        var elements: [ExpressionForm] = []
        if accept(symbol: "}") { return elements }
        repeat { elements.append(try expression()) } while accept(symbol: ",")
        guard accept(symbol: "}") else { throw error("a comma or a closing } is missing.") }
        return elements
    }

    private mutating func number(_ text: String) throws -> Value {
        guard let value = Value(literal: text) else { throw error("\(text) is not a valid number, or is out of range.") }
        index += 1
        return value
    }
}

extension ExpressionForm {
    /// Returns a key path that continues from this expression.
    package func appending(_ names: [String]) -> ExpressionForm {
        switch self {
        case .keyPath(let first): .keyPath(first + names)
        case .path(let base, let first): .path(base, first + names)
        default: .path(self, names)
        }
    }
}

/// A binary operator.
private struct Infix {
    let precedence: Int
    let joined: (ExpressionForm, ExpressionForm) -> ExpressionForm

    init?(_ token: Token) {
        switch token {
        case .symbol(let symbol):
            guard let (function, precedence) = Self.functions[symbol] else { return nil }
            self.precedence = precedence
            joined = { .function(function, [$0, $1]) }
        case .word:
            guard let operation = Self.operations.first(where: { token.isKeyword($0.word) })?.operation else { return nil }
            precedence = 0
            joined = { .set(operation, $0, $1) }
        default: return nil
        }
    }

    private static let operations: [(word: String, operation: ExpressionForm.SetOperation)] = [
        ("UNION", .union), ("INTERSECT", .intersect), ("INTERSECTION", .intersect), ("MINUS", .minus),
    ]

    /// C's operators with C's precedence, and `**` above them. All are left-associative.
    private static let functions: [String: (NamedFunction, precedence: Int)] = [
        "|": (.or, 1), "^": (.exclusiveOr, 2), "&": (.and, 3), "<<": (.leftShift, 4), ">>": (.rightShift, 4),
        "+": (.add, 5), "-": (.subtract, 5), "*": (.multiply, 6), "/": (.divide, 6), "**": (.raise, 7),
    ]
}
