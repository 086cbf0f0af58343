/// A type in an encoded schema: its mangled name, by which a program finds it.
struct CodedType: Codable {
    let type: any Any.Type

    init(_ type: any Any.Type) {
        self.type = type
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let type = _typeByName(name) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "The program has no type with the mangled name '\(name)'. Link the module that declares it.")
        }
        self.type = type
    }

    func encode(to encoder: any Encoder) throws {
        guard let name = _mangledTypeName(type), _typeByName(name) != nil else {
            throw EncodingError.invalidValue(
                type,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The type \(type) has no name to find it by. Declare it outside of functions.")
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a value of unknown type, or nothing for `nil`.
    ///
    /// - Throws: `EncodingError` for a value that is not encodable.
    mutating func encodeAny(_ value: Any?, forKey key: Key) throws {
        guard let value else { return }
        guard let encodable = value as? any Encodable else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: codingPath, debugDescription: "The default value, a \(Swift.type(of: value)), is not Encodable."))
        }
        try encode(encodable, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value of a type that is known at run time only; `nil` if there is no value.
    func decodeAny(_ type: any Any.Type, forKey key: Key) throws -> Any? {
        guard contains(key) else { return nil }
        guard let decodable = type as? any Decodable.Type else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "The type \(type) is not Decodable.")
        }
        return try decode(decodable, forKey: key)
    }
}

/// Returns whether two values of unknown type are equal. Values that are not Hashable are compared
/// by their type and description.
func areEqual(_ first: Any?, _ second: Any?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    if let first = first as? AnyHashable, let second = second as? AnyHashable { return first == second }
    return Swift.type(of: first) == Swift.type(of: second) && String(reflecting: first) == String(reflecting: second)
}
