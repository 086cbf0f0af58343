internal import Foundation
internal import Predicates

/// Where the values of an entity's rows lie in memory: numbers, dates and truth values in a word of eight bytes, all others whole.
///
/// Lives as long as the program, as the entity's layout does: rows name it without holding it.
// Safe to share: immutable after init, and so is the memory that its pointers lead to.
final class RowShape: @unchecked Sendable {
    /// How a slot's value is kept.
    enum Packing: UInt8 {
        case int, double, date, bool
        /// As a `Value`.
        case whole
    }

    struct Place {
        /// The slot's first word.
        let word: Int32
        let packing: Packing
    }

    /// How many slots there are.
    let count: Int
    /// The words that tell, a bit a slot, which packed values are null. They come first.
    let nullWords: Int
    /// How many words a row takes.
    let words: Int
    /// By slot. Never freed, and read without counting references or checking bounds.
    let places: UnsafePointer<Place>
    /// The slots that are kept whole.
    let whole: UnsafeBufferPointer<Int>

    init(_ kinds: some Collection<SlotKind>, _ types: some Collection<NSAttributeType>) {
        count = kinds.count
        nullWords = (count + 63) / 64
        var words = nullWords
        let places = zip(kinds, types).map { kind, type in
            let packing = Packing(kind, type)
            defer { words += packing == .whole ? Self.wordsOfValue : 1 }
            return Place(word: Int32(words), packing: packing)
        }
        self.words = words
        self.places = UnsafePointer(Self.kept(places).baseAddress ?? .allocate(capacity: 1))
        whole = UnsafeBufferPointer(Self.kept(places.indices.filter { places[$0].packing == .whole }))
    }

    private static let wordsOfValue = (MemoryLayout<Value>.size + 7) / 8

    private static func kept<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = buffer.initialize(fromContentsOf: elements)
        return buffer
    }
}

extension RowShape.Packing {
    fileprivate init(_ kind: SlotKind, _ type: NSAttributeType) {
        switch (kind, type) {
        case (.attribute, .integer16AttributeType), (.attribute, .integer32AttributeType), (.attribute, .integer64AttributeType):
            self = .int
        case (.attribute, .doubleAttributeType), (.attribute, .floatAttributeType): self = .double
        case (.attribute, .dateAttributeType): self = .date
        case (.attribute, .booleanAttributeType): self = .bool
        default: self = .whole
        }
    }
}

extension RowShape.Packing {
    /// What a word means; nothing for what is kept in none.
    func value(_ word: UInt64) -> Value {
        switch self {
        case .int: .int(Int64(bitPattern: word))
        case .double: .double(Double(bitPattern: word))
        case .date: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word)))
        case .bool: .bool(word != 0)
        case .whole: .null
        }
    }
}
