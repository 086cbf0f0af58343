import Foundation
import FoundationXML

/// A parser of a file's XML into raw elements, each with its line.
///
/// It rejects files that declare XML entities: no model declares any, and a few nested ones could
/// exhaust the memory.
final class MarkupReader: NSObject {
    private let file: String
    /// The elements whose end tag has not been read, outermost first.
    private var open: [RawElement] = []
    private var root: RawElement?
    private var failure: ModelFileError?
    /// The first error that the parser reported, and the elements that were open at its position.
    /// The parser continues after some errors and stops only at the end of the file.
    private var syntaxError: (error: MarkupSyntaxError, open: [RawElement])?
    /// The maximum nesting of elements: deeper than any model, and safe for recursive functions on
    /// the tree.
    private static let deepestNesting = 100

    private init(file: String) {
        self.file = file
    }

    /// Parses XML.
    ///
    /// - Throws: `ModelFileError` with the line if the data is not UTF-8 or not well-formed.
    static func read(_ data: Data, file: String) throws(ModelFileError) -> RawElement {
        try requirePlainText(data, file: file, of: "A model")
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let failure = reader.failure { throw failure }
        if let (error, open) = reader.syntaxError { throw error.described(in: data, open: open) }
        guard isWellFormed, parser.parserError == nil, let root = reader.root else {
            throw MarkupSyntaxError(parser, file: file).described(in: data, open: reader.open)
        }
        return root
    }

    /// Checks what the parser does not: it traps on a name that is not UTF-8.
    ///
    /// - Parameter kind: What the file is, to begin a sentence with.
    /// - Throws: `ModelFileError` with the line if the data is empty, not UTF-8, has the marks of a
    ///   merge, or declares XML entities.
    static func requirePlainText(_ data: Data, file: String, of kind: String) throws(ModelFileError) {
        func fail(at line: Int, _ message: String) -> ModelFileError {
            ModelFileError(at: SourceLocation(file: file, line: line), message)
        }
        guard !data.isEmpty else { throw fail(at: 1, "The file is empty.") }
        guard String(data: data, encoding: .utf8) != nil else {
            let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(data: $0, encoding: .utf8) == nil } ?? 0
            throw fail(at: line + 1, "The file is not UTF-8 here. Save it as UTF-8.")
        }
        // The parser would report only a stray <.
        if let conflict = data.range(of: Data("\n<<<<<<< ".utf8)) {
            let line = data[..<conflict.upperBound].count { $0 == UInt8(ascii: "\n") } + 1
            throw fail(at: line, "A merge left its conflict here. Choose a side and remove the lines that mark it.")
        }
        if let entity = data.range(of: Data("<!ENTITY".utf8)) {
            let line = data[..<entity.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
            throw fail(at: line, "\(kind) declares no XML entities. Remove <!ENTITY …> and write out what it stands for.")
        }
    }
}

extension MarkupReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let location = SourceLocation(file: file, line: parser.lineNumber)
        if open.count == Self.deepestNesting {
            failure = ModelFileError(at: location, "Elements are nested more than \(Self.deepestNesting) deep. No model is.")
            parser.abortParsing()
            return
        }
        open.append(RawElement(name: name, fields: Fields(attributes), location: location))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard syntaxError == nil else { return }
        syntaxError = (MarkupSyntaxError(parser, error, file: file), open)
    }
}
