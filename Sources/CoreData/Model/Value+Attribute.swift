internal import Foundation
internal import StrataPredicates

extension Value {
    /// Converts a value of any Swift or Foundation type to an attribute type. nil becomes `.null`.
    ///
    /// Fails for a value that cannot be converted, such as a number out of the type's range.
    init?(_ any: Any?, as type: NSAttributeType) {
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
            self.init(converting: any, to: type)
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
        case .integer16AttributeType:
            guard let int = Int16(exactly: number.int64Value) else { return nil }
            self = .int(Int64(int))
        case .integer32AttributeType:
            guard let int = Int32(exactly: number.int64Value) else { return nil }
            self = .int(Int64(int))
        case .integer64AttributeType: self = .int(number.int64Value)
        case .booleanAttributeType: self = .bool(number.int64Value != 0)
        case .doubleAttributeType: self = .double(number.doubleValue)
        case .floatAttributeType: self = .double(Double(Float(number.doubleValue)))
        default: return nil
        }
    }

    private init?(converting any: Any, to type: NSAttributeType) {
        switch type {
        case .undefinedAttributeType:
            return nil
        case .integer16AttributeType:
            guard let number = Int64(anyNumber: any), Int16(exactly: number) != nil else { return nil }
            self = .int(number)
        case .integer32AttributeType:
            guard let number = Int64(anyNumber: any), Int32(exactly: number) != nil else { return nil }
            self = .int(number)
        case .integer64AttributeType:
            guard let number = Int64(anyNumber: any) else { return nil }
            self = .int(number)
        case .booleanAttributeType:
            if let bool = any as? Bool {
                self = .bool(bool)
            } else if let number = Int64(anyNumber: any) {
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
                self = .decimal(number.decimalValue)
            } else if let double = Double(anyNumber: any) {
                self = .decimal(Decimal(double))
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
    fileprivate init?(anyNumber any: Any) {
        switch any {
        case let number as Int: self.init(number)
        case let number as Int64: self = number
        case let number as Int32: self.init(number)
        case let number as Int16: self.init(number)
        case let number as any BinaryInteger: self.init(exactly: number)
        case let number as NSNumber: self = number.int64Value
        default: return nil
        }
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
