/// A parser of inline Markdown: `**bold**`, `*italic*`, `~~struck~~`, `` `code` ``,
/// `[text](address)`, `<https://address>`, `^[text](attribute: value)`, and characters escaped by a
/// backslash.
///
/// The parser reads from left to right. At each delimiter it searches for the matching one, and
/// parses the text between the two recursively, with the style that they add. A delimiter without a
/// match is text, as in CommonMark.
///
/// The input is a sequence of pieces: letters, and interpolated values, which are single pieces.
/// The parser never looks inside a value, so data cannot become a style or a link.
enum InlineMarkdown {
    /// A text or a value with one style.
    struct Span: Equatable {
        var token: FormatString.Token
        var style = TextRunStyle()
        /// The address of the link, as texts and values; nil without a link.
        var link: [FormatString.Token]?
        /// The index of the value with whose plural form the text agrees; nil for a text that does not
        /// change.
        var agreement: Int?
    }

    /// A character of the text, or an interpolated value.
    private enum Piece: Equatable {
        case letter(Character)
        case argument(Int, ValueFormat)

        var character: Character? { if case .letter(let character) = self { character } else { nil } }
        var isSpace: Bool { character?.isWhitespace == true }
        var isWord: Bool { character.map { $0.isLetter || $0.isNumber } ?? true }
    }

    /// Returns the spans of a text. A text without delimiters is not parsed.
    static func spans(of tokens: [FormatString.Token]) -> [Span] {
        let hasMarks = tokens.contains { token in
            if case .text(let text) = token { text.utf8.contains(where: { marks.contains($0) }) } else { false }
        }
        guard hasMarks else { return tokens.map { Span(token: $0) } }
        let pieces = tokens.flatMap { token -> [Piece] in
            switch token {
            case .text(let text): text.map { .letter($0) }
            case .argument(let index, let format): [.argument(index, format)]
            }
        }
        return spans(of: pieces[...], style: TextRunStyle(), link: nil)
    }

    /// The first characters of all delimiters.
    private static let marks = Set("*_~`[<^\\".utf8)

    private static func spans(of pieces: ArraySlice<Piece>, style: TextRunStyle, link: [FormatString.Token]?) -> [Span] {
        var spans: [Span] = []
        var text = ""
        func flush() {
            if !text.isEmpty { spans.append(Span(token: .text(text), style: style, link: link)) }
            text = ""
        }
        var index = pieces.startIndex
        while index < pieces.endIndex {
            guard case .letter(let character) = pieces[index] else {
                flush()
                if case .argument(let argument, let format) = pieces[index] {
                    spans.append(Span(token: .argument(argument, format), style: style, link: link))
                }
                index += 1
                continue
            }
            if character == "\\", let next = pieces[safe: index + 1]?.character, next.isPunctuation || next.isSymbol {
                text.append(next)
                index += 2
            } else if let mark = mark(at: index, in: pieces) {
                flush()
                var inner = style
                mark.change(&inner)
                if let agreement = mark.agreement {
                    spans += literal(mark.content.prefix(1), style: inner, link: link)
                    spans += literal(mark.content.dropFirst(), style: inner, link: link, agreement: agreement)
                } else if mark.isLiteral {
                    spans += literal(mark.content, style: inner, link: link)
                } else {
                    spans += self.spans(of: mark.content, style: inner, link: mark.link ?? link)
                }
                index = mark.end
            } else {
                // A run of delimiters without a match is text as a whole.
                repeat {
                    text.append(character)
                    index += 1
                } while "*_~`".contains(character) && pieces[safe: index] == .letter(character)
            }
        }
        flush()
        return spans
    }

    /// Two matching delimiters and the content between them.
    private struct Mark {
        let content: ArraySlice<Piece>
        /// The index after the closing delimiter.
        let end: Int
        /// Whether delimiters in the content are text, as in code.
        var isLiteral = false
        var link: [FormatString.Token]?
        /// The index of the value with which the word after it agrees; nil without one.
        var agreement: Int?
        /// Adds to the style of the content.
        var change: (inout TextRunStyle) -> Void = { _ in }
    }

    private static func mark(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        switch pieces[index].character {
        case "*"?, "_"?: emphasis(at: index, in: pieces)
        case "~"?: delimited(by: "~", count: 2, at: index, in: pieces) { $0.strikethrough = .line(.single) }
        case "`"?: code(at: index, in: pieces)
        case "["?: link(at: index, in: pieces)
        case "^"?: attributed(at: index, in: pieces)
        case "<"?: autolink(at: index, in: pieces)
        default: nil
        }
    }

    private static func emphasis(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        guard let mark = pieces[index].character else { return nil }
        let length = runLength(of: mark, at: index, in: pieces)
        guard let change = Self.change(ofRun: length) else { return nil }
        if let whole = delimited(by: mark, count: length, at: index, in: pieces, change: change) { return whole }
        guard length == 3 else { return nil }
        // The first characters of the run may end elsewhere than the rest, as in "***a** b*".
        for count in [1, 2] {
            guard let change = Self.change(ofRun: count),
                let outer = delimited(by: mark, count: count, ofRun: length, at: index, in: pieces, change: change),
                emphasis(at: index + count, in: outer.content) != nil
            else { continue }
            return outer
        }
        return nil
    }

    /// Returns the style that a run of asterisks or underscores adds; nil if it adds none.
    private static func change(ofRun length: Int) -> ((inout TextRunStyle) -> Void)? {
        guard (1...3).contains(length) else { return nil }
        return { style in
            if length != 2 { style.isItalic = true }
            if length != 1 { style.weight = .bold }
        }
    }

    private static func runLength(of mark: Character, at index: Int, in pieces: ArraySlice<Piece>) -> Int {
        pieces[index...].prefix { $0 == .letter(mark) }.count
    }

    /// Returns the content between two runs of a delimiter. The opening run must not precede a
    /// space, and the closing run must not follow one. Underscores within a word are text.
    ///
    /// A longer run closes what was opened last first: "**a *b***" is an `a` and a `*b*` in bold.
    ///
    /// - Parameters:
    ///   - count: The number of characters that open the content.
    ///   - length: The length of the run at `index`, of which they are the first; nil for `count`.
    private static func delimited(
        by mark: Character, count: Int, ofRun length: Int? = nil, at index: Int, in pieces: ArraySlice<Piece>,
        change: @escaping (inout TextRunStyle) -> Void
    ) -> Mark? {
        let start = index + count
        guard runLength(of: mark, at: index, in: pieces) == length ?? count, let first = pieces[safe: start], !first.isSpace
        else { return nil }
        if mark == "_", index > pieces.startIndex, pieces[index - 1].isWord { return nil }
        var end = start
        /// The lengths of the runs in the content that are open.
        var open: Set<Int> = []
        while end < pieces.endIndex {
            if pieces[end] == .letter("\\") {
                end += 2
                continue
            }
            let length = runLength(of: mark, at: end, in: pieces)
            if length > 0 {
                let isWithinWord = mark == "_" && pieces[safe: end + length]?.isWord == true
                let closes = end > start && !pieces[end - 1].isSpace && !isWithinWord
                if closes, length == count || open.contains(length - count) {
                    return Mark(content: pieces[start..<(end + length - count)], end: end + length, change: change)
                }
                if closes, open.contains(length) {
                    open.remove(length)
                } else if pieces[safe: end + length]?.isSpace == false {
                    open.insert(length)
                }
            }
            end += max(length, 1)
        }
        return nil
    }

    private static func code(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        let count = runLength(of: "`", at: index, in: pieces)
        var end = index + count
        while end < pieces.endIndex {
            let length = runLength(of: "`", at: end, in: pieces)
            if length == count {
                return Mark(content: pieces[(index + count)..<end], end: end + count, isLiteral: true) { $0.design = .monospaced }
            }
            end += max(length, 1)
        }
        return nil
    }

    private static func link(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        guard let close = closing("[", "]", at: index, in: pieces), pieces[safe: close + 1] == .letter("("),
            let end = closing("(", ")", at: close + 1, in: pieces)
        else { return nil }
        var address = pieces[(close + 2)..<end]
        // Ignores a title after the address.
        if let space = address.firstIndex(where: \.isSpace) { address = address[..<space] }
        return Mark(content: pieces[(index + 1)..<close], end: end + 1, link: tokens(of: address))
    }

    /// Returns a text with attributes, such as `^[\(count) item](inflect: true)`. The attributes have
    /// no effect, except that a single word after a value is inflected.
    private static func attributed(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        let open = index + 1
        guard pieces[safe: open] == .letter("["), let close = closing("[", "]", at: open, in: pieces),
            pieces[safe: close + 1] == .letter("("), let end = closing("(", ")", at: close + 1, in: pieces)
        else { return nil }
        let attributes = String(pieces[(close + 2)..<end].compactMap(\.character).filter { !$0.isWhitespace })
        guard attributes.contains(/^['"]?[\w.]+['"]?:(?!\/)/) else { return nil }
        let content = pieces[(open + 1)..<close]
        var mark = Mark(content: content, end: end + 1)
        if attributes == "inflect:true", case .argument(let argument, _)? = content.first,
            content.dropFirst().first == .letter(" "), content.count > 2,
            content.dropFirst(2).allSatisfy({ $0.character?.isLetter == true })
        {
            mark.agreement = argument
        }
        return mark
    }

    private static func autolink(at index: Int, in pieces: ArraySlice<Piece>) -> Mark? {
        guard let end = pieces[index...].firstIndex(of: .letter(">")) else { return nil }
        let content = pieces[(index + 1)..<end]
        let text = String(content.compactMap(\.character))
        guard content.allSatisfy({ $0.character != nil && !$0.isSpace }), text.contains("://") || text.hasPrefix("mailto:")
        else { return nil }
        return Mark(content: content, end: end + 1, link: tokens(of: content))
    }

    /// Returns the index of the bracket that closes the one at an index.
    private static func closing(_ open: Character, _ close: Character, at index: Int, in pieces: ArraySlice<Piece>) -> Int? {
        var depth = 0
        var position = index
        while position < pieces.endIndex {
            switch pieces[position].character {
            case "\\"?: position += 1
            case open?: depth += 1
            case close?:
                depth -= 1
                if depth == 0 { return position }
            default: break
            }
            position += 1
        }
        return nil
    }

    private static func literal(
        _ pieces: ArraySlice<Piece>, style: TextRunStyle, link: [FormatString.Token]?, agreement: Int? = nil
    ) -> [Span] {
        tokens(of: pieces).map { Span(token: $0, style: style, link: link, agreement: agreement) }
    }

    private static func tokens(of pieces: ArraySlice<Piece>) -> [FormatString.Token] {
        pieces.reduce(into: []) { tokens, piece in
            switch (piece, tokens.last) {
            case (.letter(let character), .text(let text)?): tokens[tokens.count - 1] = .text(text + String(character))
            case (.letter(let character), _): tokens.append(.text(String(character)))
            case (.argument(let index, let format), _): tokens.append(.argument(index, format))
            }
        }
    }
}

extension ArraySlice {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
