internal import Foundation
internal import StrataPredicates

/// An option's value of a Swift type without a counterpart among Foundation's objects, in an object,
/// as the values of a description are.
// Safe to share: the value is a constant, and the app is responsible for the safety of its type.
final class OptionValue: NSObject, @unchecked Sendable {
    let value: Any

    private init(_ value: Any) {
        self.value = value
    }

    /// Converts a value of a dictionary to the object that Foundation on Apple's platforms bridges
    /// it to: nil to NSNull.
    static func object(_ value: Any) -> NSObject {
        guard let value = unwrapped(value) else { return NSNull() }
        if type(of: value) is AnyClass, let object = value as? NSObject { return object }
        switch value {
        case let bool as Bool: return NSNumber(value: bool)
        case let int as any FixedWidthInteger & SignedInteger where int.bitWidth <= 64:
            return NSNumber(value: Int64(truncatingIfNeeded: int))
        case let int as any FixedWidthInteger & UnsignedInteger where int.bitWidth <= 64:
            return NSNumber(value: UInt64(truncatingIfNeeded: int))
        case let double as Double: return NSNumber(value: double)
        case let float as Float: return NSNumber(value: float)
        case let string as String: return string as NSString
        case let data as Data: return data as NSData
        case let date as Date: return date as NSDate
        case let url as URL: return url as NSURL
        case let uuid as UUID: return uuid as NSUUID
        case let dictionary as [String: Any]:
            let objects = dictionary.mapValues(object)
            return objects.values.contains { $0 is Self } ? Self(value) : NSDictionary(dictionary: objects)
        case let array as [Any]:
            let objects = array.map(object)
            return objects.contains { $0 is Self } ? Self(value) : NSArray(array: objects)
        default: return Self(value)
        }
    }
}
