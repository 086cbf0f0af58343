internal import Foundation
internal import StrataPredicates

/// A sort prefix: the first sort key of a row, shortened to eight bytes that compare like it.
/// (PostgreSQL calls this an abbreviated key.) A live result searches by sort prefixes, and reads
/// rows only to compare those with equal prefixes.
///
///     value                   prefix
///     nil, NaN                0
///     Bool                    1 or 2
///     Int                     its bits, with the sign bit inverted
///     Double, Date            its bits, all inverted if negative, else with the sign bit set
///     Decimal                 that of the nearest Double
///     String, URL             the first eight bytes of its UTF-8, padded with zeros
///     Data, UUID              its first eight bytes
///     primary key             the key, plus 1; unsaved objects follow in the order of insertion
///
/// If a key sorts in descending order, all bits are inverted. So the smaller prefix always comes
/// first.
///
/// **Invariant:** if one row comes before another, its prefix is not greater. Rows with equal
/// prefixes may come in either order: texts may share their first bytes, decimals their nearest
/// double. A prefix that violated the invariant would silently misplace rows. For keys without such
/// a prefix (texts that are compared without regard to case, elements of composite attributes), all
/// rows have the same one.
struct SortPrefix: Comparable, Hashable, BitwiseCopyable {
    /// The prefix of all rows if their sort key has none.
    static let undecided = SortPrefix(.null, ascending: true)

    private let bits: UInt64

    /// Creates the prefix of a value.
    ///
    /// - Parameter ascending: Whether smaller values come first.
    init(_ value: Value, ascending: Bool) {
        let bits = Self.bits(value)
        self.bits = ascending ? bits : ~bits
    }

    /// Creates the prefix of a number or a date from the word that holds it in a row; nil for NULL.
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

    static func < (lhs: SortPrefix, rhs: SortPrefix) -> Bool { lhs.bits < rhs.bits }

    // All values of an attribute are of one kind, so the bits need not distinguish kinds. Null
    // comes first: 0.
    private static func bits(_ value: Value) -> UInt64 {
        switch value {
        case .null, .list, .opaque: 0
        case .bool(let bool): bool ? 2 : 1
        case .int(let int): UInt64(bitPattern: int) ^ (1 << 63)
        // One more, so that only null is 0.
        case .object(let reference): reference.rowID.sortPosition &+ 1
        case .double(let double): bits(double)
        case .date(let date): bits(date.timeIntervalSinceReferenceDate)
        case .decimal(let decimal): bits(decimal.nearestDouble)
        case .string(let string): bits(string.utf8)
        case .url(let url): bits(url.absoluteString.utf8)
        case .data(let data): bits(data)
        case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { bits($0) }
        }
    }

    /// Maps doubles to integers in the same order: inverts the bits of negative ones. NaN becomes
    /// 0, as null.
    private static func bits(_ double: Double) -> UInt64 {
        guard !double.isNaN else { return 0 }
        // Adding zero turns -0 into 0.
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

extension SortPrefix {
    /// Creates the prefix of a value that was read along a relationship. The store and the
    /// in-memory evaluator may return numbers of different types, so all numbers count as their
    /// nearest double.
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
    /// The sort that prefixes are made from: the first sort key, or the primary key if there is
    /// none.
    ///
    /// Nil if no single column of the row has the key, or if its texts are not compared by their
    /// bytes. Then all prefixes are equal.
    var prefixSort: ColumnSort? {
        guard case .columns(let columns) = order else { return nil }
        guard let first = columns.first else { return ColumnSort(column: .primaryKey, ascending: true, comparison: .binary) }
        if case .element = first.column { return nil }
        return first.comparison == .binary ? first : nil
    }

    /// Whether rows have equal prefixes if and only if their sort keys are equal. This is so for a
    /// single sort key of a type that fits into eight bytes, and of which no value has the prefix
    /// of null.
    var sortsByPrefixAlone: Bool {
        guard sorts.count == 1, case .slot(let slot)? = prefixSort?.column else { return false }
        return switch layout.types[slot] {
        case .dateAttributeType, .doubleAttributeType, .floatAttributeType, .integer16AttributeType, .integer32AttributeType: true
        default: false
        }
    }

    /// Returns the prefix of a row from the value of its first sort, for sorts that follow
    /// relationships.
    func sortPrefix(foundFirst value: Value) -> SortPrefix {
        guard let first = sorts.first, first.comparison == .binary else { return .undecided }
        return SortPrefix(found: value, ascending: first.ascending)
    }

    /// Returns the prefix of a row.
    func sortPrefix(_ row: SortedRow) -> SortPrefix {
        if case .paths = order, let first = row.sortValues.first { return sortPrefix(foundFirst: first) }
        return sortPrefix(row.row)
    }

    /// Returns the prefix of a row whose sort keys are all in the row itself.
    func sortPrefix(_ row: IdentifiedRow) -> SortPrefix {
        prefixSort.map { SortPrefix(row[$0.column], ascending: $0.ascending) } ?? .undecided
    }
}
