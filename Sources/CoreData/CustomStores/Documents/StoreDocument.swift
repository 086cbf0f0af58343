internal import Foundation
internal import StrataPredicates

/// The content of the file of a binary or XML store.
struct StoreDocument {
    struct Object {
        /// The name of the entity.
        var entity: String
        /// The number of the object, which no other one of its entity's hierarchy has.
        var id: Int64
        /// The values of the attributes; without those that are nil. A transformable value is its
        /// data, and a composite one a list of its elements.
        var attributes: [(name: String, value: Value)] = []
        var relationships: [Relationship] = []
    }

    struct Relationship {
        var name: String
        /// The name of the destination entity.
        var destination: String
        var isToMany = false
        /// The numbers of the members, in order.
        var ids: [Int64]
    }

    /// The UUID of the store.
    var identifier: String
    /// The number of the next new object.
    var nextID: Int64 = 1
    /// The metadata without the UUID: property list values.
    var metadata: [String: Any] = [:]
    var objects: [Object] = []
}

/// A format of files that have a `StoreDocument`.
protocol StoreDocumentFormat {
    /// The store type.
    static var type: String { get }

    static func encode(_ document: StoreDocument) throws -> Data

    /// Reads a file.
    ///
    /// - Parameter metadataOnly: Whether the objects are not needed.
    /// - Throws: `StoreDocumentError` for bytes that are not of the format. No bytes cause a trap.
    static func decode(_ data: Data, metadataOnly: Bool) throws -> StoreDocument
}

/// Bytes that are not what a format requires, with the reason.
struct StoreDocumentError: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension Value {
    /// Returns the value as a document has it: with data in place of transformable values.
    ///
    /// - Throws: The error of a value transformer.
    func documented() throws -> Value {
        switch self {
        case .opaque(let opaque): try (opaque.object as? TransformedValue).map { .data(try $0.encoded()) } ?? .null
        case .list(let elements): .list(try elements.map { try $0.documented() })
        default: self
        }
    }

    /// Converts a value of a document to that of an attribute; nil if it is of another type.
    func value(of attribute: NSAttributeDescription) -> Value? {
        switch (attribute.attributeType, self) {
        case (_, .null), (.integer16AttributeType, .int), (.integer32AttributeType, .int), (.integer64AttributeType, .int),
            (.doubleAttributeType, .double), (.booleanAttributeType, .bool), (.decimalAttributeType, .decimal),
            (.stringAttributeType, .string), (.dateAttributeType, .date), (.binaryDataAttributeType, .data),
            (.UUIDAttributeType, .uuid), (.URIAttributeType, .url):
            self
        case (.floatAttributeType, .double(let double)): .double(Double(Float(double)))
        case (.transformableAttributeType, .data(let data)), (.objectIDAttributeType, .data(let data)):
            .opaque(OpaqueValue(TransformedValue(data: data, attribute.coding)))
        case (.compositeAttributeType, .list(let values)):
            (attribute as? NSCompositeAttributeDescription).flatMap { composite in
                guard composite.elements.count == values.count else { return nil }
                let elements = zip(values, composite.elements).compactMap { $0.value(of: $1) }
                return elements.count == values.count ? .list(elements) : nil
            }
        default: nil
        }
    }
}
