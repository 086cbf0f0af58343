/// An evaluator of `#if` conditions for an app on Linux, without a run of the compiler.
///
/// Its answer may be that a condition is not known: whether the build is for debugging, for
/// example. Such a clause is rewritten like an active one. Only clauses that are certainly
/// inactive are left as they are, so that nothing in them is reported.
struct ClauseEvaluator {
    let configuration: LinuxConfiguration

    /// Returns a file with the clauses blanked that are certainly inactive.
    func withoutInactiveClauses(_ source: SourceText) -> SourceText { active(source).source }

    /// A file without the clauses that are certainly inactive.
    struct ActiveText {
        var source: SourceText
        /// The clauses that may be inactive, in bytes.
        var uncertain: [Range<Int>] = []
    }

    func active(_ source: SourceText) -> ActiveText {
        guard source.contains("#if") else { return ActiveText(source: source) }
        let text = ConditionalText(source)
        guard text.isBalanced else { return ActiveText(source: source) }
        var possible: Set<Int> = []
        var uncertain: [Range<Int>] = []
        var number = 0
        var open: [OpenCondition] = []
        for directive in text.directives {
            if directive.keyword != "#if", let start = open.last?.uncertainStart {
                uncertain.append(start..<directive.range.lowerBound)
            }
            guard directive.keyword != "#endif" else {
                _ = open.popLast()
                continue
            }
            if directive.keyword == "#if" { open.append(OpenCondition()) }
            if var condition = open.popLast() {
                let value = directive.keyword == "#else" ? true : value(of: directive.range, in: source)
                if !condition.isDecided, value != false { possible.insert(number) }
                let isCertain = condition.isDecided || value == false || value == true && !condition.isUncertain
                condition.uncertainStart = isCertain ? nil : directive.range.upperBound
                if value == true { condition.isDecided = true }
                if value == nil { condition.isUncertain = true }
                open.append(condition)
            }
            number += 1
        }
        return ActiveText(source: text.blanked(active: possible, from: 0), uncertain: uncertain)
    }

    /// An `#if` without its `#endif` so far.
    private struct OpenCondition {
        /// Whether one of its clauses so far is active unless one before it is.
        var isDecided = false
        /// Whether it is not known of one of its clauses so far if it is active.
        var isUncertain = false
        /// The start of the last clause, if that may be inactive.
        var uncertainStart: Int?
    }

    private func value(of range: Range<Int>, in source: SourceText) -> Bool? {
        var lexer = SourceLexer(source.bytes.prefix(upTo: range.upperBound), at: range.lowerBound)
        var tokens: [SourceToken] = []
        while let token = lexer.next() { tokens.append(token) }
        var parser = ConditionParser(tokens: tokens.dropFirst(), configuration: configuration)
        return parser.parse()
    }
}

/// A parser of one `#if` condition.
private struct ConditionParser {
    var tokens: ArraySlice<SourceToken>
    let configuration: LinuxConfiguration

    /// Returns the value of the condition; nil if it is not known.
    mutating func parse() -> Bool? {
        var value = conjunction()
        while skip("|", "|") {
            let other = conjunction()
            value = value == true || other == true ? true : value == nil || other == nil ? nil : false
        }
        return value
    }

    private mutating func conjunction() -> Bool? {
        var value = term()
        while skip("&", "&") {
            let other = term()
            value = value == false || other == false ? false : value == nil || other == nil ? nil : true
        }
        return value
    }

    private mutating func term() -> Bool? {
        guard let token = tokens.popFirst() else { return nil }
        if token.isSign("!") { return term().map { !$0 } }
        if token.isSign("(") {
            let value = parse()
            tokens = tokens.dropFirst()
            return value
        }
        guard tokens.first?.isSign("(") == true else { return name(token.text) }
        let end = tokens.closingBracket ?? tokens.endIndex
        let arguments = tokens[tokens.startIndex..<end].dropFirst()
        tokens = tokens[end...].dropFirst()
        return call(token.text, arguments)
    }

    private mutating func skip(_ first: String, _ second: String) -> Bool {
        guard tokens.first?.isSign(first) == true, tokens.dropFirst().first?.isSign(second) == true else { return false }
        tokens = tokens.dropFirst(2)
        return true
    }

    private func name(_ name: String) -> Bool? {
        switch name {
        case "true": true
        case "false": false
        // A plug-in does not know for which of the two it runs.
        case "DEBUG": nil
        default: configuration.conditions.contains(name)
        }
    }

    private func call(_ function: String, _ arguments: ArraySlice<SourceToken>) -> Bool? {
        guard let first = arguments.first else { return nil }
        switch function {
        case "os": return first.text == "Linux"
        case "canImport": return configuration.canImport(first.text)
        case "targetEnvironment": return false
        case "compiler", "swift":
            let digits = arguments.drop { $0.kind == .sign }.first?.text.split(separator: ".").compactMap { Int($0) } ?? []
            guard let major = digits.first else { return nil }
            // The language mode is not known.
            if function == "swift", major == 6 { return nil }
            let isBefore = major < 6 || major == 6 && (digits.dropFirst().first ?? 0) <= 3
            return first.isSign("<") ? !isBefore : isBefore
        default: return nil
        }
    }
}
