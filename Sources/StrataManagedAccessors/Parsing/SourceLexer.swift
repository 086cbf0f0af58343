/// A lexer that splits a source file into tokens, without its comments.
///
/// The compiler's parser prints the positions of declarations, but not the spelling of most types,
/// and nothing between `#if` and `#endif`. The tool reads both from these tokens.
struct SourceLexer {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    /// The contents of the interpolations in the strings so far, in bytes. Those inside another
    /// interpolation are not listed.
    private(set) var interpolations: [Range<Int>] = []
    private var interpolationDepth = 0
    /// Whether a `/` at this point would be an operator, because an operand is in front of it.
    private var isBehindOperand = false

    /// Creates a lexer.
    ///
    /// - Parameter bytes: The file, with its first byte at index 0.
    init(_ bytes: ArraySlice<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the next token; nil at the end of the file.
    mutating func next() -> SourceToken? {
        let (end, wasBehindOperand) = (position, isBehindOperand)
        let token = nextToken()
        isBehindOperand =
            switch token?.kind {
            case .word: token.map { !Self.wordsBeforeOperands.contains($0.text) } ?? false
            case .literal: true
            case .sign where token?.isSign("?") == true || token?.isSign("!") == true:
                // `a! / b`, but not `!/b/` and `a ? /b/ : c`.
                wasBehindOperand && token?.range.lowerBound == end
            case .sign: token.map { [")", "]", "}"].contains($0.text) } ?? false
            case .directive, nil: false
            }
        return token
    }

    private static let wordsBeforeOperands: Set<String> = [
        "return", "in", "if", "guard", "while", "switch", "try", "await", "case", "where", "throw", "else", "as", "is", "let",
        "var",
    ]

    private mutating func nextToken() -> SourceToken? {
        skipSpace()
        guard let first = byte() else { return nil }
        let start = position
        var kind = SourceToken.Kind.sign
        switch first {
        case UInt8(ascii: "`"):
            kind = .word
            position += 1
            skip { $0 != UInt8(ascii: "`") && !Self.isNewline($0) }
            position = min(position + 1, bytes.count)
            return SourceToken(range: start..<position, text: text(start + 1, position - 1), kind: kind)
        case UInt8(ascii: "\""):
            kind = .literal
            skipString(hashes: 0)
        case UInt8(ascii: "#"):
            skip { $0 == UInt8(ascii: "#") }
            if byte() == UInt8(ascii: "\"") {
                kind = .literal
                skipString(hashes: position - start)
            } else if byte() == UInt8(ascii: "/") {
                kind = .literal
                skipExtendedRegex(hashes: position - start)
            } else if let next = byte(), Self.isLetter(next) {
                kind = .directive
                skip(Self.isWord)
            }
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            kind = .literal
            skipNumber()
        case UInt8(ascii: "/") where !isBehindOperand && skipRegex():
            kind = .literal
        case UInt8(ascii: "-") where byte(1) == UInt8(ascii: ">"):
            position += 2
        case _ where Self.isLetter(first):
            kind = .word
            skip(Self.isWord)
        default:
            position += 1
        }
        return SourceToken(range: start..<position, text: text(start, position), kind: kind)
    }

    // MARK: Bytes

    private func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private func text(_ start: Int, _ end: Int) -> String {
        start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
    }

    private mutating func skip(_ isPart: (UInt8) -> Bool) {
        while let byte = byte(), isPart(byte) { position += 1 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
            || byte >= 0x80
    }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: Space, numbers and strings

    private mutating func skipSpace() {
        while let first = byte() {
            if first <= 0x20 {
                position += 1
            } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
                skip { !Self.isNewline($0) }
            } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                skipComment()
            } else {
                return
            }
        }
    }

    /// Skips a comment, with the comments nested in it.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            switch (byte(), byte(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
            default:
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func skipNumber() {
        while let byte = byte() {
            let isExponent = [UInt8(ascii: "e"), UInt8(ascii: "p")].contains(byte | 0x20)
            let isSigned = self.byte(1) == UInt8(ascii: "-") || self.byte(1) == UInt8(ascii: "+")
            if isExponent, isSigned {
                position += 2
            } else if Self.isWord(byte) || byte == UInt8(ascii: ".") {
                position += 1
            } else {
                return
            }
        }
    }

    /// Skips a string, from its opening quotation mark. An unterminated string, which the compiler
    /// reports, ends with its line.
    private mutating func skipString(hashes: Int) {
        let quote = UInt8(ascii: "\"")
        let isLong = byte(1) == quote && byte(2) == quote && !endsInLine(hashes: hashes, from: 2)
        position += isLong ? 3 : 1
        while let byte = byte() {
            if byte == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
                position += 1 + hashes
                if self.byte() == UInt8(ascii: "(") { skipInterpolation() } else { position += 1 }
            } else if byte == quote, !isLong || self.byte(1) == quote && self.byte(2) == quote,
                hasHashes(hashes, after: isLong ? 3 : 1)
            {
                position += (isLong ? 3 : 1) + hashes
                return
            } else if Self.isNewline(byte), !isLong {
                return
            } else {
                position += 1
            }
        }
    }

    /// Whether a raw string that begins with three quotation marks ends in its line, so that the
    /// marks are part of it: `#"""#`.
    private func endsInLine(hashes: Int, from offset: Int) -> Bool {
        guard hashes > 0 else { return false }
        var ahead = offset
        while let byte = byte(ahead), !Self.isNewline(byte) {
            ahead += 1
            if byte == UInt8(ascii: "\""), hasHashes(hashes, after: ahead) { return true }
        }
        return false
    }

    private func hasHashes(_ count: Int, after offset: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    private mutating func skipInterpolation() {
        let start = position + 1
        var depth = 0
        interpolationDepth += 1
        defer { interpolationDepth -= 1 }
        while let token = next() {
            if token.isSign("(") { depth += 1 }
            if token.isSign(")") { depth -= 1 }
            guard depth == 0 else { continue }
            if interpolationDepth == 1 { interpolations.append(start..<token.range.lowerBound) }
            return
        }
    }

    /// Skips `/…/`, a regular expression within one line.
    ///
    /// - Returns: Whether there is one. If not, the `/` is an operator, and nothing is skipped.
    private mutating func skipRegex() -> Bool {
        guard let first = byte(1), first > 0x20, first != UInt8(ascii: ")") else { return false }
        var (ahead, isInSet) = (1, false)
        while let byte = byte(ahead), !Self.isNewline(byte) {
            switch byte {
            case UInt8(ascii: "\\"): ahead += 1
            case UInt8(ascii: "["): isInSet = true
            case UInt8(ascii: "]"): isInSet = false
            case UInt8(ascii: "/") where !isInSet:
                position += ahead + 1
                return true
            default: break
            }
            ahead += 1
        }
        return false
    }

    /// Skips `#/…/#`, from its slash.
    private mutating func skipExtendedRegex(hashes: Int) {
        var ahead = 1
        while byte(ahead) == UInt8(ascii: " ") || byte(ahead) == UInt8(ascii: "\t") { ahead += 1 }
        let isLong = byte(ahead).map(Self.isNewline) ?? false
        position += 1
        while let byte = byte() {
            position += 1
            if byte == UInt8(ascii: "\\") {
                position += 1
            } else if byte == UInt8(ascii: "/"), hasHashes(hashes, after: 0) {
                position += hashes
                return
            } else if Self.isNewline(byte), !isLong {
                return
            }
        }
    }
}
