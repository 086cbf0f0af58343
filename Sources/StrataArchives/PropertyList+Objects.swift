package import Foundation

// Property lists whose bytes may be damaged or hostile, for code that needs Foundation's values or
// a Codable type. Foundation's decoder of property lists overflows the stack for deeply nested XML,
// and its readers of the binary form rely on the structure of the bytes.
extension PropertyList {
    /// Returns the content of a property list of any format.
    ///
    /// - Throws: A `CocoaError` for data that is no property list, or one that is much larger when it
    ///   is read.
    package static func object(in data: Data) throws -> Any {
        guard data.starts(with: "bplist".utf8) else {
            // Foundation's parsers of the other formats limit the depth themselves.
            return try PropertyListSerialization.propertyList(from: data, format: nil)
        }
        return try PropertyList(binary: data).object()
    }

    /// Decodes a Codable value from a binary property list.
    ///
    /// - Throws: A `CocoaError` for data that is no binary property list, or one that is much larger
    ///   when it is read, or a `DecodingError`.
    package static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        // The list that is written again has the structure that Foundation's decoder relies on.
        try PropertyListDecoder().decode(type, from: PropertyList(binary: data).binary)
    }

    /// Returns the value as Foundation's property lists have it.
    private func object() throws -> Any {
        switch self {
        case .bool(let bool): bool
        case .int(let int): NSNumber(value: int)
        case .unsigned(let int): NSNumber(value: int)
        case .real(let double): NSNumber(value: double)
        case .date(let date): date
        case .string(let string): string
        case .data(let data): data
        case .array(let elements): try elements.map { try $0.object() }
        case .dictionary(let entries): try entries.mapValues { try $0.object() }
        case .reference: throw CocoaError(.propertyListReadCorrupt)
        }
    }
}
