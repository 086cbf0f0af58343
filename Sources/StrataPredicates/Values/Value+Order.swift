import Foundation

/// Returns the order of two values: that of their stored forms under SQLite's BINARY collation.
///
/// Null comes first, then numbers, text by its UTF-8 bytes, and blobs
/// (https://sqlite.org/datatype3.html#sort_order). A value counts as the form in which a column
/// stores it:
///
/// | value | stored form |
/// | --- | --- |
/// | Bool | 0 or 1 |
/// | Date | seconds since January 1, 2001 |
/// | URL | its text |
/// | UUID | its 16 bytes |
/// | NaN | null |
///
/// Objects do not compare as numbers, although a column stores their keys: they come after blobs,
/// in the order of insertion. Lists, which no column stores, follow and compare element by element.
/// Opaque values come last.
///
/// The order is total, so that sets and lists can be searched by it, except that a double equals
/// every decimal to which it is the nearest double, and those decimals differ from each other. It
/// orders values that have no order of their own by their addresses, which differ from run to run.
/// So a predicate's `<` uses `Value.comparableOrder(to:)`, and a sort `sortOrder(_:_:)`.
package func order(_ a: Value, _ b: Value) -> ComparisonResult {
    switch (a.stored, b.stored) {
    case (.number(let a), .number(let b)): order(a, b)
    case (.text(let a), .text(let b)): order(a.utf8, b.utf8)
    case (.blob(let a), .blob(let b)): order(a, b)
    // Row IDs of different hierarchies are unrelated; comparing the hierarchy makes the order
    // total.
    case (.object(let a), .object(let b)):
        a.rowID == b.rowID
            ? order(UInt(bitPattern: a.kind.hierarchy), UInt(bitPattern: b.kind.hierarchy))
            : order(a.rowID.sortPosition, b.rowID.sortPosition)
    case (.list(let a), .list(let b)):
        zip(a, b).lazy.map { order($0, $1) }.first { $0 != .orderedSame } ?? order(a.count, b.count)
    // Comparing addresses makes the order total.
    case (.opaque(let a), .opaque(let b)):
        a == b ? .orderedSame : order(UInt(bitPattern: ObjectIdentifier(a.object)), UInt(bitPattern: ObjectIdentifier(b.object)))
    case (let a, let b): order(a.rank, b.rank)
    }
}

extension Value {
    /// Whether a predicate's `==` holds: nil equals nil, and numbers of different types compare by
    /// value.
    package func isEqual(to other: Value) -> Bool {
        order(self, other) == .orderedSame
    }

    /// Returns the order of two values of one kind; nil if either is null or their kinds differ,
    /// as for a text and a number or for objects of different hierarchies. A predicate considers
    /// neither of such values less than the other.
    ///
    /// - Throws: `InvalidPredicate` if either value has no order: a list, or an object of a class
    ///   without one; also for an object that has an order and a value of another kind.
    package func comparableOrder(to other: Value) throws -> ComparisonResult? {
        switch (stored, other.stored) {
        case (.opaque(let a), .opaque(let b)):
            if let order = a.order(to: b) { return order }
            throw InvalidPredicate.noOrder(of: a, b)
        case (.opaque(let a), _) where !a.hasOrder: throw InvalidPredicate.noOrder(of: a, nil)
        case (_, .opaque(let a)) where !a.hasOrder: throw InvalidPredicate.noOrder(of: a, nil)
        case (.opaque(let a), let b) where b.rank != Stored.null.rank: throw InvalidPredicate.noOrder(of: a, with: other)
        case (let a, .opaque(let b)) where a.rank != Stored.null.rank: throw InvalidPredicate.noOrder(of: b, with: self)
        case (.list, _), (_, .list): throw InvalidPredicate.noOrder("a list has no order. Compare its elements, or its @count.")
        case (.object(let a), .object(let b)) where a.kind.hierarchy != b.kind.hierarchy: return nil
        case (let a, let b): return a.rank == b.rank && a.rank != Stored.null.rank ? order(self, other) : nil
        }
    }

    /// Whether the value is, or contains, an opaque one, whose place in `order(_:_:)` says nothing
    /// about its equality.
    var containsOpaque: Bool {
        switch self {
        case .opaque: true
        case .list(let values): values.contains(where: \.containsOpaque)
        default: false
        }
    }

    package var isNull: Bool { stored.rank == Stored.null.rank }

    /// The representative of all values that `DistinctValue` considers equal to this one.
    var canonical: Value {
        switch stored {
        case .null: .null
        case .number(let number): number.canonical
        case .text(let text): .string(text)
        case .blob(let data): .data(data)
        case .list(let values): .list(values.map(\.canonical))
        case .object(let reference): .object(reference)
        case .opaque(let value): .opaque(value)
        }
    }

    /// The number that a column stores: seconds since 2001 for a date, 0 or 1 for a Bool.
    var number: Number? {
        if case .number(let number) = stored { number } else { nil }
    }

    /// The number rounded toward zero; nil for other values and beyond 64 bits.
    package var wholeNumber: Int64? { number?.int }

    /// The elements of a list.
    var list: [Value]? {
        if case .list(let values) = stored { values } else { nil }
    }

    /// The text of a string or URL.
    package var text: String? {
        if case .text(let text) = stored { text } else { nil }
    }
}

/// A value in the form in which a column stores it.
private enum Stored {
    case null
    case number(Number)
    case text(String)
    case blob(Data)
    case object(ObjectReference)
    case list([Value])
    case opaque(OpaqueValue)

    var rank: Int {
        switch self {
        case .null: 0
        case .number: 1
        case .text: 2
        case .blob: 3
        case .object: 4
        case .list: 5
        case .opaque: 6
        }
    }
}

/// A number in the type in which it was written or stored.
enum Number {
    case int(Int64)
    case double(Double)
    case decimal(Decimal)
}

extension Value {
    fileprivate var stored: Stored {
        switch self {
        case .null: .null
        case .bool(let bool): .number(.int(bool ? 1 : 0))
        case .int(let int): .number(.int(int))
        case .double(let double): double.isNaN ? .null : .number(.double(double))
        case .decimal(let decimal): decimal.isNaN ? .null : .number(.decimal(decimal))
        case .date(let date): .number(.double(date.timeIntervalSinceReferenceDate))
        case .string(let string): .text(string)
        case .url(let url): .text(url.absoluteString)
        case .data(let data): .blob(data)
        case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .list(let values): .list(values)
        case .object(let reference): .object(reference)
        case .opaque(let value): .opaque(value)
        }
    }
}

extension Number {
    fileprivate var canonical: Value {
        if let int, order(self, .int(int)) == .orderedSame { return .int(int) }
        if case .decimal(let decimal) = self, Decimal(string: "\(decimal.nearestDouble)") != decimal { return .decimal(decimal) }
        return .double(double)
    }
}

private func order(_ a: Number, _ b: Number) -> ComparisonResult {
    switch (a, b) {
    case (.double(let a), .double(let b)): order(a, b)
    case (.int(let a), .int(let b)): order(a, b)
    case (.int(let a), .double(let b)): order(a, b)
    case (.double(let a), .int(let b)): order(b, a).reversed
    case (.decimal(let a), .decimal(let b)): order(a, b)
    case (.decimal(let a), .int(let b)): order(a, Decimal(b))
    case (.int(let a), .decimal(let b)): order(Decimal(a), b)
    // The decimal 0.1 equals the double 0.1: a decimal compares by the double nearest to it, not
    // with the double's exact binary value.
    case (.decimal(let a), .double(let b)): order(a.nearestDouble, b)
    case (.double(let a), .decimal(let b)): order(a, b.nearestDouble)
    }
}

private func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
    a < b ? .orderedAscending : b < a ? .orderedDescending : .orderedSame
}

/// Returns the exact order, as SQLite does: a double cannot represent every integer beyond 2^53.
private func order(_ a: Int64, _ b: Double) -> ComparisonResult {
    if b >= 0x1p63 { return .orderedAscending }
    if b < -0x1p63 { return .orderedDescending }
    let whole = b.rounded(.towardZero)
    let result = order(a, Int64(whole))
    return result == .orderedSame ? order(0.0, b - whole) : result
}

private func order<Bytes: Sequence<UInt8>>(_ a: Bytes, _ b: Bytes) -> ComparisonResult {
    var others = b.makeIterator()
    for byte in a {
        guard let other = others.next() else { return .orderedDescending }
        if byte != other { return byte < other ? .orderedAscending : .orderedDescending }
    }
    return others.next() == nil ? .orderedSame : .orderedAscending
}

extension Decimal {
    /// The double nearest to the decimal, parsed from its digits. Arithmetic on the mantissa rounds
    /// twice and can miss it.
    package var nearestDouble: Double { Double(description) ?? .nan }
}

extension ComparisonResult {
    /// The result with the operands swapped.
    package var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}
