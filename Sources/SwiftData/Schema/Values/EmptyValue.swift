internal import Foundation

/// Returns the value that stands for a missing one of a type. Returns nil for a type that has none.
///
/// It is nil, zero, an empty text or collection, the first case of an enumeration that can be made
/// of empty values, a structure that its initializer makes of empty values, or one of empty stored
/// properties if the initializer refuses them.
func emptyValue<Value>(of type: Value.Type) -> Value? { EmptyValues().value(of: type) }

/// Returns whether a type has an empty value. Unlike `emptyValue(of:)`, calls no initializer of a
/// structure whose stored properties all have empty values.
func hasEmptyValue(_ type: any Any.Type) -> Bool {
    if let fields = EmptyValues.fields(of: type), fields.allSatisfy({ hasEmptyValue($0.type) }) { return true }
    func has<Value>(_ type: Value.Type) -> Bool { emptyValue(of: type) != nil }
    return _openExistential(type, do: has)
}

/// Makes the empty values of types, within a value of other types.
private struct EmptyValues {
    /// The types of the values that are being made. One that contains itself without end has no
    /// empty value.
    var outer: [any Any.Type] = []

    func value<Value>(of type: Value.Type) -> Value? {
        if let scalar = Self.scalar(of: type) as? Value { return scalar }
        if let type = type as? any OptionalType.Type { return type.nothing as? Value }
        if let type = type as? any CaseIterable.Type, let first = Self.firstCase(type) as? Value { return first }
        if TypeReflection.caseNames(of: type) != nil { return TypeReflection.value(ofCase: 0, as: type) }
        guard !outer.contains(where: { $0 == type }) else { return nil }
        let inner = EmptyValues(outer: outer + [type])
        if let decodable = type as? any Decodable.Type {
            if let count = TypeReflection.caseCount(of: type) {
                for index in 0..<count {
                    let decoder = EmptyDecoder(values: inner, caseIndex: index)
                    // Ignored: a case that has no empty values.
                    if let value = try? decodable.init(from: decoder) { return value as? Value }
                }
                // Ignored: an initializer that refuses empty values.
            } else if let value = try? decodable.init(from: EmptyDecoder(values: inner)) {
                return value as? Value
            }
        }
        return inner.structure(type)
    }

    /// Returns the stored properties of a structure that can be made of values for them; nil for
    /// another type. The same structures are stored by their properties; see `ValueKind`.
    static func fields(of type: any Any.Type) -> [TypeReflection.Field]? {
        let name = String(reflecting: type)
        guard let fields = TypeReflection.fields(of: type), !name.hasPrefix("Swift."), !name.hasPrefix("Foundation"),
            // A reference to an object may be weak, which is another form in memory.
            fields.allSatisfy({ $0.type is any Decodable.Type && !(OptionalTypes.unwrapped($0.type) is AnyObject.Type) })
        else { return nil }
        return fields
    }

    /// Returns a structure of empty stored properties; nil for another type.
    private func structure<Value>(_ type: Value.Type) -> Value? {
        guard let fields = Self.fields(of: type) else { return nil }
        let codings = fields.map { field in
            func coding<Field>(_ type: Field.Type) -> FieldCoding {
                FieldCoding(field, ValueCoding<Field>(storage: .memory, encode: { $0 }, decode: { _ in value(of: type) }))
            }
            return _openExistential(field.type, do: coding)
        }
        return StructureCoding.decode([:], codings, as: type)
    }

    private static func firstCase<Type: CaseIterable>(_ type: Type.Type) -> Any? { type.allCases.first }

    private static func scalar(of type: any Any.Type) -> Any? {
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
}

/// A decoder of empty values only. As the decoder of an enumeration, it has the key of one case.
private struct EmptyDecoder: Decoder {
    let values: EmptyValues
    var caseIndex: Int?
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        var keys: [Key] = []
        // The keys of an enumeration's cases are in the order of the cases.
        if let caseIndex, let names = TypeReflection.caseNames(of: type), names.indices.contains(caseIndex) {
            keys = [TypeReflection.value(ofCase: caseIndex, as: type)]
        }
        return KeyedDecodingContainer(KeyedValues(values: values, codingPath: codingPath, allKeys: keys))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { NoValues(codingPath: codingPath) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValue(values: values, codingPath: codingPath) }

    /// Returns the empty value of a type that is decoded within another one.
    ///
    /// - Throws: An error for a type without an empty value.
    private static func value<Value>(of type: Value.Type, _ values: EmptyValues, at path: [any CodingKey]) throws -> Value {
        if let value = values.value(of: type) { return value }
        throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "The type has no empty value."))
    }

    private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let values: EmptyValues
        let codingPath: [any CodingKey]
        let allKeys: [Key]

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) throws -> Bool { true }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try EmptyDecoder.value(of: type, values, at: codingPath + [key])
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> {
            KeyedDecodingContainer(KeyedValues<NestedKey>(values: values, codingPath: codingPath + [key], allKeys: []))
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            NoValues(codingPath: codingPath + [key])
        }

        func superDecoder() throws -> any Decoder { EmptyDecoder(values: values, codingPath: codingPath) }
        func superDecoder(forKey key: Key) throws -> any Decoder { EmptyDecoder(values: values, codingPath: codingPath + [key]) }
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
        let values: EmptyValues
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try EmptyDecoder.value(of: type, values, at: codingPath)
        }
    }
}
