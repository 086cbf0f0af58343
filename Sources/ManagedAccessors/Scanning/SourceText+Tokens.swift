extension SourceText {
    /// The tokens that begin in a range, which is as the compiler gives it: to the first byte of the last token.
    ///
    /// - Parameter isBehind: Tells the first token that is not wanted any more.
    func tokens(
        in range: ParsedDeclaration.ByteRange, until isBehind: (SourceToken) -> Bool = { _ in false }
    ) -> ArraySlice<SourceToken> {
        var lexer = SourceLexer(bytes, at: range.start)
        var tokens: [SourceToken] = []
        while let token = lexer.next(), token.range.lowerBound <= range.end, !isBehind(token) { tokens.append(token) }
        return tokens[...]
    }

    /// The text from the first token to the last.
    func text(of tokens: ArraySlice<SourceToken>) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }

    /// Where each line begins.
    var lineStarts: [Int] {
        var starts = [0]
        forEachPosition(of: "\n") { position in
            starts.append(position + 1)
            return true
        }
        return starts
    }
}
