/// Reads a predicate format by recursive descent, taking arguments from left to right.
///
/// The grammar is Apple's (https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/Articles/pBNF.html).
/// A parenthesis can open a predicate or an operand, so both are read by the same functions and told apart by what came out: the
/// parser never goes back, and its cost is linear.
package struct FormatParser {
    private let format: String
    private let tokens: [(token: Token, position: Int)]
    private var index = 0
    private var arguments: FormatArguments
    private var depth = 0

    /// A predicate or an operand of one.
    private enum Node {
        case predicate(PredicateForm)
        case expression(ExpressionForm)
    }

    /// The form of `format` with its arguments in place.
    ///
    /// Throws `InvalidPredicate` with the position of what cannot be read, of an argument that is missing or does not fit, or for arguments
    /// left over.
    package static func parse(_ format: String, arguments: [Any] = []) throws -> PredicateForm {
        var parser = FormatParser(format, try Tokenizer.tokens(of: format), FormatArguments(arguments))
        let form = try parser.predicate()
        guard parser.token == .end else {
            throw parser.error(
                parser.unsupported ?? "\(parser.token.spelling) cannot follow a complete predicate; join two with AND or OR.")
        }
        if parser.arguments.remaining > 0 {
            throw parser.error(
                "arguments are left over (\(parser.arguments.remaining)); a %@ inside quotes is text and takes none: write it unquoted."
            )
        }
        return form
    }

    private init(_ format: String, _ tokens: [(token: Token, position: Int)], _ arguments: FormatArguments) {
        self.format = format
        self.tokens = tokens
        self.arguments = arguments
    }

    // MARK: Predicates

    private mutating func predicate() throws -> PredicateForm {
        try asPredicate { try $0.disjunction() }
    }

    private mutating func disjunction() throws -> Node {
        try joined(by: "OR", "||", PredicateForm.or) { try $0.conjunction() }
    }

    private mutating func conjunction() throws -> Node {
        try joined(by: "AND", "&&", PredicateForm.and) { try $0.negation() }
    }

    private mutating func joined(
        by keyword: String, _ symbol: String, _ join: ([PredicateForm]) -> PredicateForm, _ operand: (inout Self) throws -> Node
    ) throws -> Node {
        let start = index
        let first = try operand(&self)
        guard token.isKeyword(keyword) || token == .symbol(symbol) else { return first }
        var forms = [try predicate(in: first, from: start)]
        while accept(keyword: keyword) || accept(symbol: symbol) {
            forms.append(try asPredicate(operand))
        }
        return .predicate(join(forms))
    }

    private mutating func negation() throws -> Node {
        guard accept(keyword: "NOT") || accept(symbol: "!") else { return try comparison() }
        return try nested { parser in
            .predicate(.not(try parser.asPredicate { try $0.negation() }))
        }
    }

    private mutating func comparison() throws -> Node {
        let start = index
        let left = try primary()
        guard case .expression(let left) = left, let comparison = try comparisonOperator() else { return left }
        let operatorIndex = index - 1
        let rightStart = index
        guard case .expression(let right) = try primary() else {
            index = rightStart
            throw error(
                "a predicate cannot be compared; \(tokens[operatorIndex].token.spelling) needs a key path or a value here.")
        }
        do {
            return .predicate(try PredicateForm.checked(left, comparison, right))
        } catch let problem as InvalidPredicate {
            index = start
            throw error(problem.message)
        }
    }

    private mutating func asPredicate(_ read: (inout Self) throws -> Node) throws -> PredicateForm {
        let start = index
        let node = try read(&self)
        return try predicate(in: node, from: start)
    }

    private func predicate(in node: Node, from start: Int) throws -> PredicateForm {
        if case .predicate(let form) = node { return form }
        let operand = tokens[start..<max(index, start + 1)].map(\.token.spelling).joined()
        throw error(unsupported ?? "a comparison operator such as == must follow \(operand).")
    }

    // MARK: Operands

    private mutating func primary() throws -> Node {
        switch token {
        case .symbol("("):
            return try nested { parser in
                parser.index += 1
                let inner = try parser.disjunction()
                guard parser.accept(symbol: ")") else {
                    throw parser.error(parser.unsupported ?? "a closing parenthesis is missing.")
                }
                return inner
            }
        case .symbol("{"):
            return try nested { .expression(.constant(.list(try $0.aggregate()))) }
        case .symbol("-"):
            index += 1
            guard case .number(let text) = token else {
                throw error("a number must follow a minus sign; arithmetic is not supported.")
            }
            return .expression(.constant(try number("-" + text)))
        case .number(let text):
            return .expression(.constant(try number(text)))
        case .string(let text):
            index += 1
            return .expression(.constant(.string(text)))
        case .variable(let name):
            index += 1
            return .expression(.variable(name))
        case .conversion("K"), .escapedWord:
            return .expression(.keyPath(try keyPath()))
        case .conversion(let conversion):
            let value = try argument { try $0.value(for: conversion) }
            return .expression(.constant(value))
        case .word(let word):
            return try self.word(word)
        case .end:
            throw error("a key path or a value is missing.")
        case .symbol:
            throw error(unsupported ?? "a key path or a value must stand here, not \(token.spelling).")
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
        case "CAST": return .expression(.constant(try cast()))
        case "SELF": return .expression(.keyPath(try keyPath()))
        case "ANY", "SOME", "ALL", "NONE": throw error("\(keyword) is not supported by this version of Strata.")
        default: break
        }
        if tokens[index + 1].token == .symbol("(") {
            throw error("functions such as \(word)(…) are not supported by this version of Strata.")
        }
        if reservedWords.contains(keyword) {
            throw error("\(keyword) is a reserved word; write #\(word) where it is the name of a property.")
        }
        return .expression(.keyPath(try keyPath()))
    }

    /// Names joined by dots, some of which may come from `%K`. `SELF` alone is the empty path.
    private mutating func keyPath() throws -> [String] {
        var names: [String] = []
        repeat {
            switch token {
            case .word(let word):
                index += 1
                if !names.isEmpty || word.uppercased() != "SELF" { names.append(word) }
            case .escapedWord(let name):
                index += 1
                names.append(name)
            case .conversion("K"):
                names += try argument { try $0.keyPath() }
            default:
                throw error(unsupported ?? "a property name must follow the dot.")
            }
        } while accept(symbol: ".")
        return names
    }

    private mutating func aggregate() throws -> [Value] {
        index += 1
        var values: [Value] = []
        if accept(symbol: "}") { return values }
        repeat {
            guard case .expression(.constant(let value)) = try primary() else {
                throw error("only constants can stand between { and }.")
            }
            values.append(value)
        } while accept(symbol: ",")
        guard accept(symbol: "}") else { throw error(unsupported ?? "a comma or a closing } is missing.") }
        return values
    }

    private mutating func cast() throws -> Value {
        let start = index
        index += 1
        guard accept(symbol: "("), case .expression(.constant(let value)) = try nested({ try $0.primary() }), accept(symbol: ","),
            case .string(let type) = token
        else {
            throw error("CAST takes a constant and the name of a type, such as CAST(0, \"NSDate\").")
        }
        index += 1
        guard accept(symbol: ")") else { throw error("a closing parenthesis is missing.") }
        guard let constant = Value(casting: value, to: type) else {
            index = start
            throw error(
                "CAST makes an NSDate of a number, and an NSNumber, NSDecimalNumber, NSUUID, NSURL or NSData (base 64) of a string."
            )
        }
        return constant
    }

    private mutating func number(_ text: String) throws -> Value {
        guard let value = Value(literal: text) else { throw error("\(text) is beyond the numbers that can be kept.") }
        index += 1
        return value
    }
}

// MARK: - Steps

extension FormatParser {
    private var token: Token { tokens[index].token }

    private mutating func accept(symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    private mutating func accept(keyword: String) -> Bool {
        guard token.isKeyword(keyword) else { return false }
        index += 1
        return true
    }

    /// Steps over the current token, which stands for `value`.
    private mutating func taking<T>(_ value: T) -> T {
        index += 1
        return value
    }

    private mutating func argument<T>(_ read: (inout FormatArguments) throws -> T) throws -> T {
        do {
            let value = try read(&arguments)
            index += 1
            return value
        } catch let problem as InvalidPredicate {
            throw error(problem.message)
        }
    }

    /// Bounds the recursion, so that a hostile format is an error and not an overflow of the stack.
    private mutating func nested<T>(_ body: (inout Self) throws -> T) throws -> T {
        guard depth < 200 else { throw error("a format cannot be nested deeper than 200 levels.") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func comparisonOperator() throws -> PredicateForm.Comparison? {
        guard let kind = PredicateForm.Comparison.Kind(token) else { return nil }
        index += 1
        var comparison = PredicateForm.Comparison(kind)
        guard accept(symbol: "[") else { return comparison }
        guard case .word(let options) = token, Set(options.lowercased()).isSubset(of: "cd"),
            tokens[index + 1].token == .symbol("]")
        else {
            throw error("an operator takes [c], [d] or [cd].")
        }
        index += 2
        comparison.caseInsensitive = options.lowercased().contains("c")
        comparison.diacriticInsensitive = options.lowercased().contains("d")
        return comparison
    }

    /// The message for a token that Apple's grammar has and this version does not; nil for any other.
    private var unsupported: String? {
        switch token {
        case .symbol("@"): "collection operators such as @count are not supported by this version of Strata."
        case .symbol("["): "indexes in brackets are not supported by this version of Strata."
        case .symbol(":="): "assignment is not supported by this version of Strata."
        case .symbol(let symbol) where ["+", "-", "*", "/", "**"].contains(symbol):
            "arithmetic is not supported by this version of Strata."
        default: nil
        }
    }

    private func error(_ message: String) -> InvalidPredicate {
        InvalidPredicate(message, format: format, position: tokens[index].position)
    }
}
