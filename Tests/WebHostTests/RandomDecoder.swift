import StrataTestSupport

/// Decodes any type from random values, so that a test has random payloads of every type of event
/// without a list of them.
struct RandomDecoder: Decoder {
    /// Texts that some type of event gives a meaning to, and others that none does.
    static let words = [
        "began", "changed", "ended", "cancelled", "press", "toggle", "slide", "text", "", "a", "z", "Enter", "Escape",
        "ArrowDown",
        "2024-02-29", "23:59", "2024-13-41T99:99", "/0/1", "https://example.com/", "\u{0}", "é", "🦊", "<b>", "\"", "-1", "1e999",
        "NaN",
        "compact", "tab", "app", "page", "refusal",
    ]

    /// The random values, shared by a decoder's containers.
    final class Source {
        var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        func integer() -> Int {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: .max
            case 1: .min
            case 2: Int.random(in: -1_000_000...1_000_000, using: &generator)
            default: Int.random(in: -1...12, using: &generator)
            }
        }

        func number() -> Double {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: .greatestFiniteMagnitude
            case 1: -.greatestFiniteMagnitude
            case 2: .leastNonzeroMagnitude
            default: Double.random(in: -50...500, using: &generator)
            }
        }

        func word() -> String { RandomDecoder.words.randomElement(using: &generator) ?? "" }
        func flag() -> Bool { Bool.random(using: &generator) }
        func count() -> Int { Int.random(in: 0...4, using: &generator) }
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let source: Source

    init(seed: UInt64) { source = Source(seed: seed) }
    fileprivate init(_ source: Source) { self.source = source }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RandomMembers(source: source))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { RandomElements(source: source) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { RandomValue(source: source) }
}

private struct RandomValue: SingleValueDecodingContainer {
    let source: RandomDecoder.Source
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { source.count() == 0 }
    func decode(_ type: Bool.Type) throws -> Bool { source.flag() }
    func decode(_ type: String.Type) throws -> String { source.word() }
    func decode(_ type: Double.Type) throws -> Double { source.number() }
    func decode(_ type: Float.Type) throws -> Float { Float(source.number().clamped(to: 1e30)) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let integer = Value.self as? any FixedWidthInteger.Type,
            let value = integer.init(truncatingIfNeeded: source.integer()) as? Value
        {
            return value
        }
        return try Value(from: RandomDecoder(source))
    }
    func decode(_ type: Int.Type) throws -> Int { source.integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { Int8(truncatingIfNeeded: source.integer()) }
    func decode(_ type: Int16.Type) throws -> Int16 { Int16(truncatingIfNeeded: source.integer()) }
    func decode(_ type: Int32.Type) throws -> Int32 { Int32(truncatingIfNeeded: source.integer()) }
    func decode(_ type: Int64.Type) throws -> Int64 { Int64(source.integer()) }
    func decode(_ type: UInt.Type) throws -> UInt { UInt(truncatingIfNeeded: source.integer()) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { UInt8(truncatingIfNeeded: source.integer()) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { UInt16(truncatingIfNeeded: source.integer()) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { UInt32(truncatingIfNeeded: source.integer()) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { UInt64(truncatingIfNeeded: source.integer()) }
}

private struct RandomMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: RandomDecoder.Source
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { RandomDecoder.words.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { source.count() > 0 }
    func decodeNil(forKey key: Key) throws -> Bool { source.count() == 0 }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: RandomDecoder(source)) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try RandomDecoder(source).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { RandomElements(source: source) }
    func superDecoder() throws -> any Decoder { RandomDecoder(source) }
    func superDecoder(forKey key: Key) throws -> any Decoder { RandomDecoder(source) }
}

private struct RandomElements: UnkeyedDecodingContainer {
    let source: RandomDecoder.Source
    let count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    init(source: RandomDecoder.Source) {
        self.source = source
        count = source.count()
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        return try Value(from: RandomDecoder(source))
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return try RandomDecoder(source).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return RandomElements(source: source)
    }
    mutating func superDecoder() throws -> any Decoder { RandomDecoder(source) }
}

extension Double {
    fileprivate func clamped(to limit: Double) -> Double { min(max(self, -limit), limit) }
}
