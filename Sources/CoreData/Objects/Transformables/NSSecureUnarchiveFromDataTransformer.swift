internal import Foundation
internal import StrataArchives
internal import StrataPredicates

/// A value transformer that converts keyed archives to objects of listed classes, and back.
///
/// Subclass it, list the classes in `allowedTopLevelClasses`, and register an instance under the
/// name that the model contains.
// Safe to share: it has no state; see ValueTransformer.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    /// The classes that an archive may contain. By default those of property lists, and NSSet,
    /// NSURL, NSUUID and NSNull.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
            NSUUID.self, NSNull.self,
        ]
    }

    open override class func allowsReverseTransformation() -> Bool { true }

    /// Returns the object in an archive; `nil` for nil, for data that is not an archive, and for an
    /// archive with a class that is not allowed.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        // Ignored: the interface of Apple's method has no error. `TransformableCoding` asks for the reason.
        return try? object(in: data)
    }

    /// Returns the archive of an object; `nil` for nil, and for an object that cannot be archived.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        // Ignored: the interface of Apple's method has no error. `TransformableCoding` asks for the reason.
        return try? archive(of: value)
    }

    /// Returns the object in an archive.
    ///
    /// - Throws: The reason why there is none, such as an unknown class.
    final func object(in data: Data) throws -> Any? {
        try KeyedArchiveDecoder.object(in: data, of: Self.allowedTopLevelClasses, classes: PredicateArchive.classes)
    }

    /// Returns the archive of an object.
    ///
    /// - Throws: `ArchiveError` for one that cannot be archived, or has a class that is not allowed.
    final func archive(of value: Any) throws -> Data {
        let data = try KeyedArchiveEncoder.data(of: value, classes: PredicateArchive.classes, isSecure: true)
        // What is allowed inside an object is up to its initializer.
        _ = try object(in: data)
        return data
    }
}

/// A value transformer that converts keyed archives to objects of any class, and back.
// Safe to share: it has no state; see ValueTransformer.
final class KeyedUnarchiveTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        // Ignored: the interface of Apple's method has no error. `TransformableCoding` asks for the reason.
        return try? object(in: data)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        // Ignored: the interface of Apple's method has no error. `TransformableCoding` calls `archive(of:)`.
        return try? archive(of: value)
    }

    /// Returns the object in an archive.
    ///
    /// - Throws: The reason why there is none, such as an unknown class.
    func object(in data: Data) throws -> Any? {
        try KeyedArchiveDecoder.object(in: data, classes: PredicateArchive.classes)
    }

    /// Returns the archive of an object.
    ///
    /// - Throws: `ArchiveError` for one that cannot be archived.
    func archive(of value: Any) throws -> Data {
        try KeyedArchiveEncoder.data(of: value, classes: PredicateArchive.classes)
    }
}
