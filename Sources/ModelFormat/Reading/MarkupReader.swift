import Foundation
import FoundationXML

/// Reads a file's XML into raw elements, each with its line.
///
/// A file that declares XML entities of its own is refused: no model does, and a few nested ones could fill the memory.
final class MarkupReader: NSObject {
    private let file: String
    /// The elements whose end has not been read.
    private var open: [RawElement] = []
    private var root: RawElement?
    private var failure: ModelFileError?
    /// Deeper than any model, and shallow enough for what walks the tree by recursion.
    private static let deepestNesting = 100

    private init(file: String) {
        self.file = file
    }

    /// Reads XML.
    ///
    /// - Throws: `ModelFileError` with the line for what is not UTF-8 or not well-formed.
    static func read(_ data: Data, file: String) throws(ModelFileError) -> RawElement {
        try requirePlainText(data, file: file)
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let failure = reader.failure { throw failure }
        guard isWellFormed, parser.parserError == nil, let root = reader.root else {
            let place = SourceLocation(file: file, line: max(parser.lineNumber, 1))
            throw ModelFileError(at: place, "The XML is not well-formed: \(reason(parser.parserError)).")
        }
        return root
    }

    private static func requirePlainText(_ data: Data, file: String) throws(ModelFileError) {
        func fail(at line: Int, _ message: String) -> ModelFileError {
            ModelFileError(at: SourceLocation(file: file, line: line), message)
        }
        guard !data.isEmpty else { throw fail(at: 1, "The file is empty.") }
        guard String(data: data, encoding: .utf8) != nil else {
            let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(data: $0, encoding: .utf8) == nil } ?? 0
            throw fail(at: line + 1, "The file is not UTF-8 here. Save it as UTF-8.")
        }
        // To the parser this is a stray <, and its message would not help.
        if let conflict = data.range(of: Data("\n<<<<<<< ".utf8)) {
            let line = data[..<conflict.upperBound].count { $0 == UInt8(ascii: "\n") } + 1
            throw fail(at: line, "A merge left its conflict here. Choose a side and remove the lines that mark it.")
        }
        if let entity = data.range(of: Data("<!ENTITY".utf8)) {
            let line = data[..<entity.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
            throw fail(at: line, "A model declares no XML entities. Remove <!ENTITY …> and write out what it stands for.")
        }
    }

    /// The parser on Linux reports a number of libxml2's `xmlParserErrors` and no words.
    private static func reason(_ error: (any Error)?) -> String {
        switch (error as NSError?)?.code {
        case nil, 3, 4: "it does not begin with a tag"
        case 5: "a tag is not closed, or something follows the last one"
        case 26: "a value contains &, which has to be written &amp;"
        case 38, 68: "a value contains < or &, which have to be written &lt; and &amp;"
        case 39, 40, 41: "an attribute's value has no quotes around it"
        case 42: "an attribute occurs twice in this tag"
        case 76, 77: "an end tag does not match the tag that is open"
        default: "a character stands where the parser expects another"
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
}
