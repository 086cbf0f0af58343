internal import Foundation

/// Reads keyed archives, of classes on a list only; the way back writes them.
///
/// A subclass lists its classes in `allowedTopLevelClasses` and is registered under the name that the model gives.
// Safe to share: see ValueTransformer; has no state.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes that an archive may hold. At first those of property lists, with sets, URLs and UUIDs.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
            NSUUID.self, NSNull.self,
        ]
    }

    open override class func allowsReverseTransformation() -> Bool { true }

    /// The object that an archive holds. nil for nil, for what is no archive, and for one with a class that is not allowed.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
    }

    /// The archive of an object; nil for nil and for what cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    }
}

/// Reads and writes keyed archives of any class.
// Safe to share: see ValueTransformer; has no state.
final class KeyedUnarchiveTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
    }
}
