package import Foundation

/// A value that `@AppStorage` or `@SceneStorage` keeps: the scalar types of a property list, and
/// URLs.
package enum StoredValue: Codable, Sendable {
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case url(URL)
}

extension StoredValue: Hashable {
    /// Whether two values are of one case and equal. Numbers and dates are compared by their bits: a
    /// value that is not a number would never equal itself, and count as changed after each save.
    package static func == (one: StoredValue, other: StoredValue) -> Bool {
        switch (one, other) {
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.real(let one), .real(let other)): one.bitPattern == other.bitPattern
        case (.string(let one), .string(let other)): one == other
        case (.data(let one), .data(let other)): one == other
        case (.date(let one), .date(let other)): one.bits == other.bits
        case (.url(let one), .url(let other)): one == other
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .string(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value.bits)
        case .url(let value): hasher.combine(value)
        }
    }
}

extension Date {
    /// The bits of the number of seconds.
    fileprivate var bits: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

extension StoredValue {
    /// The value as a Boolean. A number is one if it is 0 or 1, as `NSNumber` casts.
    package var asBoolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value == 0 ? false : value == 1 ? true : nil
        case .real(let value): value == 0 ? false : value == 1 ? true : nil
        default: nil
        }
    }

    /// The value as an integer. A real number is one if it has no fraction.
    package var asInteger: Int? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): value
        case .real(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value as a real number. An integer is one if a double represents it exactly.
    package var asReal: Double? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(exactly: value)
        case .real(let value): value
        default: nil
        }
    }
}

/// A type whose values are one of the cases of ``StoredValue``.
package protocol StorableValue {
    /// Creates a value from a stored one; nil if that is of another type.
    init?(stored: StoredValue)

    /// The value to store.
    var stored: StoredValue { get }
}

extension Bool: StorableValue {
    package init?(stored: StoredValue) {
        guard let value = stored.asBoolean else { return nil }
        self = value
    }

    package var stored: StoredValue { .boolean(self) }
}

extension Int: StorableValue {
    package init?(stored: StoredValue) {
        guard let value = stored.asInteger else { return nil }
        self = value
    }

    package var stored: StoredValue { .integer(self) }
}

extension Double: StorableValue {
    package init?(stored: StoredValue) {
        guard let value = stored.asReal else { return nil }
        self = value
    }

    package var stored: StoredValue { .real(self) }
}

extension String: StorableValue {
    package init?(stored: StoredValue) {
        guard case .string(let value) = stored else { return nil }
        self = value
    }

    package var stored: StoredValue { .string(self) }
}

extension Data: StorableValue {
    package init?(stored: StoredValue) {
        guard case .data(let value) = stored else { return nil }
        self = value
    }

    package var stored: StoredValue { .data(self) }
}

extension Date: StorableValue {
    package init?(stored: StoredValue) {
        guard case .date(let value) = stored else { return nil }
        self = value
    }

    package var stored: StoredValue { .date(self) }
}

extension URL: StorableValue {
    package init?(stored: StoredValue) {
        guard case .url(let value) = stored else { return nil }
        self = value
    }

    package var stored: StoredValue { .url(self) }
}

extension StoredValue {
    /// The number of bytes that the value takes, without its case.
    var size: Int {
        switch self {
        case .boolean: 1
        case .integer, .real, .date: 8
        case .string(let string): string.utf8.count
        case .data(let data): data.count
        case .url(let url): url.absoluteString.utf8.count
        }
    }
}
