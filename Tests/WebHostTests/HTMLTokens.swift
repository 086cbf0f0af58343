import Foundation

/// The tags and texts of HTML, as a browser's tokenizer finds them.
struct HTMLTokens {
    /// A start tag, with its attributes, whose values are unescaped; or an end tag, written as "/name".
    struct Tag: Equatable {
        var name: String
        var attributes: [(name: String, value: String)] = []

        static func == (lhs: Tag, rhs: Tag) -> Bool {
            lhs.name == rhs.name && lhs.attributes.map(\.name) == rhs.attributes.map(\.name)
        }
    }

    private(set) var tags: [Tag] = []
    private(set) var texts: [String] = []
    private let html: [UInt8]
    private var index = 0

    init(_ html: String) {
        self.html = Array(html.utf8)
        while let next {
            if next == UInt8(ascii: "<") { readTag() } else { texts.append(Self.unescaped(take { $0 != UInt8(ascii: "<") })) }
        }
    }

    private var next: UInt8? { index < html.count ? html[index] : nil }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = index
        while index < html.count, condition(html[index]) { index += 1 }
        return String(decoding: html[start..<index], as: UTF8.self)
    }

    /// Whether a character is a space: a tab, a line feed, a form feed, a carriage return or a blank.
    private static func isSpace(_ character: UInt8) -> Bool { [9, 10, 12, 13, 32].contains(character) }

    private mutating func readTag() {
        let end = UInt8(ascii: ">")
        index += 1
        var tag = Tag(name: take { !Self.isSpace($0) && $0 != end })
        while true {
            _ = take { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard let next else { break }
            if next == end {
                index += 1
                break
            }
            let name = take { !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != end }
            tag.attributes.append((name, readValue()))
        }
        tags.append(tag)
        // The content of these elements is not HTML.
        if tag.name == "style" || tag.name == "script" { readRawText(until: "</\(tag.name)") }
    }

    private mutating func readValue() -> String {
        guard next == UInt8(ascii: "=") else { return "" }
        index += 1
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return Self.unescaped(take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") })
        }
        index += 1
        defer { index += 1 }
        return Self.unescaped(take { $0 != quote })
    }

    private mutating func readRawText(until end: String) {
        let end = Array(end.utf8)
        let start = index
        while index < html.count, !html[index...].starts(with: end) { index += 1 }
        texts.append(String(decoding: html[start..<index], as: UTF8.self))
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}
