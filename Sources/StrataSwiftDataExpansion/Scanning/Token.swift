/// A lexical element of Swift.
struct Token: Equatable {
    /// The kind of a token.
    enum Kind: Equatable {
        /// A name, with its backticks if it has any, or a keyword.
        case identifier
        /// A number, a string with its interpolations, or a regular expression.
        case literal
        /// Operator characters. `<` and `>` are tokens of their own, and so are a `?` and a `!`
        /// that follow an operand.
        case `operator`
        /// A bracket, a comma, a colon, a semicolon, a backslash or an at sign.
        case punctuation
        /// A number sign and the name after it, such as `#if` or `#Unique`.
        case directive
    }

    let kind: Kind
    /// The offsets in the source.
    let range: Range<Int>
    /// The characters of the token; empty for a literal.
    let text: String
    /// Whether a line break precedes the token, or nothing does.
    let startsLine: Bool
    /// Whether white space or a comment precedes the token.
    let followsSpace: Bool
    /// Whether white space or the end of the text follows the token.
    let precedesSpace: Bool
}
