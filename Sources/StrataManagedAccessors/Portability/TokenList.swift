/// The tokens of a source file, with access to their neighbors.
struct TokenList {
    let source: SourceText
    let tokens: [SourceToken]
    /// The contents of the interpolations in the literals, in bytes.
    let interpolations: [Range<Int>]
    private let lineStarts: [Int]

    init(_ source: SourceText) {
        self.init(source, lexer: SourceLexer(source.bytes), lineStarts: source.lineStarts)
    }

    /// Creates the tokens of a part of another list's file.
    init(_ list: TokenList, in range: Range<Int>) {
        let lexer = SourceLexer(list.source.bytes.prefix(upTo: range.upperBound), at: range.lowerBound)
        self.init(list.source, lexer: lexer, lineStarts: list.lineStarts)
    }

    private init(_ source: SourceText, lexer: SourceLexer, lineStarts: [Int]) {
        self.source = source
        self.lineStarts = lineStarts
        var lexer = lexer
        var tokens: [SourceToken] = []
        while let token = lexer.next() { tokens.append(token) }
        self.tokens = tokens
        interpolations = lexer.interpolations
    }

    var indices: Range<Int> { tokens.indices }

    subscript(index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    func isSign(_ sign: String, at index: Int) -> Bool { self[index]?.isSign(sign) == true }

    func isWord(_ word: String, at index: Int) -> Bool { self[index].map { $0.kind == .word && $0.text == word } == true }

    /// Returns the text of the word at an index; nil for a sign or a literal.
    func word(at index: Int) -> String? { self[index].flatMap { $0.kind == .word ? $0.text : nil } }

    /// Returns the line of a token, counted from 1.
    func line(of index: Int) -> Int { lineStarts.partitioningIndex { $0 > tokens[index].range.lowerBound } }

    func place(of index: Int) -> SourcePlace {
        let line = line(of: index)
        return SourcePlace(
            file: source.path, line: line, column: tokens[index].range.lowerBound - lineStarts[line - 1] + 1)
    }

    /// Returns the index of the bracket that closes the one at `index`; nil if none does.
    ///
    /// Counts only brackets of the same kind, because a `<` or `>` in between may be a comparison.
    func closingBracket(of index: Int) -> Int? {
        guard let open = self[index], let close = Self.closing[open.text] else { return nil }
        var depth = 0
        for index in index..<tokens.endIndex where tokens[index].kind == .sign {
            if tokens[index].text == open.text { depth += 1 }
            if tokens[index].text == close { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Returns the index of the bracket that the one at `index` closes; nil if it closes none.
    func openingBracket(of index: Int) -> Int? {
        guard let close = self[index], let open = Self.closing.first(where: { $0.value == close.text })?.key else { return nil }
        var depth = 0
        for index in (0...index).reversed() where tokens[index].kind == .sign {
            if tokens[index].text == close.text { depth += 1 }
            if tokens[index].text == open { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static let closing = ["(": ")", "[": "]", "{": "}", "<": ">"]

    // MARK: Imports

    struct Import {
        var module: String
        var isExported: Bool
        /// The index of the module's token.
        var index: Int
    }

    /// The modules of the file's imports, including imports of single declarations.
    var imports: [Import] {
        indices.compactMap { index in
            guard isWord("import", at: index) else { return nil }
            let kinds: Set = ["class", "struct", "enum", "protocol", "typealias", "func", "var", "let"]
            let first = word(at: index + 1).map(kinds.contains) == true ? index + 2 : index + 1
            guard let module = word(at: first) else { return nil }
            return Import(module: module, isExported: isExported(index), index: first)
        }
    }

    private func isExported(_ index: Int) -> Bool {
        let access: Set = ["public", "internal", "package", "private", "fileprivate"]
        let attribute = word(at: index - 1).map(access.contains) == true ? index - 2 : index - 1
        return isWord("_exported", at: attribute) && isSign("@", at: attribute - 1)
    }
}
