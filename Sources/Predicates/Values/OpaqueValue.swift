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

extension Value {
    /// The values of a dictionary in ascending order, which is what IN looks into; nil for anything else.
    var dictionaryValues: [Value]? {
        guard case .opaque(let value) = self, let dictionary = value.object as? NSDictionary else { return nil }
        return try? Array(dictionary.allValues).map { try Value(converting: $0) }
            .sorted { order($0, $1) == .orderedAscending }
    }
}
