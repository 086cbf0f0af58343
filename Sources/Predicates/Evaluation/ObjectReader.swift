import Foundation

/// An object that answers for its own keys, as managed objects do; anything else is read through a dictionary look-up or Mirror.
package protocol KeyValueReadable {
    func value(forKey key: String) -> Any?
}

/// Reads key paths from values of any type, for `evaluate(with:)`.
enum ObjectReader {
    /// Walks `keyPath` from `object`; nil anywhere on the way reads as null.
    ///
    /// Traps, as Apple's frameworks raise, where a type has no such key or the value found cannot be compared.
    static func value(of object: Any?, at keyPath: [String]) -> Value {
        do {
            var current = object
            for key in keyPath {
                guard let parent = current.flatMap(unwrapped) else { return .null }
                current = try child(key, of: parent)
            }
            return try Value(converting: current)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func child(_ key: String, of parent: Any) throws -> Any? {
        switch parent {
        case let object as any KeyValueReadable: return object.value(forKey: key)
        case let dictionary as [String: Any]: return dictionary[key]
        case let dictionary as [String: Any?]: return dictionary[key] ?? nil
        default: break
        }
        var mirror: Mirror? = Mirror(reflecting: parent)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == key }) { return child.value }
            mirror = current.superclassMirror
        }
        throw InvalidPredicate(
            "\(type(of: parent)) has no stored property \u{201C}\(key)\u{201D}; a predicate reads dictionaries with string keys and the "
                + "stored properties of Swift types.")
    }

    /// What is inside an optional that was itself put into an `Any`.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
