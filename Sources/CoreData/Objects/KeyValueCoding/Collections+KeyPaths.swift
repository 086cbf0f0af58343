public import Foundation

// Key-value coding of collections, which Foundation lacks on Linux, except `value(forKey:)` of
// dictionaries. The elements can be managed objects, dictionaries, and collections of them. Values
// are set of managed objects and of a mutable dictionary itself: a collection returns a dictionary
// as a copy.

extension NSArray {
    /// Returns the values of all elements for a key, with `NSNull` in place of nil, or the result
    /// of an operator such as `@count`.
    public func value(forKey key: String) -> Any? { KeyPathReader.value(of: self, [key]) }

    /// Returns the values of all elements at the end of a path, with `NSNull` in place of nil.
    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.value(of: self, KeyPathReader.keys(of: keyPath)) }

    /// Sets the values of all elements for a key.
    public func setValue(_ value: Any?, forKey key: String) { KeyPathWriter.set(value, [key], of: self) }

    /// Sets the values at the end of a path, which begins at each of the elements. Omits those for
    /// which a relationship on the path is nil.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        KeyPathWriter.set(value, KeyPathReader.keys(of: keyPath), of: self)
    }
}

extension NSSet {
    /// Returns the values of all members for a key, or the result of an operator such as `@count`.
    /// Omits nil.
    public func value(forKey key: String) -> Any? { KeyPathReader.value(of: self, [key]) }

    /// Returns the values of all members at the end of a path. Omits nil.
    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.value(of: self, KeyPathReader.keys(of: keyPath)) }

    /// Sets the values of all members for a key.
    public func setValue(_ value: Any?, forKey key: String) { KeyPathWriter.set(value, [key], of: self) }

    /// Sets the values at the end of a path, which begins at each of the members. Omits those for
    /// which a relationship on the path is nil.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        KeyPathWriter.set(value, KeyPathReader.keys(of: keyPath), of: self)
    }
}

extension NSOrderedSet {
    /// Returns the values of all members for a key, in order, or the result of an operator such as
    /// `@count`. Omits nil.
    public func value(forKey key: String) -> Any? { KeyPathReader.value(of: self, [key]) }

    /// Returns the values of all members at the end of a path, in order. Omits nil.
    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.value(of: self, KeyPathReader.keys(of: keyPath)) }

    /// Sets the values of all members for a key.
    public func setValue(_ value: Any?, forKey key: String) { KeyPathWriter.set(value, [key], of: self) }

    /// Sets the values at the end of a path, which begins at each of the members. Omits those for
    /// which a relationship on the path is nil.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        KeyPathWriter.set(value, KeyPathReader.keys(of: keyPath), of: self)
    }
}

extension NSDictionary {
    /// Returns the value at the end of a path, which begins with a key of the dictionary.
    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.value(of: self, KeyPathReader.keys(of: keyPath)) }
}

extension NSMutableDictionary {
    /// Sets the value of a key, or removes the key for nil.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value { self[key] = value } else { removeObject(forKey: key) }
    }
}
