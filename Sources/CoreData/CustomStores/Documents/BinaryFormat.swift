internal import Foundation
internal import StrataArchives
internal import StrataPredicates

/// The format of binary stores: a binary property list.
///
///     { "format": "Strata", "version": 1, "UUID": "…", "nextObjectID": 103, "metadata": { … },
///       "objects": [
///         { "entity": "Book", "id": 102, "attributes": { "title": "One" },
///           "relationships": { "author": { "destination": "Author", "ids": [101] } } } ] }
///
/// A value that property lists do not have is a dictionary with one key, which says what it is.
enum BinaryFormat: StoreDocumentFormat {
    static var type: String { NSBinaryStoreType }

    // MARK: Writing

    static func encode(_ document: StoreDocument) throws -> Data {
        let metadata = try PropertyListSerialization.data(fromPropertyList: document.metadata, format: .binary, options: 0)
        let content: PropertyList = .dictionary([
            "format": .string("Strata"), "version": .int(1), "UUID": .string(document.identifier),
            "nextObjectID": .int(document.nextID), "metadata": try PropertyList(binary: metadata),
            "objects": .array(document.objects.map(encode)),
        ])
        return content.binary
    }

    private static func encode(_ object: StoreDocument.Object) -> PropertyList {
        .dictionary([
            "entity": .string(object.entity), "id": .int(object.id),
            "attributes": .dictionary(Dictionary(object.attributes.map { ($0.name, encode($0.value)) }) { $1 }),
            "relationships": .dictionary(Dictionary(object.relationships.map { ($0.name, encode($0)) }) { $1 }),
        ])
    }

    private static func encode(_ relationship: StoreDocument.Relationship) -> PropertyList {
        .dictionary(["destination": .string(relationship.destination), "ids": .array(relationship.ids.map { .int($0) })])
    }

    /// The largest text that is written as a string. A list has equal strings once, and the reader
    /// refuses a list whose strings are much larger than the file.
    private static let longest = 64

    private static func encode(_ value: Value) -> PropertyList {
        switch value {
        case .null, .object, .opaque: .dictionary([:])
        case .bool(let bool): .bool(bool)
        case .int(let int): .int(int)
        case .double(let double): .real(double)
        case .date(let date): .date(date)
        case .data(let data): .data(data)
        case .string(let string) where string.utf8.count <= longest: .string(string)
        case .string(let string): .dictionary(["text": .data(Data(string.utf8))])
        case .decimal(let decimal): .dictionary(["decimal": .string("\(decimal)")])
        case .uuid(let uuid): .dictionary(["uuid": .string(uuid.uuidString)])
        case .url(let url): .dictionary(["uri": .data(Data(url.absoluteString.utf8))])
        case .list(let elements): .array(elements.map(encode))
        }
    }

    // MARK: Reading

    static func decode(_ data: Data, metadataOnly: Bool) throws -> StoreDocument {
        // Ignored: the reason is the same for all damage of a list's structure.
        guard let content = try? PropertyList(binary: data).dictionary else {
            throw StoreDocumentError("it is no binary property list")
        }
        guard content["format"]?.string == "Strata", let identifier = content["UUID"]?.string, !identifier.isEmpty else {
            throw StoreDocumentError("it is not a binary store that Strata has written")
        }
        guard content["version"]?.int == 1 else { throw StoreDocumentError("a later version of Strata has written it") }
        // Ignored: metadata that cannot be read are reported like missing ones.
        guard case .int(let nextID)? = content["nextObjectID"], let metadata = content["metadata"],
            let objects = content["objects"]?.array,
            let values = try? PropertyList.object(in: metadata.binary) as? [String: Any]
        else { throw StoreDocumentError("a part of it is missing") }
        var document = StoreDocument(identifier: identifier, nextID: nextID, metadata: values)
        if !metadataOnly { document.objects = try objects.map(object) }
        return document
    }

    private static func object(_ list: PropertyList) throws -> StoreDocument.Object {
        guard let parts = list.dictionary, let entity = parts["entity"]?.string, case .int(let id)? = parts["id"],
            let attributes = parts["attributes"]?.dictionary, let relationships = parts["relationships"]?.dictionary
        else { throw StoreDocumentError("a part of an object is missing") }
        var object = StoreDocument.Object(entity: entity, id: id)
        object.attributes = try attributes.sorted { $0.key < $1.key }.map { name, list in
            (name, try value(list, of: "\(entity).\(name)", depth: 0))
        }
        object.relationships = try relationships.sorted { $0.key < $1.key }.map { name, list in
            guard let parts = list.dictionary, let destination = parts["destination"]?.string, let ids = parts["ids"]?.array
            else {
                throw StoreDocumentError("a part of the relationship \(entity).\(name) is missing")
            }
            return StoreDocument.Relationship(
                name: name, destination: destination,
                ids: try ids.map { list in
                    guard case .int(let id) = list else { throw StoreDocumentError("\(entity).\(name) leads to no object") }
                    return id
                })
        }
        return object
    }

    private static func value(_ list: PropertyList, of name: String, depth: Int) throws -> Value {
        let damage = StoreDocumentError("\(name) has no value that an attribute can have")
        switch list {
        case .bool(let bool): return .bool(bool)
        case .int(let int): return .int(int)
        case .real(let double): return .double(double)
        case .date(let date): return .date(date)
        case .string(let string): return .string(string)
        case .data(let data): return .data(data)
        case .array(let elements):
            guard depth < 32 else { throw damage }
            return .list(try elements.map { try value($0, of: name, depth: depth + 1) })
        case .dictionary(let parts):
            guard let (kind, part) = parts.first, parts.count == 1 else {
                if parts.isEmpty { return .null }
                throw damage
            }
            switch (kind, part) {
            case ("text", .data(let data)): if let text = String(validating: data, as: UTF8.self) { return .string(text) }
            case ("uri", .data(let data)):
                if let text = String(validating: data, as: UTF8.self), let url = URL(string: text) { return .url(url) }
            case ("uuid", .string(let text)): if let uuid = UUID(uuidString: text) { return .uuid(uuid) }
            case ("decimal", .string(let text)): if let decimal = ExactDecimal.decimal(text) { return .decimal(decimal) }
            default: break
            }
            throw damage
        case .unsigned, .reference: throw damage
        }
    }
}

/// The text of a decimal number, which has each of its digits.
enum ExactDecimal {
    /// Returns the number of a text; nil for one that is not all of a number.
    static func decimal(_ text: String) -> Decimal? {
        if text == "NaN" { return .nan }
        let isNumber =
            !text.isEmpty && text.utf8.count < 400
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte == 0x65 || byte == 0x45
            }
        return isNumber ? Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) : nil
    }
}
