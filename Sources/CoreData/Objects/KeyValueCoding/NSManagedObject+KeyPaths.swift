public import Foundation
internal import StrataTraps

extension NSManagedObject {
    /// Returns the value at the end of a path such as `category.name` or `address.city`.
    ///
    /// After a to-many relationship, the value is a collection of all members' values: a set for a
    /// set, an ordered set for an ordered set. `@count` and the other collection operators precede
    /// the property that they are computed from: `items.@sum.price`. Traps for a key that an object
    /// on the path lacks.
    public final func value(forKeyPath keyPath: String) -> Any? {
        KeyPathReader.value(of: self, KeyPathReader.keys(of: keyPath))
    }

    /// Sets the value at the end of a path. Does nothing if a relationship on the path is nil. A path
    /// into a composite attribute changes that element. After a to-many relationship, sets the value of
    /// each member.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
        set(value, KeyPathReader.keys(of: keyPath))
    }

    final func set(_ value: Any?, _ keys: ArraySlice<String>) {
        guard let key = keys.first else { trap("The key path is empty.") }
        let rest = keys.dropFirst()
        if rest.isEmpty { return setValue(value, forKey: key) }
        if let slot = layout.slot(of: key), layout.kinds[slot] == .composite {
            return setValue(Self.setting(value, rest, in: self.value(at: slot) as? [String: Any] ?? [:]), at: slot)
        }
        if let next = self.value(forKey: key) { KeyPathWriter.set(value, rest, of: next) }
    }

    private class func setting(_ value: Any?, _ keys: ArraySlice<String>, in dictionary: [String: Any]) -> [String: Any] {
        var dictionary = dictionary
        guard let key = keys.first else { return dictionary }
        let rest = keys.dropFirst()
        dictionary[key] = rest.isEmpty ? value : setting(value, rest, in: dictionary[key] as? [String: Any] ?? [:])
        return dictionary
    }

    /// Returns a set that changes the to-many relationship at the end of a path. Traps if a
    /// relationship on the path is nil.
    public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        let (object, key) = owner(of: keyPath)
        return object.mutableSetValue(forKey: key)
    }

    /// Returns an ordered set that changes the ordered relationship at the end of a path. Traps if
    /// a relationship on the path is nil.
    public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        let (object, key) = owner(of: keyPath)
        return object.mutableOrderedSetValue(forKey: key)
    }

    /// Returns an array that changes the property at the end of a path; see
    /// `mutableArrayValue(forKey:)`. Traps if a relationship on the path is nil.
    public final func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
        let (object, key) = owner(of: keyPath)
        return object.mutableArrayValue(forKey: key)
    }

    private func owner(of keyPath: String) -> (NSManagedObject, String) {
        let keys = KeyPathReader.keys(of: keyPath)
        guard let last = keys.last, let object = KeyPathReader.value(of: self, keys.dropLast()) as? NSManagedObject else {
            trap("The key path '\(keyPath)' of a \(layout.name) does not lead to an object's relationship.")
        }
        return (object, last)
    }

    /// Returns the values of several keys, with `NSNull` in place of nil.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets the values of several keys. `NSNull` sets nil.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }
}
