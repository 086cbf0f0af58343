internal import Foundation
internal import StrataPredicates

/// The memory layout of an entity's rows: numbers, dates and Booleans are packed into words of
/// eight bytes, all other values are stored as a `Value`.
///
/// Like the entity's layout, it is never freed, so rows refer to it without retaining it.
// Safe to share: immutable after init, as is the memory that its pointers refer to.
final class RowShape: @unchecked Sendable {
    /// The representation of a slot's value in memory.
    enum Packing: UInt8 {
        case int, double, date, bool
        /// An unpacked `Value`.
        case whole
    }

    /// The location of a slot's value.
    struct Place {
        /// The index of the slot's first word.
        let word: Int32
        let packing: Packing
    }

    /// The number of slots.
    let count: Int
    /// The number of words at the start of a row that form the bit set of null values, with one bit
    /// for each slot.
    let nullWords: Int
    /// The number of words of a row.
    let words: Int
    /// The locations by slot. The memory is never freed, and is read without reference counting or
    /// bounds checks.
    let places: UnsafePointer<Place>
    /// The slots of unpacked values.
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
    /// Returns the value that a packed slot's word represents; null if the slot is not packed.
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
