import Foundation

/// A value that the evaluators hand on without looking into it.
///
/// Two are equal where they hold the same instance, or where `isEqual` (which for a Swift value is its own `==`) says so.
/// Whoever puts an object in answers for nobody changing it from another thread.
package struct OpaqueValue: Hashable, @unchecked Sendable {
    package let object: AnyObject

    package init(_ object: AnyObject) {
        self.object = object
    }

    package static func == (a: Self, b: Self) -> Bool {
        if a.object === b.object { return true }
        guard let object = a.object as? NSObject else { return false }
        return object.isEqual(b.object)
    }

    package func hash(into hasher: inout Hasher) {
        if let object = object as? NSObject {
            hasher.combine(object.hash)
        } else {
            hasher.combine(ObjectIdentifier(object))
        }
    }
}
