public import Foundation

// Key-value coding of Foundation's collections, which Foundation itself lacks on Linux: of managed objects, dictionaries, and collections
// of them.

extension NSArray {
    /// The values of all elements for a key or, with an operator such as `@count`, what is made of them. NSNull stands for nil.
    public func value(forKey key: String) -> Any? { KeyPathReading.value(of: self, [key]) }

    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReading.value(of: self, KeyPathReading.keys(of: keyPath)) }
}

extension NSSet {
    /// The values of all members for a key or, with an operator such as `@count`, what is made of them. Nil is left out.
    public func value(forKey key: String) -> Any? { KeyPathReading.value(of: self, [key]) }

    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReading.value(of: self, KeyPathReading.keys(of: keyPath)) }
}

extension NSOrderedSet {
    /// The values of all members for a key or, with an operator such as `@count`, what is made of them. Nil is left out.
    public func value(forKey key: String) -> Any? { KeyPathReading.value(of: self, [key]) }

    public func value(forKeyPath keyPath: String) -> Any? { KeyPathReading.value(of: self, KeyPathReading.keys(of: keyPath)) }
}
