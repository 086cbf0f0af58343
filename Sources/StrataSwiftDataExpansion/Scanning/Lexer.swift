/// Divides Swift source code into tokens.
///
/// A literal is a single token whatever it contains, so that brackets and quotes in strings,
/// interpolations, comments and regular expressions do not disturb the scanner of declarations.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var tokens: [Token] = []

    private init(_ source: SourceText) { bytes = source.bytes }

    /// Returns the tokens of a piece of source code.
    static func tokens(of source: SourceText) -> [Token] {
        var lexer = Lexer(source)
        while lexer.appendToken() {}
        return lexer.tokens
    }

    /// The code unit at a distance from the current one; 0 at the end.
    private func next(_ distance: Int = 0) -> Unicode.Scalar {
        Unicode.Scalar(position + distance < bytes.count ? bytes[position + distance] : 0)
    }

    /// Appends the next token. Returns false at the end of the text.
    private mutating func appendToken() -> Bool {
        let end = position
        let startsLine = skipTrivia() || tokens.isEmpty
        guard position < bytes.count else { return false }
        let start = position
        let followsSpace = start > end || start == 0
        let kind = skipToken(followsSpace: followsSpace)
        tokens.append(
            Token(
                kind: kind, range: start..<position,
                text: kind == .literal ? "" : String(decoding: bytes[start..<position], as: UTF8.self),
                startsLine: startsLine, followsSpace: followsSpace,
                precedesSpace: position == bytes.count || next().isSpace))
        return true
    }

    /// Skips white space and comments. Returns whether there is a line break among them.
    private mutating func skipTrivia() -> Bool {
        var hasLineBreak = false
        while position < bytes.count {
            if next().isSpace {
                hasLineBreak = hasLineBreak || next().isLineBreak
                position += 1
            } else if next() == "/", next(1) == "/" {
                while position < bytes.count, !next().isLineBreak { position += 1 }
            } else if next() == "/", next(1) == "*" {
                hasLineBreak = skipBlockComment() || hasLineBreak
            } else {
                break
            }
        }
        return hasLineBreak
    }

    /// Skips a block comment, with those in it. Returns whether it has a line break.
    private mutating func skipBlockComment() -> Bool {
        let start = position
        var depth = 0
        repeat {
            if next() == "/", next(1) == "*" {
                depth += 1
                position += 2
            } else if next() == "*", next(1) == "/" {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
        position = min(position, bytes.count)
        return bytes[start..<position].contains { Unicode.Scalar($0).isLineBreak }
    }

    /// Skips a token, and returns its kind.
    private mutating func skipToken(followsSpace: Bool) -> Token.Kind {
        switch next() {
        case let first where first.isIdentifierStart:
            while next().isIdentifierPart { position += 1 }
            return .identifier
        case "`":
            position += 1
            while position < bytes.count, next() != "`", !next().isLineBreak { position += 1 }
            position = min(position + 1, bytes.count)
            return .identifier
        case let first where first.isDigit:
            skipNumber()
            return .literal
        case "\"":
            skipString(delimiters: 0)
            return .literal
        case "#":
            return skipNumberSign()
        case "/" where mayBeginRegex && skipRegex():
            return .literal
        case let first where first.isOperator:
            skipOperator(isPostfix: !followsSpace)
            return .operator
        default:
            position += 1
            return .punctuation
        }
    }

    private mutating func skipNumber() {
        while next().isIdentifierPart || (next() == "." && next(1).isDigit) {
            let isExponent = ["e", "E", "p", "P"].contains(next())
            position += 1
            if isExponent, next() == "+" || next() == "-", next(1).isDigit { position += 1 }
        }
    }

    private mutating func skipOperator(isPostfix: Bool) {
        let first = next()
        position += 1
        if first == "<" || first == ">" || (isPostfix && (first == "?" || first == "!")) { return }
        // Only an operator that begins with a period may contain one. `.name` is not an operator.
        if first == ".", next() != "." { return }
        while next().isOperator, first == "." || next() != "." {
            if next() == "/", next(1) == "/" || next(1) == "*" { return }
            position += 1
        }
    }

    /// Skips a raw string, an extended regular expression, or a directive such as `#if`.
    private mutating func skipNumberSign() -> Token.Kind {
        var count = 1
        while next(count) == "#" { count += 1 }
        if next(count) == "\"" {
            position += count
            skipString(delimiters: count)
            return .literal
        }
        if next(count) == "/" {
            position += count + 1
            while position < bytes.count, !(next() == "/" && hasDelimiters(count, at: 1)) {
                position += next() == "\\" ? 2 : 1
            }
            position = min(position + 1 + count, bytes.count)
            return .literal
        }
        position += 1
        while next().isIdentifierPart { position += 1 }
        return .directive
    }

    /// Whether `count` number signs follow at a distance.
    private func hasDelimiters(_ count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { next(distance + $0) == "#" }
    }
}

// MARK: Strings

extension Lexer {
    /// Skips a string from its first quote, with the number signs after its last one.
    private mutating func skipString(delimiters: Int) {
        let quotes = beginsMultilineString(delimiters: delimiters) ? 3 : 1
        position += quotes
        while position < bytes.count {
            if quotes == 1, next().isLineBreak { return }
            if (0..<quotes).allSatisfy({ next($0) == "\"" }), hasDelimiters(delimiters, at: quotes) {
                position += quotes + delimiters
                return
            }
            if next() == "\\", hasDelimiters(delimiters, at: 1) {
                position += 1 + delimiters
                if next() == "(" {
                    skipInterpolation()
                    continue
                }
            }
            position += 1
        }
        position = min(position, bytes.count)
    }

    /// Whether three quotes begin a string of several lines. In `#"""#` they do not.
    private func beginsMultilineString(delimiters: Int) -> Bool {
        guard next(1) == "\"", next(2) == "\"" else { return false }
        if delimiters == 0 { return true }
        var distance = 1
        while position + distance < bytes.count, !next(distance).isLineBreak {
            if next(distance) == "\"", hasDelimiters(delimiters, at: distance + 1) { return false }
            distance += 1
        }
        return true
    }

    /// Skips an interpolation from its opening parenthesis to its closing one.
    private mutating func skipInterpolation() {
        var depth = 0
        while position < bytes.count {
            _ = skipTrivia()
            switch next() {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"":
                skipString(delimiters: 0)
                continue
            case "#":
                _ = skipNumberSign()
                continue
            default: break
            }
            position = min(position + 1, bytes.count)
            if depth == 0 { return }
        }
    }
}

// MARK: Regular expressions

extension Lexer {
    /// Whether a slash stands where an operand is expected.
    private var mayBeginRegex: Bool {
        guard let last = tokens.last else { return false }
        switch last.kind {
        case .identifier: return ["in", "return", "try", "await", "case", "if", "while", "guard", "else"].contains(last.text)
        case .literal, .directive: return false
        case .operator: return last.followsSpace || (last.text != "?" && last.text != "!" && last.text != ">")
        case .punctuation: return ![")", "]", "}"].contains(last.text)
        }
    }

    /// Skips a regular expression between slashes. Returns false if the slash begins an operator.
    private mutating func skipRegex() -> Bool {
        guard !next(1).isSpace else { return false }
        var distance = 1
        while position + distance < bytes.count, !next(distance).isLineBreak {
            if next(distance) == "/" {
                position += distance + 1
                return true
            }
            distance += next(distance) == "\\" ? 2 : 1
        }
        return false
    }
}

// MARK: Characters

/// The classes of code units. A code unit of a character outside of ASCII is handled as the scalar
/// with its value.
extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" }
    fileprivate var isSpace: Bool { self == " " || ("\t"..."\r").contains(self) || self == "\0" }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    /// Whether a name can begin here: with a letter, an underscore, a dollar sign, or a character
    /// outside of ASCII.
    fileprivate var isIdentifierStart: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$" || !isASCII
    }
    fileprivate var isIdentifierPart: Bool { isIdentifierStart || isDigit }
    fileprivate var isOperator: Bool {
        switch self {
        case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".": true
        default: false
        }
    }
}
