/// A token of a source file.
struct SourceToken: Hashable {
    /// The range in the file, in bytes.
    var range: Range<Int>
    /// The text; for a name in backticks, without them.
    var text: String
    var kind: Kind

    enum Kind: Hashable {
        /// A name or keyword.
        case word
        /// A number or string.
        case literal
        /// `#if` and other words that begin with `#`.
        case directive
        /// Any other character, or `->`.
        case sign
    }

    /// Whether the token is a name in backticks, which is no keyword.
    var isQuoted: Bool { kind == .word && range.count != text.utf8.count }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}

extension Collection<SourceToken> where SubSequence == Self {
    /// Returns the non-empty parts between separators. Ignores separators inside brackets.
    func split(at sign: String) -> [Self] {
        var parts: [Self] = []
        var rest = self
        while !rest.isEmpty {
            let end = rest.firstIndex(ofOuter: sign) ?? rest.endIndex
            if end != rest.startIndex { parts.append(rest[..<end]) }
            rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
        }
        return parts
    }

    /// Returns the first index of a sign outside brackets; nil if there is none.
    func firstIndex(ofOuter sign: String) -> Index? {
        var depth = 0
        for index in indices {
            if depth == 0, self[index].isSign(sign) { return index }
            depth += self[index].nesting
        }
        return nil
    }

    /// The index of the bracket that closes the one at the start.
    var closingBracket: Index? {
        var depth = 0
        for index in indices {
            depth += self[index].nesting
            if depth == 0 { return index }
        }
        return nil
    }
}

extension SourceToken {
    /// The change of the bracket depth after this token.
    fileprivate var nesting: Int {
        guard kind == .sign else { return 0 }
        return switch text {
        case "(", "[", "<": 1
        case ")", "]", ">": -1
        default: 0
        }
    }
}
