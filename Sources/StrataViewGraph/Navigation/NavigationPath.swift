import Foundation
internal import StrataArchives

/// A path of a stack: a list of values of any types, each of which stands for a page.
public struct NavigationPath: Equatable {
    var values: [AnyHashable]

    /// Creates an empty path.
    public init() { values = [] }

    /// Creates a path from values.
    @_disfavoredOverload
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable { values = elements.map { AnyHashable($0) } }

    /// Creates a path from values that ``codable`` can encode.
    public init<S: Sequence>(_ elements: S) where S.Element: Codable & Hashable { values = elements.map { AnyHashable($0) } }

    /// Creates a path from one that was decoded.
    public init(_ codable: CodableRepresentation) { values = codable.values }

    /// The number of values.
    public var count: Int { values.count }

    /// Whether the path has no values.
    public var isEmpty: Bool { values.isEmpty }

    /// The path in a form that can be encoded; nil if a value is not `Codable`.
    public var codable: CodableRepresentation? {
        values.allSatisfy { $0.base is any Codable } ? CodableRepresentation(values: values) : nil
    }

    /// Appends a value.
    @_disfavoredOverload
    public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }

    /// Appends a value that ``codable`` can encode.
    public mutating func append<V: Codable & Hashable>(_ value: V) { values.append(AnyHashable(value)) }

    /// Removes values from the end.
    ///
    /// - Parameter k: The number of values, at most ``count``.
    public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }

    /// A path that can be encoded and decoded: for each value, the mangled name of its type and its
    /// JSON.
    public struct CodableRepresentation: Codable, Equatable {
        let values: [AnyHashable]

        init(values: [AnyHashable]) { self.values = values }

        /// Decodes a path.
        ///
        /// - Throws: `DecodingError` for a value whose type is not in the program, or is not
        ///   `Decodable` and `Hashable`, or whose JSON the type rejects.
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var values: [AnyHashable] = []
            while !container.isAtEnd {
                let name = try container.decode(String.self)
                guard let type = _typeByName(name) as? any (Decodable & Hashable).Type else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "Cannot decode the type \(name).")
                }
                let text = try container.decode(String.self)
                values.append(try Self.decode(type, from: text))
            }
            self.values = values
        }

        private static func decode<V: Decodable & Hashable>(_ type: V.Type, from text: String) throws -> AnyHashable {
            AnyHashable(try JSONDecoder().decode(type, fromUntrusted: Data(text.utf8)))
        }

        /// Encodes the path.
        ///
        /// - Throws: `EncodingError` for a value that its type does not encode as JSON.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values {
                guard let codable = value.base as? any Codable, let name = _mangledTypeName(type(of: value.base)) else {
                    let context = EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "The value is not Codable.")
                    throw EncodingError.invalidValue(value.base, context)
                }
                try container.encode(name)
                try container.encode(String(decoding: JSONEncoder().encode(codable), as: UTF8.self))
            }
        }
    }
}
