/// Replacements in a file, which are collected and then made at once.
struct TextEdits {
    private struct Edit {
        var range: Range<Int>
        var text: String
    }

    private var edits: [Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// Inserts text in front of a byte. What is inserted at the same byte stays in the order of
    /// the calls.
    mutating func insert(_ text: String, at position: Int) {
        edits.append(Edit(range: position..<position, text: text))
    }

    mutating func replace(_ range: Range<Int>, with text: String) {
        edits.append(Edit(range: range, text: text))
    }

    /// Replaces a range with spaces, so that everything behind it keeps its line and column.
    mutating func blank(_ range: Range<Int>, in source: SourceText) {
        replace(range, with: Self.padding(source.bytes[range]))
    }

    /// Replaces a range with a shorter text and fills the rest with spaces.
    mutating func replace(_ range: Range<Int>, with text: String, paddedIn source: SourceText) {
        let bytes = source.bytes[range]
        let lines = bytes.prefix(text.utf8.count).filter { $0 == UInt8(ascii: "\n") }
        replace(range, with: text + String(decoding: lines, as: UTF8.self) + Self.padding(bytes.dropFirst(text.utf8.count)))
    }

    private static func padding(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: bytes.map { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) ? $0 : UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// Returns the file with the replacements. If two overlap, the first one counts.
    func applied(to source: SourceText) -> [UInt8] {
        let bytes = source.bytes
        var result: [UInt8] = []
        var position = bytes.startIndex
        let sorted = edits.enumerated().sorted {
            let (left, right) = ($0.element.range, $1.element.range)
            return (left.lowerBound, left.isEmpty ? 0 : 1, $0.offset) < (right.lowerBound, right.isEmpty ? 0 : 1, $1.offset)
        }
        for (_, edit) in sorted where edit.range.lowerBound >= position {
            result += bytes[position..<edit.range.lowerBound]
            result += edit.text.utf8
            position = edit.range.upperBound
        }
        return result + bytes[position...]
    }
}
