package import Foundation
import FoundationXML

/// A parser of `xcmapping.xml`: a list of objects with attributes and references to other objects.
private final class MappingReader: NSObject, XMLParserDelegate {
    struct Object {
        var type: String
        var line: Int
        var attributes: [String: String] = [:]
        var references: [String: [String]] = [:]
    }

    private(set) var objects: [String: Object] = [:]
    private var identifier: String?
    private var current: Object?
    private var attribute: String?
    private var text = ""
    private(set) var problem: (line: Int, message: String)?

    /// The copies of the models, which can be megabytes and are not used.
    private static let ignored: Set = ["sourcemodeldata", "destinationmodeldata"]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch name {
        case "object":
            identifier = attributes["id"]
            current = Object(type: attributes["type"]?.uppercased() ?? "", line: parser.lineNumber)
        case "attribute":
            attribute = attributes["name"]?.lowercased()
            text = ""
        case "relationship":
            guard let name = attributes["name"]?.lowercased(), let identifiers = attributes["idrefs"] else { return }
            current?.references[name] = identifiers.split(separator: " ").map(String.init)
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let attribute, !Self.ignored.contains(attribute) else { return }
        text += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        switch name {
        case "attribute":
            if let attribute, !Self.ignored.contains(attribute) { current?.attributes[attribute] = text }
            attribute = nil
        case "object":
            if let identifier, let current { objects[identifier] = current }
            (identifier, current) = (nil, nil)
        default: break
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        if problem == nil { problem = (parser.lineNumber, "The file is not well-formed XML here.") }
    }
}

extension MappingElement {
    /// Reads an `.xcmappingmodel` folder, or its `xcmapping.xml`.
    ///
    /// - Throws: `ModelFileError` with the line, for a file that is no mapping model.
    package init(contentsOf url: URL) throws(ModelFileError) {
        let file = url.pathExtension == "xcmappingmodel" ? url.appendingPathComponent("xcmapping.xml") : url
        try self.init(contents: FileReading.data(of: file, of: "The mapping model"), file: file.relativePath)
    }

    /// Reads the text of an `xcmapping.xml`.
    package init(contents: Data, file: String) throws(ModelFileError) {
        func fail(_ line: Int, _ message: String) -> ModelFileError {
            ModelFileError(at: SourceLocation(file: file, line: line), message)
        }
        try MarkupReader.requirePlainText(contents, file: file, of: "A mapping model")
        let reader = MappingReader()
        let parser = XMLParser(data: contents)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let problem = reader.problem { throw fail(problem.line, problem.message) }
        guard isWellFormed else { throw fail(1, "The file is not well-formed XML.") }
        let objects = reader.objects
        guard let root = objects.values.first(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
            throw fail(1, "The file has no mapping model. Use the .xcmappingmodel that Xcode wrote.")
        }
        self.init()
        sourceModelPath = root.text("sourcemodelpath")
        destinationModelPath = root.text("destinationmodelpath")
        // A file without the root's list is read by the type of its objects.
        let listed = root.references["entitymappings"].map { $0.compactMap { objects[$0] } }
        let entities = listed ?? objects.values.filter { $0.type == "XDDEVENTITYMAPPING" }
        func number(_ object: MappingReader.Object) -> Int { object.text("mappingnumber").flatMap { Int($0) } ?? 0 }
        entityMappings =
            entities
            .sorted { (number($0), $0.line) < (number($1), $1.line) }
            .map { Entity($0, objects) }
        for (name, mappings) in Dictionary(grouping: entityMappings, by: \.givenName) where mappings.count > 1 {
            throw fail(root.line, "Two entity mappings are named “\(name)”. Give one of them another name in Xcode.")
        }
    }
}

extension MappingElement.Entity {
    fileprivate init(_ object: MappingReader.Object, _ objects: [String: MappingReader.Object]) {
        name = object.text("name")
        sourceName = object.text("sourcename")
        destinationName = object.text("destinationname")
        policyClassName = object.text("migrationpolicyclassname")
        filter = object.text("sourcefilterpredicatestring")
        if object.text("autogenerateexpression") != "1" { sourceExpression = object.data("sourceexpressiondata") }
        userInfo = object.data("userinfodata")
        func properties(_ key: String) -> [MappingElement.Property] {
            (object.references[key] ?? []).compactMap { objects[$0] }.compactMap(MappingElement.Property.init)
                .sorted { $0.name < $1.name }
        }
        attributes = properties("attributemappings")
        relationships = properties("relationshipmappings")
    }
}

extension MappingElement.Property {
    fileprivate init?(_ object: MappingReader.Object) {
        guard let name = object.text("name") else { return nil }
        self.name = name
        if object.text("autogenerateexpression") != "1" { valueExpression = object.data("valueexpressiondata") }
        sourceKeyPath = object.text("sourcekeypath")
        sourceMappingName = object.text("sourcemappingname")
        userInfo = object.data("userinfodata")
    }
}

extension MappingReader.Object {
    func text(_ name: String) -> String? {
        attributes[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func data(_ name: String) -> Data? {
        text(name).flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
    }
}
