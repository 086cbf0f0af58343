internal import Foundation
internal import StrataArchives
internal import StrataPredicates

/// The format of XML stores, which people can read.
///
///     <?xml version="1.0" encoding="UTF-8"?>
///     <database>
///       <databaseInfo>
///         <version>1</version>
///         <UUID>…</UUID>
///         <nextObjectID>103</nextObjectID>
///         <metadata><plist version="1.0"><dict>…</dict></plist></metadata>
///       </databaseInfo>
///       <object type="Book" id="z102">
///         <attribute name="title" type="string">One</attribute>
///         <relationship name="author" type="1/1" destination="Author" idrefs="z101"/>
///       </object>
///     </database>
///
/// The elements and attributes are those of Apple's XML stores as far as they are publicly known. A
/// text with characters that XML does not allow, such as NUL, has the attribute `encoding="base64"`
/// and is its UTF-8 in Base64.
enum XMLFormat: StoreDocumentFormat {
    static var type: String { NSXMLStoreType }

    // MARK: Writing

    static func encode(_ document: StoreDocument) throws -> Data {
        var xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <database>
              <databaseInfo>
                <version>1</version>
                <UUID>\(escaped(document.identifier))</UUID>
                <nextObjectID>\(document.nextID)</nextObjectID>
                <metadata>\(try metadata(document.metadata))</metadata>
              </databaseInfo>

            """
        for object in document.objects {
            xml += "  <object type=\"\(escaped(object.entity))\" id=\"z\(object.id)\">\n"
            for (name, value) in object.attributes { write(value, name, "    ", &xml) }
            for relationship in object.relationships {
                xml +=
                    "    <relationship name=\"\(escaped(relationship.name))\" type=\"\(relationship.isToMany ? "0/0" : "1/1")\""
                xml += " destination=\"\(escaped(relationship.destination))\""
                xml += " idrefs=\"\(relationship.ids.map { "z\($0)" }.joined(separator: " "))\"/>\n"
            }
            xml += "  </object>\n"
        }
        xml += "</database>\n"
        return Data(xml.utf8)
    }

    /// Returns the `plist` element of the metadata.
    private static func metadata(_ values: [String: Any]) throws -> String {
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        let xml = String(decoding: data, as: UTF8.self)
        guard let start = xml.range(of: "<plist"), let end = xml.range(of: "</plist>", options: .backwards) else {
            throw NSError(code: NSPersistentStoreSaveError, "The metadata of the store are no property list.")
        }
        return String(xml[start.lowerBound..<end.upperBound])
    }

    private static func write(_ value: Value, _ name: String, _ indentation: String, _ xml: inout String) {
        xml += "\(indentation)<attribute name=\"\(escaped(name))\" "
        if case .list(let elements) = value {
            xml += "type=\"composite\">\n"
            for element in elements { write(element, "", indentation + "  ", &xml) }
            xml += "\(indentation)</attribute>\n"
            return
        }
        let (type, text) = text(value)
        if text.unicodeScalars.allSatisfy(isAllowed) {
            xml += "type=\"\(type)\">\(escaped(text))</attribute>\n"
        } else {
            xml += "type=\"\(type)\" encoding=\"base64\">\(Data(text.utf8).base64EncodedString())</attribute>\n"
        }
    }

    private static func text(_ value: Value) -> (type: String, text: String) {
        switch value {
        case .null, .object, .opaque, .list: ("null", "")
        case .bool(let bool): ("bool", bool ? "1" : "0")
        case .int(let int): ("int64", "\(int)")
        case .double(let double): ("double", "\(double)")
        case .date(let date): ("date", "\(date.timeIntervalSinceReferenceDate)")
        case .data(let data): ("binary", data.base64EncodedString())
        case .string(let string): ("string", string)
        case .decimal(let decimal): ("decimal", "\(decimal)")
        case .uuid(let uuid): ("uuid", uuid.uuidString)
        case .url(let url): ("uri", url.absoluteString)
        }
    }

    /// Whether XML allows a character, as itself or as a reference.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // A parser would convert the character itself to a line feed.
            case "\r": escaped += "&#13;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    // MARK: Reading

    static func decode(_ data: Data, metadataOnly: Bool) throws -> StoreDocument {
        var reader = XMLStoreReader(data)
        return try reader.document(metadataOnly: metadataOnly)
    }
}

/// Reads the elements of an XML store.
private struct XMLStoreReader {
    private var scanner: XMLScanner

    init(_ data: Data) {
        scanner = XMLScanner([UInt8](data))
    }

    mutating func document(metadataOnly: Bool) throws -> StoreDocument {
        guard let root = try scanner.nextElement(), root.name == "database" else {
            throw StoreDocumentError("it has no element 'database'")
        }
        var document: StoreDocument?
        while let element = try scanner.nextElement(in: root) {
            switch element.name {
            case "databaseInfo": document = try info(element)
            case "object" where metadataOnly: return try required(document)
            case "object": document?.objects.append(try object(element))
            default: try scanner.skip(element)
            }
        }
        try scanner.end()
        return try required(document)
    }

    private func required(_ document: StoreDocument?) throws -> StoreDocument {
        guard let document else { throw StoreDocumentError("its element 'databaseInfo' is missing") }
        return document
    }

    private mutating func info(_ element: XMLScanner.Element) throws -> StoreDocument {
        var (identifier, nextID): (String?, Int64?)
        var metadata: [String: Any]?
        while let part = try scanner.nextElement(in: element) {
            switch part.name {
            case "version":
                guard try scanner.text(of: part) == "1" else {
                    throw StoreDocumentError("a later version of Strata has written it")
                }
            case "UUID": identifier = try scanner.text(of: part)
            case "nextObjectID": nextID = Int64(try scanner.text(of: part))
            case "metadata":
                let xml = try scanner.content(of: part)
                // Ignored: metadata that cannot be read are reported like missing ones.
                metadata = try? PropertyList.object(in: Data(xml)) as? [String: Any]
            default: try scanner.skip(part)
            }
        }
        guard let identifier, !identifier.isEmpty, let nextID, let metadata else {
            throw StoreDocumentError("a part of 'databaseInfo' is missing")
        }
        return StoreDocument(identifier: identifier, nextID: nextID, metadata: metadata)
    }

    private static func id(_ text: some StringProtocol) throws -> Int64 {
        guard text.hasPrefix("z"), let id = Int64(text.dropFirst()) else {
            throw StoreDocumentError("'\(text)' is not the ID of an object")
        }
        return id
    }

    private mutating func object(_ element: XMLScanner.Element) throws -> StoreDocument.Object {
        guard let entity = element.attributes["type"], let id = element.attributes["id"] else {
            throw StoreDocumentError("an object has no type or no ID")
        }
        var object = StoreDocument.Object(entity: entity, id: try Self.id(id))
        while let part = try scanner.nextElement(in: element) {
            guard let name = part.attributes["name"] else { throw StoreDocumentError("a property of \(id) has no name") }
            switch part.name {
            case "attribute": object.attributes.append((name, try value(part, of: "\(entity).\(name)", depth: 0)))
            case "relationship":
                let ids = try (part.attributes["idrefs"] ?? "").split(separator: " ").map { try Self.id($0) }
                object.relationships.append(
                    StoreDocument.Relationship(
                        name: name, destination: part.attributes["destination"] ?? "",
                        isToMany: part.attributes["type"] != "1/1", ids: ids))
                try scanner.skip(part)
            default: try scanner.skip(part)
            }
        }
        return object
    }

    private mutating func value(_ element: XMLScanner.Element, of name: String, depth: Int) throws -> Value {
        let type = element.attributes["type"] ?? ""
        if type == "composite" {
            guard depth < 32 else { throw StoreDocumentError("\(name) is nested too deeply") }
            var elements: [Value] = []
            while let part = try scanner.nextElement(in: element) {
                elements.append(try value(part, of: name, depth: depth + 1))
            }
            return .list(elements)
        }
        var text = try scanner.text(of: element)
        if element.attributes["encoding"] == "base64" {
            guard let data = Data(base64Encoded: text), let decoded = String(validating: data, as: UTF8.self) else {
                throw StoreDocumentError("the text of \(name) is no Base64")
            }
            text = decoded
        }
        let value: Value? =
            switch type {
            case "null": .null
            case "string": .string(text)
            case "int16", "int32", "int64": Int64(text).map { .int($0) }
            case "bool": text == "1" || text == "0" ? .bool(text == "1") : nil
            case "float", "double": Double(text).map { .double($0) }
            case "date": Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
            case "decimal": ExactDecimal.decimal(text).map { .decimal($0) }
            case "binary", "transformable": Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
            case "uuid": UUID(uuidString: text).map { .uuid($0) }
            case "uri": URL(string: text).map { .url($0) }
            default: nil
            }
        guard let value else { throw StoreDocumentError("'\(text.prefix(40))' of \(name) is no value of the type '\(type)'") }
        return value
    }
}
