internal import Foundation
internal import Synchronization
internal import StrataTraps

/// The coding of a transformable attribute's values as data.
///
/// With a transformer of the app's, the transformer decides. Without one, or with one of
/// Foundation's, objects, and arrays, dictionaries and sets of them, are keyed archives, which
/// Apple's frameworks can read. Other Codable values are an array of one in a binary property list:
/// a property list keeps dates and data exactly, and cannot be a single number. A transformer that
/// is not registered counts as none, as on Apple's platforms.
struct TransformableCoding: Sendable {
    let attribute: String
    let transformerName: String?

    /// The transformer; `nil` if the attribute names none, or one that is not registered. The
    /// latter is logged once per attribute.
    private var transformer: ValueTransformer? {
        guard let transformerName, !transformerName.isEmpty else { return nil }
        if let transformer = ValueTransformer.find(NSValueTransformerName(transformerName)) { return transformer }
        Self.reportMissing(transformerName, of: attribute)
        return nil
    }

    private static let reported = Mutex<Set<String>>([])

    private static func reportMissing(_ name: String, of attribute: String) {
        guard reported.withLock({ $0.insert("\(attribute) \(name)").inserted }) else { return }
        CoreDataLog.warning(
            """
            No value transformer '\(name)' is registered and no class has that name, so \(attribute) is stored as a keyed archive. Call \
            ValueTransformer.setValueTransformer(_:forName:) before the store is used, or name the class with its module.
            """)
    }

    /// Returns whether a transformer turns data into objects. Foundation's transformers do; an
    /// app's turn objects into data. Core Data recognizes the former by their class.
    private static func readsData(_ transformer: ValueTransformer) -> Bool {
        transformer is NSSecureUnarchiveFromDataTransformer || transformer is KeyedUnarchiveTransformer
    }

    /// Returns the data that the store keeps. Throws `NSManagedObjectValidationError` if the
    /// transformer returns none for the value.
    func encode(_ value: Any) throws -> Data {
        let data: Any?
        switch transformer {
        case let transformer? where !Self.readsData(transformer):
            data = transformer.transformedValue(value)
        case let transformer?:
            data = try Self.isArchivable(value) ? transformer.reverseTransformedValue(value) : Self.propertyList(value)
        case nil:
            data =
                try Self.isArchivable(value)
                ? KeyedUnarchiveTransformer().reverseTransformedValue(value) : Self.propertyList(value)
        }
        guard let data = data as? Data else {
            throw NSError(
                code: NSManagedObjectValidationError,
                """
                \(attribute) cannot be saved: \(transformerName.map { "the transformer '\($0)'" } ?? "a keyed archive") cannot encode a \
                \(Swift.type(of: value)). Give it a class with NSSecureCoding, a Codable value, or a transformer of its own.
                """
            )
        }
        return data
    }

    /// Returns the value in the store's data; `nil` if the data cannot be decoded.
    func decode(_ data: Data) -> Any? {
        let transformer = transformer
        if let transformer, !Self.readsData(transformer) { return transformer.reverseTransformedValue(data) }
        if let value = (transformer ?? KeyedUnarchiveTransformer()).transformedValue(data) { return value }
        // The type of a value in a property list is known to its accessor only. Without it, the
        // value is returned in the types of property lists.
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return (list as? [Any]).flatMap { $0.count == 1 ? $0.first : nil }
    }

    /// Returns a Codable value from a property list; `nil` if the data is not one of that type.
    func decode<T>(_ data: Data, as type: T.Type) -> T? {
        guard let type = type as? any Decodable.Type, transformer.map(Self.readsData) ?? true else { return nil }
        func decode<Coded: Decodable>(_ type: Coded.Type) -> T? {
            guard let value = (try? PropertyListDecoder().decode([Coded].self, from: data))?.first else { return nil }
            return value as? T
        }
        return decode(type)
    }

    private static func propertyList(_ value: Any) throws -> Data? {
        guard let value = value as? any Encodable else { return nil }
        func encode<Coded: Encodable>(_ value: Coded) throws -> Data {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .binary
            return try encoder.encode([value])
        }
        return try encode(value)
    }

    /// Returns whether a keyed archive can hold a value and everything in it.
    private static func isArchivable(_ value: Any) -> Bool {
        switch value as AnyObject {
        case let array as NSArray: array.allSatisfy(isArchivable)
        case let set as NSSet: set.allObjects.allSatisfy(isArchivable)
        case let dictionary as NSDictionary:
            dictionary.allKeys.allSatisfy(isArchivable) && dictionary.allValues.allSatisfy(isArchivable)
        case let object: object is any NSCoding
        }
    }
}
