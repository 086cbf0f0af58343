/// A node of the syntax tree that the compiler prints with `-dump-parse`.
///
/// A node is a line such as
///
///     (class_decl decl_context=0x5590 range=[A.swift:3:8 - line:9:1] "Quake" inherits="<null>"
///
/// and the more deeply indented lines below it are the nodes inside it. (The compiler can print
/// JSON as well, but without the types, and not always with balanced brackets.)
struct DumpNode: Sendable {
    var kind: String
    /// The node's role in the node around it, such as `original_init` for
    /// `(original_init=integer_literal_expr`; empty for most nodes.
    var role: String
    /// The range from the first byte of the first token to the first byte of the last one. Lines
    /// and columns count from 1.
    var range: Range?
    /// The text after the range.
    var rest: Substring
    var nodes: [DumpNode] = []

    struct Range: Sendable {
        var start: (line: Int, column: Int)
        var end: (line: Int, column: Int)
    }

    /// The first string in quotation marks.
    var name: String {
        let quoted = rest.drop { $0 != "\"" }.dropFirst()
        return String(quoted.prefix { $0 != "\"" })
    }

    /// The words after the range.
    var words: [Substring] {
        rest.split { $0 == " " || $0 == ")" }
    }

    /// Returns the value of `key=value` after the range; nil if there is none.
    func value(of key: String) -> String? {
        words.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    /// Parses a line; nil for a line that does not begin a node.
    init?(_ line: Substring) {
        let text = line.drop { $0 == " " }
        guard text.first == "(" else { return nil }
        let head = text.dropFirst().prefix { $0 != " " && $0 != ")" }
        let parts = head.split(separator: "=", maxSplits: 1)
        guard let kind = parts.last else { return nil }
        self.kind = String(kind)
        role = parts.count == 2 ? String(parts[0]) : ""
        rest = text[head.endIndex...]
        // The path before the numbers may contain any characters.
        guard let from = rest.firstRange(of: " range=["), let middle = rest[from.upperBound...].firstRange(of: " - line:") else {
            return
        }
        let first = rest[from.upperBound..<middle.lowerBound].split(separator: ":").suffix(2).compactMap { Int($0) }
        let close = rest[middle.upperBound...].firstIndex(of: "]") ?? rest.endIndex
        let last = rest[middle.upperBound..<close].split(separator: ":").compactMap { Int($0) }
        guard first.count == 2, last.count == 2 else { return }
        range = Range(start: (first[0], first[1]), end: (last[0], last[1]))
        rest = rest[close...].dropFirst()
    }
}
