/// A test whether a managed object class overrides `value(forKey:)`.
///
/// Predicates and sorts in memory read an object's values from its row, which is many times faster
/// than `value(forKey:)`. For a class that overrides the method, they have to call it. Linux has no
/// Objective-C runtime to ask for a class's methods, but the metadata of a Swift class contains a
/// table of its overridable methods. The table begins with the superclass's entries; an override
/// replaces the entry with its own address.
///
/// The entry of `value(forKey:)` is found by comparing three known classes. `OverridesNothing` has
/// the same entry as `NSManagedObject`, and `OverridesValueForKey` has another one. Entries that
/// differ in both, such as those of initializers, are skipped. The layout of the metadata is part
/// of Swift's stable ABI:
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst#class-metadata. Unless
/// exactly one entry is found, every class counts as overriding the method, which is slower but
/// correct.
enum ValueForKeyOverrides {
    private final class OverridesNothing: NSManagedObject {}

    private final class OverridesValueForKey: NSManagedObject {
        override func value(forKey key: String) -> Any? { super.value(forKey: key) }
    }

    /// The offset of the entry of `value(forKey:)`, in words from a class's address, and the entry
    /// of a class without an override.
    private static let entry: (place: Int, inherited: UInt)? = {
        let (base, plain, overriding) = (
            words(of: NSManagedObject.self), words(of: OverridesNothing.self), words(of: OverridesValueForKey.self)
        )
        let places = (firstMember..<size(of: NSManagedObject.self)).filter { plain[$0] == base[$0] && overriding[$0] != base[$0] }
        return places.count == 1 ? (places[0], base[places[0]]) : nil
    }()

    /// Returns whether a class, or one of its superclasses below `NSManagedObject`, overrides
    /// `value(forKey:)`.
    static func has(_ type: NSManagedObject.Type) -> Bool {
        guard let entry else { return true }
        return words(of: type)[entry.place] != entry.inherited
    }

    // MARK: Class metadata

    /// The index of the first word after the header of a class without Objective-C: kind,
    /// superclass, flags and address point, instance size, class size and address point,
    /// description, destroyer.
    private static let firstMember = 7

    private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt> {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    /// Returns the number of words after a class's address.
    private static func size(of type: NSManagedObject.Type) -> Int {
        // The fifth word contains the class size and the address point, in bytes, of 32 bits each.
        let sizes = words(of: type)[4]
        return Int(sizes & 0xffff_ffff) / 8 - Int(sizes >> 32) / 8
    }
}
