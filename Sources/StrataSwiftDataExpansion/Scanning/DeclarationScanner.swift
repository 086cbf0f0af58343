/// Reads declarations from tokens.
///
/// The scanner does not parse statements and expressions: it finds their ends. The compiler has
/// parsed the same text before, so the scanner may assume that it is correct. On text that it does
/// not understand it advances by one token, so that it always terminates.
struct DeclarationScanner {
    /// The scanned text.
    let source: SourceText
    let tokens: [Token]
    /// The index of the next token.
    var index = 0

    init(_ source: SourceText) {
        self.source = source
        self.tokens = Lexer.tokens(of: source)
    }

    /// The next token; nil at the end.
    var current: Token? { index < tokens.count ? tokens[index] : nil }
    /// The token before the next one; nil at the beginning.
    var previous: Token? { index > 0 ? tokens[index - 1] : nil }
    /// The offset of the next token, or of the end.
    var offset: Int { current?.range.lowerBound ?? source.bytes.count }

    /// Returns whether the token at a distance from the next one has a text.
    func isAt(_ text: String, distance: Int = 0) -> Bool {
        index + distance < tokens.count && tokens[index + distance].text == text
    }

    /// Skips the next token if it has a text. Returns whether it has.
    mutating func skip(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        index += 1
        return true
    }

    /// Skips an opening bracket and everything up to its closing bracket, or a single token.
    mutating func skipBalanced() {
        var depth = 0
        while let token = current {
            switch token.text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            index += 1
            if depth <= 0 { return }
        }
    }

    /// Returns the text from the token at an index up to the next token, without white space and
    /// comments around it.
    func text(from first: Int) -> String {
        guard first < index else { return "" }
        return source[tokens[first].range.lowerBound..<tokens[index - 1].range.upperBound]
    }

    /// Reads a parenthesized list and returns it without its parentheses, without white space and
    /// comments around it.
    mutating func parenthesizedText() -> String {
        let first = index
        skipBalanced()
        guard first + 1 < index - 1 else { return "" }
        return source[tokens[first + 1].range.lowerBound..<tokens[index - 2].range.upperBound]
    }
}

// MARK: Attributes and modifiers

extension DeclarationScanner {
    /// The modifiers of declarations.
    static let modifiers: Set<String> = [
        "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "infix",
        "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package",
        "postfix", "prefix", "private", "public", "required", "static", "unowned", "weak",
    ]

    /// Reads an attribute; returns nil if none follows.
    mutating func attribute() -> SourceAttribute? {
        let start = offset
        guard skip("@") else { return nil }
        let name = qualifiedName()
        if isAt("<") { skipGenericArguments() }
        var arguments: String?
        if isAt("("), current?.startsLine == false { arguments = parenthesizedText() }
        return SourceAttribute(name: name, arguments: arguments, offset: start)
    }

    /// Reads names with periods between them.
    mutating func qualifiedName() -> String {
        let first = index
        guard current?.kind == .identifier else { return "" }
        index += 1
        while isAt("."), index + 1 < tokens.count, tokens[index + 1].kind == .identifier { index += 2 }
        return text(from: first)
    }

    /// Reads the attributes and modifiers of a declaration, up to its keyword.
    mutating func attributesAndModifiers() -> (attributes: [SourceAttribute], modifiers: [String]) {
        var attributes: [SourceAttribute] = []
        var modifiers: [String] = []
        while let token = current {
            if let attribute = attribute() {
                attributes.append(attribute)
            } else if token.kind == .identifier, Self.modifiers.contains(token.text), isModifier(token) {
                let first = index
                index += 1
                // The argument, as in `private(set)` or `nonisolated(unsafe)`.
                if isAt("("), current?.startsLine == false { skipBalanced() }
                modifiers.append(text(from: first))
            } else {
                break
            }
        }
        return (attributes, modifiers)
    }

    /// Whether the next token is a modifier. `class` is one only before a member.
    private func isModifier(_ token: Token) -> Bool {
        guard token.text == "class", index + 1 < tokens.count else { return true }
        let next = tokens[index + 1].text
        return Self.modifiers.contains(next) || ["var", "let", "func", "subscript"].contains(next)
    }
}

// MARK: Types and expressions

extension DeclarationScanner {
    /// Skips the arguments of a generic type, from `<` to `>`.
    mutating func skipGenericArguments() {
        var depth = 0
        while let token = current {
            switch token.text {
            case "<":
                depth += 1
                index += 1
            case ">":
                depth -= 1
                index += 1
            case "(", "[", "{": skipBalanced()
            default: index += 1
            }
            if depth == 0 { return }
        }
    }

    /// Reads a type after a colon.
    mutating func type() -> String {
        let first = index
        while let token = current {
            if ["=", "{", ",", ";", "}", ")", "]", ">"].contains(token.text) { break }
            if index > first, token.startsLine, !continuesType(token) { break }
            switch token.text {
            case "<": skipGenericArguments()
            case "(", "[": skipBalanced()
            default: index += 1
            }
        }
        return text(from: first)
    }

    /// Whether a type goes on at the beginning of a line.
    private func continuesType(_ token: Token) -> Bool {
        let connectors = ["->", "&", "."]
        return connectors.contains(token.text) || connectors.contains(previous?.text ?? "")
    }

    /// Reads an expression after an equals sign.
    ///
    /// It ends at a comma, a semicolon, a closing bracket, an accessor block, or the beginning of a
    /// line that does not continue it.
    mutating func expression() -> String {
        let first = index
        while let token = current {
            if [",", ";", "}", ")", "]"].contains(token.text) { break }
            if index > first, token.startsLine, !continuesExpression(token) { break }
            switch token.text {
            case "{" where index > first && !isIncomplete && beginsAccessors: return text(from: first)
            case "(", "[", "{": skipBalanced()
            case "<" where !token.followsSpace && previous?.kind == .identifier && hasGenericArguments: skipGenericArguments()
            default: index += 1
            }
        }
        return text(from: first)
    }

    /// Whether the tokens before the next one are the beginning of an expression that goes on:
    /// the last one is an infix operator, or a keyword that precedes an operand.
    private var isIncomplete: Bool {
        guard let last = previous else { return false }
        switch last.kind {
        case .identifier:
            return ["as", "await", "in", "is", "some", "any", "try", "unsafe", "else", "if", "switch"].contains(last.text)
        case .operator: return last.text == "." || (last.followsSpace && last.precedesSpace) || endsWithCast
        case .punctuation: return last.text == ":" || last.text == "\\"
        case .literal, .directive: return false
        }
    }

    /// Whether the tokens before the next one are `as?`, `as!`, `try?` or `try!`.
    private var endsWithCast: Bool {
        guard index > 1, let last = previous, last.text == "?" || last.text == "!" else { return false }
        return tokens[index - 2].text == "as" || tokens[index - 2].text == "try"
    }

    /// Whether an expression goes on at the beginning of a line.
    private func continuesExpression(_ token: Token) -> Bool {
        if isIncomplete { return true }
        switch token.text {
        case ".", "as", "is", "else", "{", ":": return true
        default: break
        }
        // The label of a further trailing closure.
        if token.kind == .identifier, previous?.text == "}", isAt(":", distance: 1) { return true }
        return token.kind == .operator && token.precedesSpace
    }

    /// Whether the next token, `<`, begins the arguments of a generic type and is no operator.
    private var hasGenericArguments: Bool {
        var scanner = self
        var depth = 0
        while let token = scanner.current {
            switch token.text {
            case "<": depth += 1
            case ">": depth -= 1
            case "(", "[":
                scanner.skipBalanced()
                continue
            case ",", ".", "?", "!", "&", "->", ":", "@": break
            default: if token.kind != .identifier && token.kind != .literal { return false }
            }
            scanner.index += 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Whether the next token, an opening brace, begins accessors and no closure: an accessor's
    /// keyword follows, perhaps with attributes, and then a body.
    private var beginsAccessors: Bool {
        var scanner = self
        scanner.index += 1
        _ = scanner.attributesAndModifiers()
        let keywords = ["get", "set", "willSet", "didSet", "init", "_read", "_modify", "read", "modify", "yielding"]
        guard let keyword = scanner.current, keywords.contains(keyword.text) else { return false }
        scanner.index += 1
        if scanner.isAt("(") { scanner.skipBalanced() }
        while scanner.isAt("async") || scanner.isAt("throws") { scanner.index += 1 }
        return scanner.isAt("{")
    }
}
