internal import Foundation
internal import StrataArchives
internal import StrataPredicates

extension Value {
    /// Converts a value of any Swift or Foundation type to an attribute type. nil becomes `.null`.
    ///
    /// Fails for a value that cannot be converted.
    ///
    /// - Parameter isUnbounded: Whether a type of whole numbers also takes a number out of its range,
    ///   which a save rejects. One that 64 bits cannot hold becomes the closest that they can, and NaN
    ///   zero. Otherwise such a number cannot be converted.
    init?(_ any: Any?, as type: NSAttributeType, isUnbounded: Bool = false) {
        guard let any else {
            self = .null
            return
        }
        if let value = Value(exactly: any, as: type) {
            self = value
        } else if let value = Value(number: any, as: type) {
            self = value
        } else if any is NSNull {
            self = .null
        } else {
            self.init(converting: any, to: type, isUnbounded)
        }
    }

    /// Converts a value that already has the Swift type of the attribute type, as most values do.
    /// Fails for any other value.
    ///
    /// Compares types before it casts: a failing cast searches for bridged types, which costs more
    /// than the rest of an insertion.
    init?(exactly any: Any, as type: NSAttributeType) {
        let given = ObjectIdentifier(Swift.type(of: any))
        switch type {
        case .stringAttributeType where given == ObjectIdentifier(String.self):
            guard let string = any as? String else { return nil }
            self = .string(string)
        case .dateAttributeType where given == ObjectIdentifier(Date.self):
            guard let date = any as? Date else { return nil }
            self = .date(date)
        case .doubleAttributeType where given == ObjectIdentifier(Double.self):
            guard let double = any as? Double else { return nil }
            self = .double(double)
        case .floatAttributeType where given == ObjectIdentifier(Float.self):
            guard let float = any as? Float else { return nil }
            self = .double(Double(float))
        case .integer64AttributeType where given == ObjectIdentifier(Int.self):
            guard let int = any as? Int else { return nil }
            self = .int(Int64(int))
        default:
            return nil
        }
    }

    /// Converts an `NSNumber`, as key-value coding returns it. Fails for other values, for a number
    /// out of the type's range, and for types that hold no binary number.
    ///
    /// A cast of an `NSNumber` to each numeric type compares its value with the converted one.
    private init?(number any: Any, as type: NSAttributeType) {
        guard ObjectIdentifier(Swift.type(of: any)) == ObjectIdentifier(NSNumber.self), let number = any as? NSNumber else {
            return nil
        }
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            // Not NaN, nor a number that 64 bits may not hold.
            guard abs(number.doubleValue) < 0x1p63 else { return nil }
            let int = number.int64Value
            guard type.range?.contains(int) != false else { return nil }
            self = .int(int)
        case .booleanAttributeType: self = .bool(number.int64Value != 0)
        case .doubleAttributeType: self = .double(number.doubleValue)
        case .floatAttributeType: self = .double(Double(Float(number.doubleValue)))
        default: return nil
        }
    }

    private init?(converting any: Any, to type: NSAttributeType, _ isUnbounded: Bool) {
        switch type {
        case .undefinedAttributeType:
            return nil
        case .integer16AttributeType, .integer32AttributeType:
            guard let number = Int64(anyNumber: any, isUnbounded) else { return nil }
            guard isUnbounded || type.range?.contains(number) == true else { return nil }
            // Not the least number, which live results cannot tell from nil in a sort by the attribute.
            self = .int(max(number, -.max))
        case .integer64AttributeType:
            if let number = Int64(anyNumber: any, false) {
                self = .int(number)
            } else if case .unsigned(let number)? = ExactNumber(any) {
                // The same bits, as `NSNumber.int64Value` has them.
                self = .int(Int64(bitPattern: number))
            } else if isUnbounded, let number = Int64(anyNumber: any, true) {
                self = .int(number)
            } else {
                return nil
            }
        case .booleanAttributeType:
            if let bool = any as? Bool {
                self = .bool(bool)
            } else if let number = Int64(anyNumber: any, true) {
                self = .bool(number != 0)
            } else {
                return nil
            }
        case .doubleAttributeType:
            guard let number = Double(anyNumber: any) else { return nil }
            self = .double(number)
        case .floatAttributeType:
            guard let number = Double(anyNumber: any) else { return nil }
            self = .double(Double(Float(number)))
        case .decimalAttributeType:
            if let decimal = any as? Decimal {
                self = .decimal(decimal)
            } else if let integer = any as? Int {
                self = .decimal(Decimal(integer))
            } else if let number = any as? NSNumber {
                // Foundation's conversion traps for infinity.
                self = .decimal(number.doubleValue.isFinite ? number.decimalValue : .nan)
            } else if let double = Double(anyNumber: any) {
                self = .decimal(double.isFinite ? Decimal(double) : .nan)
            } else {
                return nil
            }
        case .stringAttributeType:
            guard let string = any as? String else { return nil }
            self = .string(string)
        case .dateAttributeType:
            guard let date = any as? Date else { return nil }
            self = .date(date)
        case .binaryDataAttributeType:
            guard let data = any as? Data else { return nil }
            self = .data(data)
        case .UUIDAttributeType:
            guard let uuid = any as? UUID else { return nil }
            self = .uuid(uuid)
        case .URIAttributeType:
            guard let url = any as? URL else { return nil }
            self = .url(url)
        case .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            return nil
        }
    }

    /// Returns the value as key-value coding returns it. Numbers are NSNumber, so that `as? Int`
    /// and `as? Float` both succeed.
    func object(as type: NSAttributeType) -> Any? {
        switch self {
        case .double(let double) where type == .floatAttributeType: NSNumber(value: Float(double))
        case .list(let values): values.map { $0.object(as: type) as Any }
        // A reference is not converted to its object, since only a context can look that up.
        default: object
        }
    }
}

extension Int64 {
    /// Converts a number to a whole one, without its fraction. Fails for other values.
    ///
    /// - Parameter isUnbounded: Whether a number that 64 bits cannot hold becomes the closest that they
    ///   can, and NaN zero. Otherwise this fails for them.
    fileprivate init?(anyNumber any: Any, _ isUnbounded: Bool) {
        switch any {
        case let number as Int: self.init(number)
        case let number as Int64: self = number
        case let number as Int32: self.init(number)
        case let number as Int16: self.init(number)
        case let number as any BinaryInteger:
            guard let whole = Self(exactly: number) ?? (isUnbounded ? Self(clamping: number) : nil) else { return nil }
            self = whole
        case let decimal as Decimal:
            let closest = Self(closest: decimal)
            guard isUnbounded || closest != nil && Decimal(Self.min)...Decimal(Self.max) ~= decimal else { return nil }
            self = closest ?? 0
        default:
            switch ExactNumber(any) {
            case .boolean(let bool): self = bool ? 1 : 0
            case .integer(let int): self.init(int)
            case .unsigned(let number):
                guard isUnbounded else { return nil }
                self.init(clamping: number)
            case .real(let double):
                guard isUnbounded || Self(exactly: double.rounded(.towardZero)) != nil else { return nil }
                self = Self(closest: double) ?? 0
            case nil: return nil
            }
        }
    }

    /// Converts a number to a whole one, without its fraction, or to the closest of 64 bits. Fails for
    /// NaN.
    init?(closest double: Double) {
        if double.isNaN { return nil }
        self = Self(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
    }

    /// Converts a number to a whole one, without its fraction, or to the closest of 64 bits. Fails for
    /// NaN.
    init?(closest decimal: Decimal) {
        if decimal.isNaN { return nil }
        var (given, whole) = (decimal, Decimal())
        NSDecimalRound(&whole, &given, 0, decimal < 0 ? .up : .down)
        // By its digits: Foundation's conversion of a large number has another value.
        self = Self(whole.description) ?? (decimal < 0 ? .min : .max)
    }
}

extension Double {
    fileprivate init?(anyNumber any: Any) {
        switch any {
        case let number as Double: self = number
        case let number as Float: self.init(number)
        case let number as Int: self.init(number)
        case let number as NSNumber: self = number.doubleValue
        case let number as any BinaryInteger: self.init(number)
        case let number as Decimal: self = NSDecimalNumber(decimal: number).doubleValue
        default: return nil
        }
    }
}
