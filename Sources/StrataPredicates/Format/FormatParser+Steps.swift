extension FormatParser {
    var token: Token { tokens[index].token }

    mutating func accept(symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    mutating func accept(keyword: String) -> Bool {
        guard token.isKeyword(keyword) else { return false }
        index += 1
        return true
    }

    /// Consumes the current token and returns its value, which the caller passes.
    mutating func taking<T>(_ value: T) -> T {
        index += 1
        return value
    }

    mutating func argument<T>(_ read: (inout FormatArguments) throws -> T) throws -> T {
        do {
            let value = try read(&arguments)
            index += 1
            return value
        } catch let problem as InvalidPredicate {
            throw error(problem.message)
        }
    }

    /// Calls `body` one level deeper, and throws beyond 200 levels, so that a hostile format fails
    /// with an error instead of a stack overflow.
    mutating func nested<T>(_ body: (inout Self) throws -> T) throws -> T {
        guard depth < 200 else { throw error("a format cannot be nested deeper than 200 levels.") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Counts an operator, a path step or an index, and throws beyond 1,000: each makes the form
    /// one level deeper, although the parser itself does not recurse.
    mutating func countLink(at position: Int) throws {
        links += 1
        guard links <= 1000 else {
            index = position
            throw error("a format cannot have more than 1000 operators and indexes.")
        }
    }

    mutating func comparisonOperator(_ modifier: PredicateForm.Comparison.Modifier) throws -> PredicateForm.Comparison? {
        guard let kind = PredicateForm.Comparison.Kind(token) else { return nil }
        index += 1
        var comparison = PredicateForm.Comparison(kind, modifier)
        guard accept(symbol: "[") else { return comparison }
        guard case .word(let options) = token, Set(options.lowercased()).isSubset(of: "cdnl"),
            tokens[index + 1].token == .symbol("]")
        else {
            throw error("an operator takes [c], [d], [l], [n] or several of them, such as [cd].")
        }
        index += 2
        comparison.caseInsensitive = options.lowercased().contains("c")
        comparison.diacriticInsensitive = options.lowercased().contains("d")
        comparison.normalized = options.lowercased().contains("n")
        comparison.localeSensitive = options.lowercased().contains("l")
        return comparison
    }

    func error(_ message: String) -> InvalidPredicate {
        InvalidPredicate(message, format: format, position: tokens[index].position)
    }
}
