/// Finds out which managed classes override `value(forKey:)`.
///
/// Predicates and sorts in memory read an object's values from its row, which is many times faster
/// than `value(forKey:)`. So they have to know the classes that return something else. Linux has no
/// Objective-C runtime to ask for a class's methods. A Swift class does have a table of overridable
/// methods in its metadata. The table begins with the superclass's entries; an override replaces an
/// entry by its own address.
///
/// The entry of `value(forKey:)` is found by comparing three known classes. `OverridesNothing` has
/// the same entry as `NSManagedObject`, and `OverridesValueForKey` has another one. Initializers,
/// which each subclass has for itself, differ in both and are skipped. The layout of the metadata
/// is part of Swift's stable ABI:
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst#class-metadata. If not
/// exactly one entry were found, every class would count as overriding the method: slower, but
/// right.
enum ValueForKeyOverrides {
    private final class OverridesNothing: NSManagedObject {}

    private final class OverridesValueForKey: NSManagedObject {
        override func value(forKey key: String) -> Any? { super.value(forKey: key) }
    }

    /// The index of the entry of `value(forKey:)`, in words from a class's address, and its content
    /// in a class without an override.
    private static let entry: (place: Int, inherited: UInt)? = {
        let (base, plain, overriding) = (
            words(of: NSManagedObject.self), words(of: OverridesNothing.self), words(of: OverridesValueForKey.self)
        )
        let places = (firstMember..<size(of: NSManagedObject.self)).filter { plain[$0] == base[$0] && overriding[$0] != base[$0] }
        return places.count == 1 ? (places[0], base[places[0]]) : nil
    }()

    /// Returns whether a class, or a superclass below `NSManagedObject`, overrides
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
        // The fifth word has the class size and its address point, 32 bits each, in bytes.
        let sizes = words(of: type)[4]
        return Int(sizes & 0xffff_ffff) / 8 - Int(sizes >> 32) / 8
    }
}
