/// The `#if` directives of a source file and the clauses between them.
///
/// The compiler's `-dump-parse` omits everything between `#if` and `#endif` without a trace. So
/// `ConditionalReader` first lets the compiler decide which clauses are active: it passes a file
/// that has only the conditions, with an import of an invented module in each clause, and the
/// compiler lists the imported modules. Then the compiler parses the source with the other clauses
/// blanked.
struct ConditionalText {
    let source: SourceText
    private(set) var directives: [Directive] = []

    struct Directive {
        var keyword: String
        /// The directive with its condition, in bytes.
        var range: Range<Int>
    }

    init(_ source: SourceText) {
        self.source = source
        var lexer = SourceLexer(source.bytes)
        var token = lexer.next()
        while let first = token {
            token = lexer.next()
            guard first.kind == .directive, ["#if", "#elseif", "#else", "#endif"].contains(first.text) else { continue }
            var range = first.range
            var depth = 0
            // A condition ends with its line, or with the line of its last closing bracket.
            while ["#if", "#elseif"].contains(first.text), let part = token,
                depth > 0 || !source.bytes[range.upperBound..<part.range.lowerBound].contains(UInt8(ascii: "\n"))
            {
                depth += part.isSign("(") ? 1 : part.isSign(")") ? -1 : 0
                range = range.lowerBound..<part.range.upperBound
                token = lexer.next()
            }
            directives.append(Directive(keyword: first.text, range: range))
        }
    }

    /// Whether each `#if` has an `#endif`. If not, the compiler reports an error when it parses the
    /// unchanged file.
    var isBalanced: Bool {
        var depth = 0
        for directive in directives {
            if directive.keyword == "#if" { depth += 1 }
            if directive.keyword == "#endif" { depth -= 1 }
            guard depth > 0 || depth == 0 && directive.keyword == "#endif" else { return false }
        }
        return depth == 0
    }

    var clauseCount: Int { directives.count { $0.keyword != "#endif" } }

    /// Returns the conditions, with `import <module><number>` in each clause.
    func questions(module: String, from number: Int) -> String {
        var number = number
        let starts = source.lineStarts
        return directives.map { directive in
            let line = starts.count { $0 <= directive.range.lowerBound }
            let text = String(decoding: source.bytes[directive.range], as: UTF8.self)
            guard directive.keyword != "#endif" else { return "\(text)\n" }
            defer { number += 1 }
            return "#sourceLocation(file: \"\(source.path.escaped)\", line: \(line))\n\(text)\nimport \(module)\(number)\n"
        }.joined()
    }

    /// Returns the file with its inactive clauses and the directives replaced with spaces, so that
    /// everything else keeps its position.
    ///
    /// - Parameters:
    ///   - active: The numbers of the active clauses.
    ///   - number: The number of the file's first clause.
    func blanked(active: Set<Int>, from number: Int) -> SourceText {
        var bytes = Array(source.bytes)
        func blank(_ range: Range<Int>) {
            for index in range where ![UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[index]) {
                bytes[index] = UInt8(ascii: " ")
            }
        }
        var number = number
        /// The starts of the clauses that are open at this point; nil for an active one.
        var open: [Int?] = []
        for directive in directives {
            if directive.keyword != "#if", let start = open.removeLast() { blank(start..<directive.range.lowerBound) }
            blank(directive.range)
            guard directive.keyword != "#endif" else { continue }
            open.append(active.contains(number) ? nil : directive.range.upperBound)
            number += 1
        }
        return SourceText(changed: source.path, bytes: bytes)
    }
}

extension String {
    /// The string with quotation marks and backslashes escaped, for a string literal.
    var escaped: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
