import Foundation

/// The order SQLite gives to stored values under its BINARY collation: null, then numbers, then text by its UTF-8 bytes, then blobs.
///
/// A value counts as what the store keeps it as: a Bool is 0 or 1, a date its seconds since 2001, a URL its text, a UUID its 16 bytes, a
/// double that is not a number null. An object is no number, though a column keeps its key: objects come after all of these, in
/// the order of their insertion. Lists, which no column holds, come last, element by element, and after them values that are opaque.
/// Total, so that it can sort anything; source of the rule: https://sqlite.org/datatype3.html#sort_order.
package func order(_ a: Value, _ b: Value) -> ComparisonResult {
    switch (a.stored, b.stored) {
    case (.number(let a), .number(let b)): order(a, b)
    case (.text(let a), .text(let b)): order(a.utf8, b.utf8)
    case (.blob(let a), .blob(let b)): order(a, b)
    // Numbers of different hierarchies mean nothing to each other; the hierarchy makes the sort total.
    case (.object(let a), .object(let b)):
        a.number == b.number
            ? order(UInt(bitPattern: a.kind.hierarchy), UInt(bitPattern: b.kind.hierarchy))
            : order(ObjectReference.place(a.number), ObjectReference.place(b.number))
    case (.list(let a), .list(let b)):
        zip(a, b).lazy.map { order($0, $1) }.first { $0 != .orderedSame } ?? order(a.count, b.count)
    // Opaque values have no order of their own; the address makes the sort total.
    case (.opaque(let a), .opaque(let b)):
        a == b ? .orderedSame : order(UInt(bitPattern: ObjectIdentifier(a.object)), UInt(bitPattern: ObjectIdentifier(b.object)))
    case (let a, let b): order(a.rank, b.rank)
    }
}

extension Value {
    /// Whether a predicate's `==` holds: null equals null, and numbers of different kinds are equal by value.
    package func isEqual(to other: Value) -> Bool {
        order(self, other) == .orderedSame
    }

    /// The order of two values of one kind; nil where one is null or they are of different kinds, such as a text and a number, or
    /// objects of different hierarchies: those are never less or greater in a predicate.
    package func comparableOrder(to other: Value) -> ComparisonResult? {
        if case .object(let a) = self, case .object(let b) = other, a.kind.hierarchy != b.kind.hierarchy { return nil }
        let kinds = (stored.rank, other.stored.rank)
        return kinds.0 == kinds.1 && kinds.0 != Stored.null.rank ? order(self, other) : nil
    }

    package var isNull: Bool { stored.rank == Stored.null.rank }

    /// One value for all that are equal to it; see `DistinctValue`.
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

    /// The number that a column would hold: a date's seconds since 2001, 0 or 1 for a Bool.
    var number: Number? {
        if case .number(let number) = stored { number } else { nil }
    }

    /// A number's whole part; nil for what is no number or beyond 64 bits.
    package var wholeNumber: Int64? { number?.int }

    /// The elements of a list.
    var list: [Value]? {
        if case .list(let values) = stored { values } else { nil }
    }

    /// The characters of a string or URL.
    package var text: String? {
        if case .text(let text) = stored { text } else { nil }
    }
}

/// A value as a column keeps it.
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

/// A number in the kind it was written or stored in.
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
    // A decimal 0.1 must equal the double 0.1, which is the double nearest to it, and not that double's exact binary value.
    case (.decimal(let a), .double(let b)): order(a.nearestDouble, b)
    case (.double(let a), .decimal(let b)): order(a, b.nearestDouble)
    }
}

private func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
    a < b ? .orderedAscending : b < a ? .orderedDescending : .orderedSame
}

/// Exact, as SQLite's: beyond 2^53 a double cannot stand for every integer.
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
    /// By way of the decimal digits: arithmetic on the mantissa rounds twice and misses the nearest double.
    package var nearestDouble: Double { Double(description) ?? .nan }
}

extension ComparisonResult {
    /// The result of comparing the same two the other way round.
    package var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}
