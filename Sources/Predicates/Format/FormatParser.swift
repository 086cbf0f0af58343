/// Reads a predicate or expression format by recursive descent, taking arguments from left to right.
///
/// The grammar is Apple's (https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates/Articles/pBNF.html).
/// A parenthesis can open a predicate or an operand, so both are read by the same functions and told apart by what came out: the
/// parser never goes back, and its cost is linear.
package struct FormatParser {
    let format: String
    let tokens: [(token: Token, position: Int)]
    var index = 0
    var arguments: FormatArguments
    var depth = 0
    /// How many operators and indexes follow one another without a parenthesis around them, in the whole format.
    var links = 0

    /// A predicate or an operand of one.
    enum Node {
        case predicate(PredicateForm)
        case expression(ExpressionForm)
    }

    /// The form of `format` with its arguments in place.
    ///
    /// Throws `InvalidPredicate` with the position of what cannot be read, or of an argument that is missing or does not fit. Arguments
    /// left over are ignored, as in Apple's frameworks, whose guide shows a `%@` inside quotes, which takes none, with an argument.
    package static func parse(_ format: String, arguments: [Any] = []) throws -> PredicateForm {
        var parser = FormatParser(format, try Tokenizer.tokens(of: format), FormatArguments(arguments))
        let form = try parser.predicate()
        try parser.finish(after: "predicate; join two with AND or OR")
        return form
    }

    /// The form of an expression's format, such as `items.@count` or `canonical:(name)`; throws as `parse` does.
    package static func parseExpression(_ format: String, arguments: [Any] = []) throws -> ExpressionForm {
        var parser = FormatParser(format, try Tokenizer.tokens(of: format), FormatArguments(arguments))
        let form = try parser.expression()
        try parser.finish(after: "expression")
        return form
    }

    private init(_ format: String, _ tokens: [(token: Token, position: Int)], _ arguments: FormatArguments) {
        self.format = format
        self.tokens = tokens
        self.arguments = arguments
    }

    private func finish(after what: String) throws {
        guard token == .end else { throw error("\(token.spelling) cannot follow a complete \(what).") }
    }

    // MARK: Predicates

    mutating func predicate() throws -> PredicateForm {
        try asPredicate { try $0.disjunction() }
    }

    mutating func disjunction() throws -> Node {
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
        if let (modifier, isNegated) = modifier() {
            let left = try expression()
            guard let comparison = try comparisonOperator(modifier) else {
                throw error("a comparison operator such as == must follow \(tokens[start].token.spelling) and its collection.")
            }
            let form = try compared(left, comparison, from: start)
            return .predicate(isNegated ? .not(form) : form)
        }
        let left = try operand()
        guard case .expression(let left) = left, let comparison = try comparisonOperator(.direct) else { return left }
        return .predicate(try compared(left, comparison, from: start))
    }

    /// ANY and its kin. NONE is NOT ANY, as in Apple's frameworks.
    private mutating func modifier() -> (PredicateForm.Comparison.Modifier, isNegated: Bool)? {
        if accept(keyword: "ANY") || accept(keyword: "SOME") { return (.any, false) }
        if accept(keyword: "ALL") { return (.all, false) }
        if accept(keyword: "NONE") { return (.any, true) }
        return nil
    }

    private mutating func compared(
        _ left: ExpressionForm, _ comparison: PredicateForm.Comparison, from start: Int
    ) throws -> PredicateForm {
        let rightStart = index
        guard case .expression(let right) = try operand() else {
            index = rightStart
            throw error("a predicate cannot be compared; \(comparison.kind.spelling) needs a key path or a value here.")
        }
        do {
            return try PredicateForm.checked(left, comparison, right)
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
        throw error("a comparison operator such as == must follow \(operand).")
    }
}
