import Foundation

extension Date: ValueConvertible {
    package var predicateValue: Value { .date(self) }
}

extension Data: ValueConvertible {
    package var predicateValue: Value { .data(self) }
}

extension UUID: ValueConvertible {
    package var predicateValue: Value { .uuid(self) }
}

extension URL: ValueConvertible {
    package var predicateValue: Value { .url(self) }
}

extension Decimal: ValueConvertible {
    package var predicateValue: Value { .decimal(self) }
}

extension NSNull: ValueConvertible {
    package var predicateValue: Value { .null }
}

extension NSNumber: ValueConvertible {
    /// The number in the type in which it was created. On Linux, Bool alone has the Objective-C
    /// type `c`.
    package var predicateValue: Value {
        if let decimal = self as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        return switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "c"): .bool(boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .double(doubleValue)
        default: Int64(exactly: self).map(Value.int) ?? .decimal(Decimal(uint64Value))
        }
    }
}

extension NSString: ValueConvertible {
    package var predicateValue: Value { .string(String(self)) }
}

extension NSDate: ValueConvertible {
    package var predicateValue: Value { .date(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)) }
}

extension NSData: ValueConvertible {
    package var predicateValue: Value { .data(Data(self)) }
}

extension NSUUID: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Value(converting: UUID(uuidString: uuidString)) }
    }
}

extension NSURL: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Value(converting: absoluteURL) }
    }
}

extension NSArray: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Array(self).predicateValue }
    }
}

extension NSSet: ValueConvertible {
    /// The elements, sorted as those of a Swift set.
    package var predicateValue: Value {
        get throws { .list(try allObjects.map { try Value(converting: $0) }.sorted { order($0, $1) == .orderedAscending }) }
    }
}

extension NSOrderedSet: ValueConvertible {
    package var predicateValue: Value {
        get throws { try array.predicateValue }
    }
}

extension AnyHashable: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Value(converting: base) }
    }
}
