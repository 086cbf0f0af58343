/// Tells which managed classes override `value(forKey:)`.
///
/// Predicates and sorts in memory read an object's values where they are kept, which is many times
/// faster than `value(forKey:)`, and so they have to know the classes that answer otherwise. Linux
/// has no Objective-C runtime to ask for a class's methods. What a Swift class does have is its
/// table of overridable methods, which lies in the class's metadata and begins with that of its
/// superclass, entry by entry; an override puts its own address into the entry.
///
/// The entry of `value(forKey:)` is found by comparing three classes that are known: it is the word
/// which a subclass that overrides nothing has in common with `NSManagedObject`, while a subclass
/// that overrides this one method has another there. Initializers, which every subclass has of its
/// own, differ in both and are passed over. The layout of the metadata is part of Swift's stable
/// ABI: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst#class-metadata. Were
/// no single entry found, every class would count as one that overrides the method: slower, and
/// right.
enum ValueForKeyOverrides {
    private final class OverridesNothing: NSManagedObject {}

    private final class OverridesValueForKey: NSManagedObject {
        override func value(forKey key: String) -> Any? { super.value(forKey: key) }
    }

    /// The entry of `value(forKey:)`, in words behind a class's address, and what it is for a class
    /// without an override.
    private static let entry: (place: Int, inherited: UInt)? = {
        let (base, plain, overriding) = (
            words(of: NSManagedObject.self), words(of: OverridesNothing.self), words(of: OverridesValueForKey.self)
        )
        let places = (firstMember..<size(of: NSManagedObject.self)).filter { plain[$0] == base[$0] && overriding[$0] != base[$0] }
        return places.count == 1 ? (places[0], base[places[0]]) : nil
    }()

    /// Whether a class or one between it and `NSManagedObject` overrides `value(forKey:)`.
    static func has(_ type: NSManagedObject.Type) -> Bool {
        guard let entry else { return true }
        return words(of: type)[entry.place] != entry.inherited
    }

    // MARK: Class metadata

    /// The first word behind the header of a class without Objective-C: kind, superclass, flags and
    /// address point, instance size, class size and address point, description, destroyer.
    private static let firstMember = 7

    private static func words(of type: NSManagedObject.Type) -> UnsafePointer<UInt> {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    /// The number of words behind a class's address.
    private static func size(of type: NSManagedObject.Type) -> Int {
        // The class size and its address point are the halves of the fifth word, in bytes.
        let sizes = words(of: type)[4]
        return Int(sizes & 0xffff_ffff) / 8 - Int(sizes >> 32) / 8
    }
}
