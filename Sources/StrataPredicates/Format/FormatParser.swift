/// Parses a predicate format or an expression format by recursive descent.
///
/// The grammar is Apple's: the page Articles/pBNF.html of
/// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/Predicates.
/// `Tokenizer` first splits the format into tokens. Each parsing function then reads one level of
/// the grammar, from the loosest binding to the tightest:
///
///     OR, ||                        disjunction()
///     AND, &&                       conjunction()
///     NOT, !                        negation()
///     ANY/ALL a == b, a IN b, …     comparison()
///     UNION INTERSECT MINUS         operand(), by precedence climbing from here on
///     |   ^   &   << >>   + -   * /   **
///     -a  ~a                        unary()
///     a.b  a[0]                     postfix(_:)
///     constants, names, calls, ( )  primary()
///
/// **Predicate or expression.** An opening parenthesis can start either, as in `(a == 1) OR …` and
/// `(a + 1) * 2 == b`, and only its content decides. The same functions therefore read both and
/// return a `Node`, and the caller requires the case it needs. So the parser never backtracks. Its
/// cost is O(n) for a format of n characters.
///
/// **Arguments** replace `%@`, `%K`, `%d` and so on from left to right as the parser reaches them.
/// An argument becomes a constant, a key path (`%K`) or an operand (an `NSExpression`) and is never
/// parsed as part of the format: `"x' OR TRUEPREDICATE"` for `%@` is a string of these characters.
///
/// **Errors** have the position of the offending token. A function that detects an error only after
/// it has consumed the token resets `index` to that token.
///
/// **Limits.** A format may come from an untrusted source. It can have 200 levels of nesting and
/// 1,000 operators, path steps and indexes in all, so that neither the parser nor a later recursion
/// over the form overflows the stack.
package struct FormatParser {
    let format: String
    let tokens: [(token: Token, position: Int)]
    var index = 0
    var arguments: FormatArguments
    var depth = 0
    /// The number of arithmetic and set operators, path steps and indexes parsed so far.
    var links = 0

    /// The result of a function that can read either a predicate or an operand.
    enum Node {
        case predicate(PredicateForm)
        case expression(ExpressionForm)
    }

    /// Parses a predicate format with its arguments.
    ///
    /// Surplus arguments are ignored, as in Apple's frameworks: Apple's guide passes an argument
    /// for a `%@` inside quotes, which does not consume one.
    ///
    /// - Throws: `InvalidPredicate` with the position of the text that cannot be parsed, or of an
    ///   argument that is missing or unsuitable.
    package static func parse(_ format: String, arguments: [Any] = []) throws -> PredicateForm {
        var parser = FormatParser(format, try Tokenizer.tokens(of: format), FormatArguments(arguments))
        let form = try parser.predicate()
        try parser.finish(after: "predicate; join two with AND or OR")
        return form
    }

    /// Parses an expression format, such as `items.@count` or `canonical:(name)`; throws as
    /// `parse(_:arguments:)` does.
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

    /// Consumes ANY, SOME, ALL or NONE; nil for another token. NONE is NOT ANY, as in Apple's
    /// frameworks.
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
