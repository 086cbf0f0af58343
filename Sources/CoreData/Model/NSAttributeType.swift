internal import StrataTraps

/// The type of an attribute's values, with Apple's raw values.
public enum NSAttributeType: UInt, Sendable {
    /// No type. Valid for transient attributes only.
    case undefinedAttributeType = 0
    /// A 16-bit signed integer.
    case integer16AttributeType = 100
    /// A 32-bit signed integer.
    case integer32AttributeType = 200
    /// A 64-bit signed integer.
    case integer64AttributeType = 300
    /// A decimal number: `Decimal` or `NSDecimalNumber`.
    case decimalAttributeType = 400
    /// A double-precision floating-point number.
    case doubleAttributeType = 500
    /// A single-precision floating-point number.
    case floatAttributeType = 600
    /// A string.
    case stringAttributeType = 700
    /// A Boolean value.
    case booleanAttributeType = 800
    /// A date, with the precision of a double-precision number of seconds.
    case dateAttributeType = 900
    /// Binary data.
    case binaryDataAttributeType = 1000
    /// A UUID.
    case UUIDAttributeType = 1100
    /// A URL.
    case URIAttributeType = 1200
    /// A value of any class or Codable type, which a value transformer encodes as data.
    case transformableAttributeType = 1800
    /// An `NSManagedObjectID`.
    case objectIDAttributeType = 2000
    /// Several attributes under one name; see `NSCompositeAttributeDescription`.
    case compositeAttributeType = 2100
}

extension NSAttributeDescription {
    /// The attribute types by their short names, which Apple added in iOS 15.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// The raw value of the corresponding `NSAttributeType`.
        public let rawValue: UInt

        /// Creates a type from the raw value of an `NSAttributeType`. Any other raw value traps
        /// when the type is used.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        init(_ type: NSAttributeType) {
            rawValue = type.rawValue
        }

        /// No type; see `NSAttributeType.undefinedAttributeType`.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// A 16-bit signed integer.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// A 32-bit signed integer.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// A 64-bit signed integer.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// A decimal number.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// A double-precision floating-point number.
        public static let double = AttributeType(.doubleAttributeType)
        /// A single-precision floating-point number.
        public static let float = AttributeType(.floatAttributeType)
        /// A string.
        public static let string = AttributeType(.stringAttributeType)
        /// A Boolean value.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// A date.
        public static let date = AttributeType(.dateAttributeType)
        /// Binary data.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// A UUID.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// A URL.
        public static let uri = AttributeType(.URIAttributeType)
        /// A value that a value transformer encodes.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// An `NSManagedObjectID`.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// Several attributes under one name.
        public static let composite = AttributeType(.compositeAttributeType)
    }
}

extension NSAttributeType {
    /// Converts a type with a short name. Traps if its raw value is not that of an attribute type.
    init(_ type: NSAttributeDescription.AttributeType) {
        guard let known = NSAttributeType(rawValue: type.rawValue) else {
            trap("\(type.rawValue) is not the raw value of an attribute type.")
        }
        self = known
    }

    /// The whole numbers of the type, if they are fewer than those of 64 bits; nil for other types.
    var range: ClosedRange<Int64>? {
        switch self {
        case .integer16AttributeType: Int64(Int16.min)...Int64(Int16.max)
        case .integer32AttributeType: Int64(Int32.min)...Int64(Int32.max)
        default: nil
        }
    }

    /// The name of the class of the objects that Apple's key-value coding returns for the type; nil
    /// if the type does not determine it.
    var valueClassName: String? {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType, .floatAttributeType,
            .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .objectIDAttributeType: "NSManagedObjectID"
        case .compositeAttributeType: "NSDictionary"
        case .undefinedAttributeType, .transformableAttributeType: nil
        }
    }
}
