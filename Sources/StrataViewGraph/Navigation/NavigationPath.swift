import Foundation

/// The values of a stack's path, of any types.
public struct NavigationPath: Equatable {
    var values: [AnyHashable]

    /// Creates an empty path.
    public init() { values = [] }

    /// Creates a path from values.
    @_disfavoredOverload
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable { values = elements.map { AnyHashable($0) } }

    /// Creates a path from values that can be saved.
    public init<S: Sequence>(_ elements: S) where S.Element: Codable & Hashable { values = elements.map { AnyHashable($0) } }

    /// Creates a path from one that was saved.
    public init(_ codable: CodableRepresentation) { values = codable.values }

    /// The number of values.
    public var count: Int { values.count }

    /// Whether the stack shows its first page.
    public var isEmpty: Bool { values.isEmpty }

    /// The path in a form that can be saved; nil if a value is not `Codable`.
    public var codable: CodableRepresentation? {
        values.allSatisfy { $0.base is any Codable } ? CodableRepresentation(values: values) : nil
    }

    /// Appends a value.
    @_disfavoredOverload
    public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }

    /// Appends a value that can be saved.
    public mutating func append<V: Codable & Hashable>(_ value: V) { values.append(AnyHashable(value)) }

    /// Removes values from the end.
    public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }

    /// A path that can be encoded and decoded: each value with the name of its type.
    public struct CodableRepresentation: Codable, Equatable {
        let values: [AnyHashable]

        init(values: [AnyHashable]) { self.values = values }

        /// Decodes a path.
        ///
        /// - Throws: `DecodingError` for a value whose type the program does not have, or that is
        ///   not `Codable` and `Hashable`.
        public init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var values: [AnyHashable] = []
            while !container.isAtEnd {
                let name = try container.decode(String.self)
                guard let type = _typeByName(name) as? any (Decodable & Hashable).Type else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no type \(name) for paths.")
                }
                let text = try container.decode(String.self)
                values.append(try Self.decode(type, from: text))
            }
            self.values = values
        }

        private static func decode<V: Decodable & Hashable>(_ type: V.Type, from text: String) throws -> AnyHashable {
            AnyHashable(try JSONDecoder().decode(type, from: Data(text.utf8)))
        }

        /// Encodes the path.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values {
                guard let codable = value.base as? any Codable, let name = _mangledTypeName(type(of: value.base)) else {
                    let context = EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "The value cannot be saved.")
                    throw EncodingError.invalidValue(value.base, context)
                }
                try container.encode(name)
                try container.encode(String(decoding: JSONEncoder().encode(codable), as: UTF8.self))
            }
        }
    }
}
