internal import Foundation
internal import StrataPredicates

/// A Swift type that a scalar property can be declared as, with its conversions from and to the
/// value of a slot.
protocol SlotValue {
    /// Creates a value from that of a slot. Returns `nil` for a value of another type, and for
    /// `.null`.
    init?(stored: Value)
    /// The value as a slot holds it.
    var stored: Value { get }
    /// The kind of accessors that are declared with this type.
    static var accessorKind: AccessorKind { get }
    /// Creates a value from the word of a packed slot. Returns `nil` for a packing of another type.
    init?(packed word: UInt64, _ packing: RowShape.Packing)
}

extension SlotValue {
    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) { return nil }
}

extension Int16: SlotValue {
    static var accessorKind: AccessorKind { .integer }

    init?(stored: Value) {
        guard case .int(let int) = stored else { return nil }
        self = Int16(truncatingIfNeeded: int)
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .int else { return nil }
        self = Int16(truncatingIfNeeded: word)
    }

    var stored: Value { .int(Int64(self)) }
}

extension Int32: SlotValue {
    static var accessorKind: AccessorKind { .integer }

    init?(stored: Value) {
        guard case .int(let int) = stored else { return nil }
        self = Int32(truncatingIfNeeded: int)
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .int else { return nil }
        self = Int32(truncatingIfNeeded: word)
    }

    var stored: Value { .int(Int64(self)) }
}

extension Int: SlotValue {
    static var accessorKind: AccessorKind { .integer }

    init?(stored: Value) {
        guard case .int(let int) = stored else { return nil }
        self = Int(int)
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .int else { return nil }
        self = Int(truncatingIfNeeded: word)
    }

    var stored: Value { .int(Int64(self)) }
}

extension Int64: SlotValue {
    static var accessorKind: AccessorKind { .integer }

    init?(stored: Value) {
        guard case .int(let int) = stored else { return nil }
        self = int
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .int else { return nil }
        self = Int64(bitPattern: word)
    }

    var stored: Value { .int(self) }
}

extension Double: SlotValue {
    static var accessorKind: AccessorKind { .floatingPoint }

    /// Converts a date to its seconds since 2001, because a date attribute can be declared as a
    /// `TimeInterval`.
    init?(stored: Value) {
        switch stored {
        case .double(let double): self = double
        case .date(let date): self = date.timeIntervalSinceReferenceDate
        default: return nil
        }
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .double || packing == .date else { return nil }
        self.init(bitPattern: word)
    }

    var stored: Value { .double(self) }
}

extension Float: SlotValue {
    static var accessorKind: AccessorKind { .floatingPoint }

    init?(stored: Value) {
        guard let double = Double(stored: stored) else { return nil }
        self = Float(double)
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .double || packing == .date else { return nil }
        self = Float(Double(bitPattern: word))
    }

    var stored: Value { .double(Double(self)) }
}

extension Bool: SlotValue {
    static var accessorKind: AccessorKind { .bool }

    init?(stored: Value) {
        guard case .bool(let bool) = stored else { return nil }
        self = bool
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .bool else { return nil }
        self = word != 0
    }

    var stored: Value { .bool(self) }
}

extension String: SlotValue {
    static var accessorKind: AccessorKind { .string }

    init?(stored: Value) {
        guard case .string(let string) = stored else { return nil }
        self = string
    }

    var stored: Value { .string(self) }
}

extension Data: SlotValue {
    static var accessorKind: AccessorKind { .data }

    init?(stored: Value) {
        guard case .data(let data) = stored else { return nil }
        self = data
    }

    var stored: Value { .data(self) }
}

extension Date: SlotValue {
    static var accessorKind: AccessorKind { .date }

    init?(stored: Value) {
        guard case .date(let date) = stored else { return nil }
        self = date
    }

    @inline(__always)
    init?(packed word: UInt64, _ packing: RowShape.Packing) {
        guard packing == .date else { return nil }
        self.init(timeIntervalSinceReferenceDate: Double(bitPattern: word))
    }

    var stored: Value { .date(self) }
}

extension Decimal: SlotValue {
    static var accessorKind: AccessorKind { .decimal }

    init?(stored: Value) {
        guard case .decimal(let decimal) = stored else { return nil }
        self = decimal
    }

    var stored: Value { .decimal(self) }
}

extension UUID: SlotValue {
    static var accessorKind: AccessorKind { .uuid }

    init?(stored: Value) {
        guard case .uuid(let uuid) = stored else { return nil }
        self = uuid
    }

    var stored: Value { .uuid(self) }
}

extension URL: SlotValue {
    static var accessorKind: AccessorKind { .url }

    init?(stored: Value) {
        guard case .url(let url) = stored else { return nil }
        self = url
    }

    var stored: Value { .url(self) }
}

extension EntityLayout {
    /// Returns a value in the form in which a slot of a matching type holds it.
    @inline(__always)
    func stored<T: SlotValue>(_ value: T, at slot: Int) -> Value {
        if types[slot] == .transformableAttributeType {
            // The property may be declared as a String or a Date, which the transformer encodes.
            requiredValue(value, at: slot)
        } else if T.accessorKind == .floatingPoint, types[slot] == .dateAttributeType, case .double(let seconds) = value.stored {
            .date(Date(timeIntervalSinceReferenceDate: seconds))
        } else {
            value.stored
        }
    }
}
