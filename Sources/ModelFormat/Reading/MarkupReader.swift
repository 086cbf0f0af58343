import Foundation
import FoundationXML

/// Reads a file's XML into raw elements, each with its line.
///
/// Entities of the file's own are not expanded: no model has any, and a few nested ones could fill the memory.
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
    /// - Throws: `ModelFileError` with the line for what is not well-formed.
    static func read(_ data: Data, file: String) throws(ModelFileError) -> RawElement {
        guard !data.isEmpty else {
            throw ModelFileError(at: SourceLocation(file: file, line: 1), "The file is empty.")
        }
        try requireNoEntityDeclarations(data, file: file)
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let failure = reader.failure { throw failure }
        guard isWellFormed, let root = reader.root else {
            throw ModelFileError(
                at: SourceLocation(file: file, line: max(parser.lineNumber, 1)),
                "The XML is not well-formed here\(reason(parser.parserError)). Compare with an earlier version of the file.")
        }
        return root
    }

    /// The parser expands a file's own entities even where it is told not to resolve external ones, so a file that declares any is refused before.
    private static func requireNoEntityDeclarations(_ data: Data, file: String) throws(ModelFileError) {
        guard let found = data.range(of: Data("<!ENTITY".utf8)) else { return }
        let line = data[..<found.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
        throw ModelFileError(
            at: SourceLocation(file: file, line: line),
            "A model declares no XML entities. Remove <!ENTITY …> and write out what it stands for.")
    }

    private static func reason(_ error: (any Error)?) -> String {
        guard let error else { return "" }
        let text = (error as NSError).userInfo["NSXMLParserErrorMessage"] as? String
        return text.map { " (\($0.trimmingCharacters(in: .whitespacesAndNewlines)))" } ?? ""
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
