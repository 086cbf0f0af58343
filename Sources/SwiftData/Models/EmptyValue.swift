internal import Foundation

/// Returns the value that stands for a missing one of a type: nil, zero, an empty text or
/// collection, the first case of an enumeration, or a structure of such values. Returns nil for a
/// type that has none.
func emptyValue<Value>(of type: Value.Type) -> Value? {
    if let type = type as? any OptionalType.Type { return type.nothing as? Value }
    if let type = type as? any CaseIterable.Type, let first = firstCase(type) as? Value { return first }
    if TypeReflection.caseNames(of: type) != nil { return TypeReflection.value(ofCase: 0, as: type) }
    // Ignored: a type whose initializer refuses empty values has none.
    if let type = type as? any Decodable.Type { return (try? EmptyDecoder.value(of: type, at: [])) as? Value }
    return nil
}

private func firstCase<Type: CaseIterable>(_ type: Type.Type) -> Any? { type.allCases.first }

/// A decoder of empty values only.
private struct EmptyDecoder: Decoder {
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedValues<Key>(codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { NoValues(codingPath: codingPath) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValue(codingPath: codingPath) }

    /// Returns the empty value of a type that is decoded within another one.
    ///
    /// - Throws: An error for a type that contains itself without end, at a depth of 50.
    static func value<Value: Decodable>(of type: Value.Type, at path: [any CodingKey]) throws -> Value {
        if let scalar = scalar(of: type) as? Value { return scalar }
        if let type = type as? any OptionalType.Type, let value = type.nothing as? Value { return value }
        if let type = type as? any CaseIterable.Type, let first = firstCase(type) as? Value { return first }
        if TypeReflection.caseNames(of: type) != nil { return TypeReflection.value(ofCase: 0, as: type) }
        guard path.count < 50 else {
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "The type contains itself."))
        }
        return try Value(from: EmptyDecoder(codingPath: path))
    }

    private static func scalar(of type: any Decodable.Type) -> Any? {
        switch type {
        case is String.Type: ""
        case is Bool.Type: false
        case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
        case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        case is URL.Type: URL(filePath: "/")
        case is Data.Type: Data()
        case is Decimal.Type: Decimal()
        case let type as any FixedWidthInteger.Type: zero(type)
        case let type as any BinaryFloatingPoint.Type: zero(type)
        default: nil
        }
    }

    private static func zero<Number: Numeric>(_ type: Number.Type) -> Any { Number.zero }

    private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let codingPath: [any CodingKey]
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) throws -> Bool { true }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try EmptyDecoder.value(of: type, at: codingPath + [key])
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            KeyedDecodingContainer(KeyedValues<NestedKey>(codingPath: codingPath + [key]))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            NoValues(codingPath: codingPath + [key])
        }

        func superDecoder() throws -> any Decoder { EmptyDecoder(codingPath: codingPath) }
        func superDecoder(forKey key: Key) throws -> any Decoder { EmptyDecoder(codingPath: codingPath + [key]) }
    }

    private struct NoValues: UnkeyedDecodingContainer {
        let codingPath: [any CodingKey]
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }

        private var end: DecodingError {
            .valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: "An empty list has no values."))
        }

        func decodeNil() throws -> Bool { throw end }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw end }
        func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw end }
        func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
        func superDecoder() throws -> any Decoder { throw end }
    }

    private struct SingleValue: SingleValueDecodingContainer {
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try EmptyDecoder.value(of: type, at: codingPath + [Depth()])
        }
    }

    /// A step of a path without a name, which counts how deep values are nested.
    private struct Depth: CodingKey {
        var stringValue: String { "" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }
}
