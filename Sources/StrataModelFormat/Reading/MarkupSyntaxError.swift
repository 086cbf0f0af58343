import Foundation
import FoundationXML

/// An XML error as the parser reports it: a position and a code.
struct MarkupSyntaxError {
    private let file: String
    /// The line, counted from 1.
    private let line: Int
    /// The column, counted from 1 in UTF-8 bytes.
    private let column: Int
    /// One of libxml2's `xmlParserErrors`; the parser on Linux has no messages for them.
    private let code: Int?

    init(_ parser: XMLParser, _ error: (any Error)? = nil, file: String) {
        self.file = file
        line = max(parser.lineNumber, 1)
        column = max(parser.columnNumber, 1)
        code = ((error ?? parser.parserError) as NSError?)?.code
    }

    /// Returns the error with its cause, at the line of the mistake.
    ///
    /// - Parameter open: The elements that were open at the position of the error.
    func described(in data: Data, open: [RawElement]) -> ModelFileError {
        let text = Text(data, line: line, column: column)
        switch code {
        case 5, 77:
            if let element = open.last { return unclosed(element, before: "the file ends") }
        case 76:
            if let element = open.last, let name = text.endTag { return mismatch(element, open, name) }
        case 38:
            if let first = text.lineOfOpenQuote, first < line {
                return error(at: first, "a value that begins in this line has no quotation mark at its end")
            }
        default: break
        }
        return error(at: line, reason)
    }

    private func error(at line: Int, _ reason: String) -> ModelFileError {
        ModelFileError(at: SourceLocation(file: file, line: line), "The XML is not well-formed: \(reason).")
    }

    private func unclosed(_ element: RawElement, before end: String) -> ModelFileError {
        error(at: element.location.line, "\(element.title) is not closed before \(end). Add </\(element.name)>")
    }

    private func mismatch(_ element: RawElement, _ open: [RawElement], _ name: String) -> ModelFileError {
        if open.contains(where: { $0.name == name }) {
            return unclosed(element, before: "</\(name)> in line \(line)")
        }
        return error(
            at: line,
            "</\(name)> ends no element that is open; the one to end is \(element.title) of line \(element.location.line)")
    }

    private var reason: String {
        switch code {
        case nil, 3, 4: "it does not begin with a tag"
        case 5: "something follows the last tag"
        case 26: "a value contains &, which has to be written &amp;"
        case 38, 68: "a value contains < or &, which have to be written &lt; and &amp;"
        case 39, 40, 41: "an attribute's value has no quotes around it"
        case 42: "an attribute occurs twice in this tag"
        case 73: "a tag has no > at its end"
        case 76, 77: "an end tag does not match the tag that is open"
        default: "a character stands where the parser expects another"
        }
    }

    /// The file up to the position of the error.
    private struct Text {
        private let bytes: ArraySlice<UInt8>

        init(_ data: Data, line: Int, column: Int) {
            var start = data.startIndex
            for _ in 1..<max(line, 1) {
                guard let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
                start = end + 1
            }
            bytes = [UInt8](data.prefix(upTo: min(start + column, data.endIndex)))[...]
        }

        /// The name in the last end tag; nil if there is none.
        var endTag: String? {
            let marks = Array("</".utf8)
            guard let start = bytes.indices.dropLast().last(where: { bytes[$0...].starts(with: marks) }) else { return nil }
            let name = bytes[(start + marks.count)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        }

        /// The line of the last `="`, which begins a value; nil if there is none.
        var lineOfOpenQuote: Int? {
            let marks = Array("=\"".utf8)
            guard let start = bytes.indices.dropLast().last(where: { bytes[$0...].starts(with: marks) }) else { return nil }
            return bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
        }
    }
}
