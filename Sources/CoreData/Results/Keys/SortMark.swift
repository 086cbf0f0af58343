internal import Foundation
internal import Predicates

/// The first sort key of a row in eight bytes that order like it: what a binary search looks at before it reads a row.
///
/// A smaller mark means that the row comes first. Equal marks decide nothing: texts may share their first bytes, decimals their
/// nearest double.
struct SortMark: Comparable, Hashable, BitwiseCopyable {
    /// The mark of all rows whose sort key makes none.
    static let undecided = SortMark(.null, ascending: true)

    private let bits: UInt64

    /// - Parameter ascending: whether smaller values come first.
    init(_ value: Value, ascending: Bool) {
        let bits = Self.bits(value)
        self.bits = ascending ? bits : ~bits
    }

    /// The mark of a number or a date as rows keep it, in a word; nil for NULL.
    @inline(__always)
    init(_ word: UInt64?, _ packing: RowShape.Packing, ascending: Bool) {
        let bits: UInt64 =
            switch (word, packing) {
            case (nil, _): 0
            case (let word?, .int): word ^ (1 << 63)
            case (let word?, .double), (let word?, .date): Self.bits(Double(bitPattern: word))
            case (let word?, .bool): word != 0 ? 2 : 1
            case (_?, .whole): Self.bits(.null)
            }
        self.bits = ascending ? bits : ~bits
    }

    static func < (lhs: SortMark, rhs: SortMark) -> Bool { lhs.bits < rhs.bits }

    // Values of one attribute are of one kind, so that kinds need not be told apart; null, the least of each, is 0.
    private static func bits(_ value: Value) -> UInt64 {
        switch value {
        case .null, .list, .opaque: 0
        case .bool(let bool): bool ? 2 : 1
        case .int(let int): UInt64(bitPattern: int) ^ (1 << 63)
        // One more, so that null has the least.
        case .object(let reference): ObjectReference.place(reference.number) &+ 1
        case .double(let double): bits(double)
        case .date(let date): bits(date.timeIntervalSinceReferenceDate)
        case .decimal(let decimal): bits(decimal.nearestDouble)
        case .string(let string): bits(string.utf8)
        case .url(let url): bits(url.absoluteString.utf8)
        case .data(let data): bits(data)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bits($0) }
        }
    }

    /// The order of doubles as that of integers: negative ones have their bits turned round. NaN counts as null.
    private static func bits(_ double: Double) -> UInt64 {
        guard !double.isNaN else { return 0 }
        // Adding zero makes the two zeros one.
        let bits = (double + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    private static func bits(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var bits: UInt64 = 0
        var count = 0
        for byte in bytes.prefix(8) {
            bits = bits << 8 | UInt64(byte)
            count += 1
        }
        return bits << (8 * UInt64(8 - count))
    }
}

extension SortMark {
    /// A value that a relationship leads to: the store and memory may find numbers of different kinds, so that all of them count by their nearest
    /// double.
    fileprivate init(found value: Value, ascending: Bool) {
        switch value {
        case .bool(let bool): self.init(.double(bool ? 1 : 0), ascending: ascending)
        case .int(let int): self.init(.double(Double(int)), ascending: ascending)
        case .decimal(let decimal): self.init(.double(decimal.nearestDouble), ascending: ascending)
        default: self.init(value, ascending: ascending)
        }
    }
}

extension StoreQuery {
    /// What marks are made of: the first sort key, or the primary key where there is none.
    ///
    /// Nil where no single column of a row has it, or text is not compared by its bytes: then all marks are equal, and decide nothing.
    var markSort: ColumnSort? {
        guard case .columns(let columns) = order else { return nil }
        guard let first = columns.first else { return ColumnSort(column: .primaryKey, ascending: true, comparison: .binary) }
        if case .element = first.column { return nil }
        return first.comparison == .binary ? first : nil
    }

    /// Whether rows have equal marks just where they sort alike: the only sort is by a number or date that eight bytes hold, and of which none has
    /// the mark of nothing.
    var sortsByMarkAlone: Bool {
        guard sorts.count == 1, case .slot(let slot)? = markSort?.column else { return false }
        return switch layout.types[slot] {
        case .dateAttributeType, .doubleAttributeType, .floatAttributeType, .integer16AttributeType, .integer32AttributeType: true
        default: false
        }
    }

    /// The mark of a row by the values that the query found for its sorts, behind relationships; nothing for a query sorted by rows' own.
    func mark(foundFirst value: Value) -> SortMark {
        guard let first = sorts.first, first.comparison == .binary else { return .undecided }
        return SortMark(found: value, ascending: first.ascending)
    }

    func mark(_ row: SortedRow) -> SortMark {
        if case .paths = order, let first = row.sortValues.first { return mark(foundFirst: first) }
        return mark(row.row)
    }

    func mark(_ row: NumberedRow) -> SortMark {
        markSort.map { SortMark(row[$0.column], ascending: $0.ascending) } ?? .undecided
    }
}
