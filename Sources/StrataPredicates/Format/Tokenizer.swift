/// Splits a predicate format into tokens, each with its position in Unicode scalars.
struct Tokenizer {
    private let format: String
    private let scalars: [Unicode.Scalar]
    /// The index of each scalar, and `endIndex`, so that a token's text is copied in one piece
    /// instead of scalar by scalar.
    private let places: [String.Index]
    private var position = 0

    static func tokens(of format: String) throws -> [(token: Token, position: Int)] {
        var tokenizer = Tokenizer(format)
        var tokens: [(token: Token, position: Int)] = []
        repeat {
            tokenizer.skip { $0.isSpace }
            let start = tokenizer.position
            tokens.append((try tokenizer.next(), start))
        } while tokens.last?.token != .end
        return tokens
    }

    private init(_ format: String) {
        self.format = format
        scalars = Array(format.unicodeScalars)
        places = Array(format.unicodeScalars.indices) + [format.endIndex]
    }

    private mutating func next() throws -> Token {
        guard let scalar = peek() else { return .end }
        switch scalar {
        case "\"", "'": return .string(try quoted(by: scalar))
        case "0"..."9": return .number(try number())
        case ".": return peek(1)?.isDigit == true ? .number(try number()) : .symbol(try symbol())
        case "#": return .escapedWord(try name(after: scalar))
        case "$":
            if peek(1) == "#" { position += 1 }
            return .variable(try name(after: scalar))
        case "@": return .word("@" + (try name(after: scalar)))
        case "%": return .conversion(try conversion())
        case _ where scalar.isNameStart: return .word(word())
        default: return .symbol(try symbol())
        }
    }

    /// Consumes a name, or a selector such as `add:to:` with its colons.
    private mutating func word() -> String {
        var word = take { $0.isNamePart }
        while peek() == ":", peek(1) != "=" {
            position += 1
            word += ":" + take { $0.isNamePart }
        }
        return word
    }

    private mutating func name(after mark: Unicode.Scalar) throws -> String {
        position += 1
        guard peek()?.isNameStart == true else { throw error("a name must follow \(mark).") }
        return take { $0.isNamePart }
    }

    private mutating func number() throws -> String {
        var text = ""
        if peek() == "0", let mark = peek(1)?.properties.lowercaseMapping, ["x", "o", "b"].contains(mark) {
            position += 2
            text = "0" + mark + take { $0.isHexDigit }
        } else {
            text = take { $0.isDigit }
            if peek() == ".", peek(1)?.isDigit == true {
                position += 1
                text = (text.isEmpty ? "0" : text) + "." + take { $0.isDigit }
            }
            let hasSign = peek(1) == "+" || peek(1) == "-"
            if peek() == "e" || peek() == "E", peek(hasSign ? 2 : 1)?.isDigit == true {
                text += "e" + (hasSign ? String(scalars[position + 1]) : "")
                position += hasSign ? 2 : 1
                text += take { $0.isDigit }
            }
        }
        guard peek()?.isNamePart != true else { throw error("the characters after \(text) do not belong to a number.") }
        return text
    }

    private mutating func conversion() throws -> String {
        let start = position
        position += 1
        switch peek() {
        case "@", "K", "%":
            position += 1
        default:
            skip { "hlqztjL".unicodeScalars.contains($0) }
            guard let last = peek(), "diuxXoDUOeEfFgGaAcCsS".unicodeScalars.contains(last) else {
                position = start
                throw error(
                    "a format takes %@, %K, whole numbers as %d, %i, %u, %x, %ld, %lu, %lld or %llu, fractions as %f, and text as %s."
                )
            }
            position += 1
        }
        let text = self.text(start + 1..<position)
        guard text != "%" else {
            position = start
            throw error("%% stands for a percent sign, which is allowed only in quotes; write a single % there.")
        }
        return text
    }

    private mutating func symbol() throws -> String {
        if position + 2 <= scalars.count {
            let pair = self.text(position..<position + 2)
            if Self.pairs.contains(pair) {
                position += 2
                return pair
            }
        }
        guard let scalar = peek(), "=!<>&|^~*+-/(){}[],.".unicodeScalars.contains(scalar) else {
            throw error("the character \(scalars[position]) is allowed only in quotes.")
        }
        position += 1
        return String(scalar)
    }

    private static let pairs: Set<String> = ["==", "=<", "=>", "!=", "<>", "<=", "<<", ">=", ">>", "&&", "||", ":=", "**"]

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
        while let scalar = peek(), condition(scalar) { position += 1 }
    }

    private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let start = position
        skip(while: condition)
        return text(start..<position)
    }

    private func text(_ range: Range<Int>) -> String {
        String(format.unicodeScalars[places[range.lowerBound]..<places[range.upperBound]])
    }

    private func error(_ message: String) -> InvalidPredicate {
        InvalidPredicate(message, format: format, position: position)
    }
}

extension Tokenizer {
    private mutating func quoted(by quote: Unicode.Scalar) throws -> String {
        let start = position
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = peek() {
            position += 1
            switch scalar {
            case quote: return String(text)
            case "\\": text.append(try escaped())
            default: text.append(scalar)
            }
        }
        position = start
        throw error("the string has no closing \(quote).")
    }

    /// Consumes the escape sequence after a backslash, as in C. Any other character after a
    /// backslash is kept: `\d` is `d`, so a regular expression needs `\\d`.
    private mutating func escaped() throws -> Unicode.Scalar {
        guard let scalar = peek() else { throw error("a backslash must be followed by a character.") }
        if ("0"..."7").contains(scalar) { return octalScalar() }
        position += 1
        switch scalar {
        case "a": return "\u{7}"
        case "b": return "\u{8}"
        case "e": return "\u{1B}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "x", "X": return try codePoint(digits: 2)
        case "u", "U": return try codePoint(digits: 4)
        default: return scalar
        }
    }

    /// Consumes up to three octal digits.
    private mutating func octalScalar() -> Unicode.Scalar {
        var code: UInt32 = 0
        for _ in 0..<3 {
            guard let digit = peek(), ("0"..."7").contains(digit) else { break }
            code = code * 8 + digit.value - 48
            position += 1
        }
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private mutating func codePoint(digits: Int) throws -> Unicode.Scalar {
        let end = min(position + digits, scalars.count)
        let text = self.text(position..<end)
        guard text.unicodeScalars.count == digits, text.unicodeScalars.allSatisfy(\.isHexDigit),
            let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
        else { throw error("\(digits) hexadecimal digits of a Unicode scalar must follow.") }
        position = end
        return scalar
    }
}

extension Unicode.Scalar {
    // Formats are nearly always ASCII, and a lookup in Unicode's tables costs more than the rest of
    // the work for a token.
    var isNameStart: Bool { isASCII ? self == "_" || isLetter : properties.isXIDStart }
    var isNamePart: Bool { isASCII ? self == "_" || isLetter || isDigit : properties.isXIDContinue }
    fileprivate var isSpace: Bool { isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }
    private var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
