internal import Foundation
internal import Synchronization
internal import StrataArchives
internal import StrataTraps

/// The coding of a transformable attribute's values as data.
///
/// - If the attribute names a transformer of the app's own, that transformer encodes all values.
/// - If it names no transformer, one of Foundation's or a subclass of one, or one that is not
///   registered, objects that implement NSCoding and collections of them are encoded as keyed
///   archives, which Apple's frameworks can read.
/// - In the same case, other Codable values are encoded as a binary property list, which keeps
///   dates and data exactly. The list is an array of one element, since it cannot be a number.
struct TransformableCoding: Sendable {
    let attribute: String
    let transformerName: String?

    /// The transformer; `nil` if the attribute names none, or one that is not registered. A missing
    /// transformer is logged once for each attribute.
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

    /// Returns whether a transformer converts data to objects. Foundation's transformers do, and
    /// are recognized by their class. An app's transformer converts objects to data.
    private static func readsData(_ transformer: ValueTransformer) -> Bool {
        transformer is NSSecureUnarchiveFromDataTransformer || transformer is KeyedUnarchiveTransformer
    }

    /// Returns the data that the store keeps for a value.
    ///
    /// - Throws: `NSManagedObjectValidationError` if the value cannot be encoded.
    func encode(_ value: Any) throws -> Data {
        do {
            switch transformer {
            case let transformer? where !Self.readsData(transformer):
                if let data = transformer.transformedValue(value) as? Data { return data }
            case let transformer as KeyedUnarchiveTransformer where Self.isArchivable(value):
                return try transformer.archive(of: value)
            case let transformer? where Self.isArchivable(value):
                if let data = transformer.reverseTransformedValue(value) as? Data { return data }
                // Throws the reason, which the method's result does not have. A subclass may override the
                // method, so it is called first.
                if let transformer = transformer as? NSSecureUnarchiveFromDataTransformer {
                    _ = try transformer.archive(of: value)
                }
            case nil where Self.isArchivable(value): return try KeyedUnarchiveTransformer().archive(of: value)
            default: if let data = try Self.propertyList(value) { return data }
            }
        } catch {
            throw rejection(of: value, error)
        }
        throw rejection(of: value, nil)
    }

    /// Returns the error for a value that cannot be encoded.
    private func rejection(of value: Any, _ cause: (any Error)?) -> NSError {
        let coder = transformerName.map { "the transformer '\($0)'" } ?? "a keyed archive"
        let reason = (cause as? ArchiveError).map { ", which \($0)" } ?? ""
        return NSError(
            code: NSManagedObjectValidationError,
            """
            \(attribute) cannot be saved: \(coder) cannot encode a \(Swift.type(of: value))\(reason). Give it a class with \
            NSSecureCoding, a Codable value, or a transformer of its own.
            """,
            cause.map { [NSUnderlyingErrorKey: $0] } ?? [:])
    }

    /// Returns the value in the store's data; `nil` if the data cannot be decoded, for which the reason
    /// is logged once for each attribute.
    func decode(_ data: Data) -> Any? {
        let transformer = transformer
        if let transformer, !Self.readsData(transformer) { return transformer.reverseTransformedValue(data) }
        if let value = (transformer ?? KeyedUnarchiveTransformer()).transformedValue(data) { return value }
        // Only the accessor knows the type of a value in a property list. Without that type, the
        // value is returned as property list types.
        // Ignored: other data is no value of the transformer, and reads as nil.
        if let list = (try? PropertyList.object(in: data)) as? [Any], list.count == 1 { return list.first }
        reportUnreadable(data, transformer)
        return nil
    }

    /// Logs why an archive cannot be read. The transformer's method has no error.
    private func reportUnreadable(_ data: Data, _ transformer: ValueTransformer?) {
        guard !Self.reported.withLock({ $0.contains(attribute) }), let reason = Self.reason(data, transformer),
            Self.reported.withLock({ $0.insert(attribute).inserted })
        else { return }
        CoreDataLog.error("\(attribute) reads as nil, because its archive \(reason).")
    }

    /// Returns the end of a sentence about an archive that cannot be read; nil for other data, and for
    /// an archive that can.
    static func reason(_ data: Data, _ transformer: ValueTransformer?) -> String? {
        do {
            if let transformer = transformer as? NSSecureUnarchiveFromDataTransformer {
                _ = try transformer.object(in: data)
            } else {
                _ = try KeyedUnarchiveTransformer().object(in: data)
            }
            return nil
        } catch {
            return (error as? ArchiveError)?.description
        }
    }

    /// Returns a Codable value from a property list; `nil` if the data is not a property list of
    /// that type.
    func decode<T>(_ data: Data, as type: T.Type) -> T? {
        guard let type = type as? any Decodable.Type, transformer.map(Self.readsData) ?? true else { return nil }
        func decode<Coded: Decodable>(_ type: Coded.Type) -> T? {
            // Ignored: data of another type reads as nil.
            guard let value = (try? PropertyList.decode([Coded].self, from: data))?.first else { return nil }
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

    /// Returns whether a value implements NSCoding. A collection whose elements do not is encoded as a
    /// Codable value, if it is one.
    private static func isArchivable(_ value: Any, depth: Int = 0) -> Bool {
        // The archiver refuses deeper ones, and those that contain themselves.
        guard depth < 20 else { return true }
        return switch value as AnyObject {
        case let array as NSArray: array.allSatisfy { isArchivable($0, depth: depth + 1) }
        case let set as NSSet: set.allObjects.allSatisfy { isArchivable($0, depth: depth + 1) }
        case let dictionary as NSDictionary:
            (dictionary.allKeys + dictionary.allValues).allSatisfy { isArchivable($0, depth: depth + 1) }
        case let object: object is any NSCoding
        }
    }
}
