/// A word or sign of a source file.
struct SourceToken: Hashable {
    /// Where it stands in the file, in bytes.
    var range: Range<Int>
    /// A name between backticks is without them.
    var text: String
    var kind: Kind

    enum Kind: Hashable {
        /// A name or keyword.
        case word
        /// A number or string.
        case literal
        /// `#if` and the like.
        case directive
        /// Any other character; `->` counts as one.
        case sign
    }

    func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
}

extension Collection<SourceToken> where SubSequence == Self {
    /// The parts between a sign, without the empty ones. A sign in brackets does not count.
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

    /// The first place where a sign stands outside brackets.
    func firstIndex(ofOuter sign: String) -> Index? {
        var depth = 0
        for index in indices {
            if depth == 0, self[index].isSign(sign) { return index }
            depth += self[index].nesting
        }
        return nil
    }

    /// The bracket that closes the one that this begins with.
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
    /// How many brackets deeper it is behind this token.
    fileprivate var nesting: Int {
        guard kind == .sign else { return 0 }
        return switch text {
        case "(", "[", "<": 1
        case ")", "]", ">": -1
        default: 0
        }
    }
}
