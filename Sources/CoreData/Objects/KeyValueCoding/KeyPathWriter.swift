internal import Foundation
internal import StrataTraps

/// A writer of values at the ends of key paths that begin at objects and collections of them, or at
/// a mutable dictionary that is a value of an object.
///
/// A dictionary in a collection is none of these: Foundation returns a copy of it.
enum KeyPathWriter {
    /// Sets the value at the end of a path. A collection sets it for each of its elements. Does
    /// nothing at NSNull, which stands for nil in a collection.
    static func set(_ value: Any?, _ keys: ArraySlice<String>, of any: Any) {
        if any is NSNull { return }
        if let object = any as? NSManagedObject { return object.set(value, keys) }
        if let elements = KeyPathReader.elementsOfCollection(any) {
            for element in elements { set(value, keys, of: element) }
            return
        }
        guard let dictionary = any as? NSMutableDictionary, let key = keys.first else {
            trap(
                "A key path sets '\(keys.joined(separator: "."))' of a \(type(of: any)). It can set values of managed objects, of collections of them, and of a mutable dictionary that is a value of an object."
            )
        }
        let rest = keys.dropFirst()
        if !rest.isEmpty {
            if let next = dictionary[key] { set(value, rest, of: next) }
        } else if let value {
            dictionary[key] = value
        } else {
            dictionary.removeObject(forKey: key)
        }
    }
}
