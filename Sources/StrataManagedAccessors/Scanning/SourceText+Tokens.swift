extension SourceText {
    /// Returns the tokens that begin in a range, which ends at the first byte of its last token.
    ///
    /// - Parameter isBehind: Returns whether a token ends the result, which does not include it.
    func tokens(
        in range: ParsedDeclaration.ByteRange, until isBehind: (SourceToken) -> Bool = { _ in false }
    ) -> ArraySlice<SourceToken> {
        var lexer = SourceLexer(bytes, at: range.start)
        var tokens: [SourceToken] = []
        while let token = lexer.next(), token.range.lowerBound <= range.end, !isBehind(token) { tokens.append(token) }
        return tokens[...]
    }

    /// Returns the text from the first token to the last.
    func text(of tokens: ArraySlice<SourceToken>) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }

    /// The start of each line, in bytes.
    var lineStarts: [Int] {
        var starts = [0]
        forEachPosition(of: "\n") { position in
            starts.append(position + 1)
            return true
        }
        return starts
    }
}
