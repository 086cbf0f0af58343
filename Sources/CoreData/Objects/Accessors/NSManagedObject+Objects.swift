public import Foundation
internal import StrataPredicates
internal import StrataTraps

// Accessors of properties that are declared as Foundation's classes. The row holds the Swift values
// that they bridge to. NSManagedObject+Scalars.swift describes how accessors work.
//
// A class converts to its superclass, so a call for a property declared as `NSObject?` would match
// all of these overloads and be ambiguous. All but the overload for NSObject are therefore
// disfavored: that one is chosen first, and each other one is still chosen for its own type.

extension NSManagedObject {
    /// Returns the value of an `NSObject?` property: a transformable attribute without a custom
    /// class.
    public final func value(at slot: Int, _ name: StaticString) -> NSObject? { objectValue(slot, name, .transformable) }

    /// Returns the value of an `NSNumber?` or `NSDecimalNumber?` property. Generic, because two
    /// overloads would be ambiguous: one that returns `NSDecimalNumber?` also matches `NSNumber?`.
    public final func value<T: NSNumber>(at slot: Int, _ name: StaticString) -> T? { objectValue(slot, name, numberKind(T.self)) }

    /// Returns the value of an `NSString?` property.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSString? { objectValue(slot, name, .string) }
    /// Returns the value of an `NSDate?` property.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDate? { objectValue(slot, name, .date) }
    /// Returns the value of an `NSData?` property.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSData? { objectValue(slot, name, .data) }
    /// Returns the value of an `NSUUID?` property.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID? { objectValue(slot, name, .uuid) }
    /// Returns the value of an `NSURL?` property.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSURL? { objectValue(slot, name, .url) }
}

extension NSManagedObject {
    /// Returns the value of an `NSNumber` or `NSDecimalNumber` property. Traps for null; 0 if the
    /// row is gone.
    public final func value<T: NSNumber>(at slot: Int, _ name: StaticString) -> T {
        // An NSDecimalNumber is an NSNumber, so this zero has either type.
        objectValue(slot, name, numberKind(T.self), isOptional: false)
            ?? missing(slot, name, T.self, orIfGone: unsafeDowncast(NSDecimalNumber.zero, to: T.self))
    }

    private final func numberKind(_ type: NSNumber.Type) -> AccessorKind {
        type == NSDecimalNumber.self ? .decimalNumber : .number
    }

    /// Returns the value of an `NSString` property. Traps for null; empty if the row is gone.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSString {
        objectValue(slot, name, .string, isOptional: false) ?? missing(slot, name, NSString.self, orIfGone: NSString())
    }
    /// Returns the value of an `NSDate` property. Traps for null; 2001-01-01 if the row is gone.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDate {
        objectValue(slot, name, .date, isOptional: false)
            ?? missing(slot, name, NSDate.self, orIfGone: NSDate(timeIntervalSinceReferenceDate: 0))
    }
    /// Returns the value of an `NSData` property. Traps for null; empty if the row is gone.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSData {
        objectValue(slot, name, .data, isOptional: false) ?? missing(slot, name, NSData.self, orIfGone: NSData())
    }
    /// Returns the value of an `NSUUID` property. Traps for null; all zeros if the row is gone.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID {
        objectValue(slot, name, .uuid, isOptional: false)
            ?? missing(slot, name, NSUUID.self, orIfGone: NSUUID(uuidBytes: [UInt8](repeating: 0, count: 16)))
    }
    /// Returns the value of an `NSURL` property. Traps for null; `/` as a file URL if the row is
    /// gone.
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSURL {
        objectValue(slot, name, .url, isOptional: false) ?? missing(slot, name, NSURL.self, orIfGone: NSURL(fileURLWithPath: "/"))
    }
}

extension NSManagedObject {
    /// Sets an `NSNumber` property.
    public final func setValue(_ value: NSNumber?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .number)
    }
    /// Sets an `NSDecimalNumber` property.
    public final func setValue(_ value: NSDecimalNumber?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .decimalNumber)
    }
    /// Sets an `NSString` property.
    public final func setValue(_ value: NSString?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .string)
    }
    /// Sets an `NSDate` property.
    public final func setValue(_ value: NSDate?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .date) }
    /// Sets an `NSData` property.
    public final func setValue(_ value: NSData?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .data) }
    /// Sets an `NSUUID` property.
    public final func setValue(_ value: NSUUID?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .uuid) }
    /// Sets an `NSURL` property.
    public final func setValue(_ value: NSURL?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .url) }
}

extension NSManagedObject {
    private final func objectValue<T: NSObject>(
        _ slot: Int, _ name: StaticString, _ kind: AccessorKind, isOptional: Bool = true
    ) -> T? {
        let slot = layout.slot(slot, name, kind, T.self)
        let value = read(slot)
        if isOptional { noteOptional() }
        guard let object = layout.object(value, at: slot) else { return nil }
        if let object = object as AnyObject as? T { return object }
        if T.self == NSDecimalNumber.self, let number = object as? NSNumber {
            return NSDecimalNumber(decimal: number.decimalValue) as? T
        }
        trap("\(layout.name).\(name) is declared as \(T.self), but it holds a \(type(of: object)).")
    }

    private final func setObjectValue(_ value: NSObject?, _ slot: Int, _ name: StaticString, _ kind: AccessorKind) {
        let slot = layout.slot(slot, name, kind, NSObject.self)
        write(layout.requiredValue(value, at: slot), at: slot)
    }
}
