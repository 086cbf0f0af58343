public import Foundation
internal import Predicates
internal import Traps

// Properties declared as Foundation's objects. They stand in the row as the Swift values they are bridged to.
//
// A class converts to its superclass at no cost, so that all of these would serve a property declared as `NSObject?` as well, and the
// compiler could not choose. They are disfavoured for that reason: the one for NSObject comes first, and each is still found by its own type.

extension NSManagedObject {
    /// A transformable attribute without a custom class.
    public final func value(at slot: Int, _ name: StaticString) -> NSObject? { objectValue(slot, name, .transformable) }

    /// An `NSNumber` or `NSDecimalNumber`; generic, since one of two functions would serve the other's type too.
    public final func value<T: NSNumber>(at slot: Int, _ name: StaticString) -> T? { objectValue(slot, name, numberKind(T.self)) }

    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSString? { objectValue(slot, name, .string) }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDate? { objectValue(slot, name, .date) }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSData? { objectValue(slot, name, .data) }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID? { objectValue(slot, name, .uuid) }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSURL? { objectValue(slot, name, .url) }
}

extension NSManagedObject {
    public final func value<T: NSNumber>(at slot: Int, _ name: StaticString) -> T {
        // A decimal number is an NSNumber too, so that one zero serves both types.
        objectValue(slot, name, numberKind(T.self))
            ?? missing(slot, name, T.self, orIfGone: unsafeDowncast(NSDecimalNumber.zero, to: T.self))
    }

    private final func numberKind(_ type: NSNumber.Type) -> AccessorKind {
        type == NSDecimalNumber.self ? .decimalNumber : .number
    }

    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSString {
        objectValue(slot, name, .string) ?? missing(slot, name, NSString.self, orIfGone: NSString())
    }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDate {
        objectValue(slot, name, .date) ?? missing(slot, name, NSDate.self, orIfGone: NSDate(timeIntervalSinceReferenceDate: 0))
    }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSData {
        objectValue(slot, name, .data) ?? missing(slot, name, NSData.self, orIfGone: NSData())
    }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID {
        objectValue(slot, name, .uuid) ?? missing(slot, name, NSUUID.self, orIfGone: NSUUID())
    }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSURL {
        objectValue(slot, name, .url) ?? missing(slot, name, NSURL.self, orIfGone: NSURL(fileURLWithPath: "/"))
    }
}

extension NSManagedObject {
    public final func setValue(_ value: NSNumber?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .number)
    }
    public final func setValue(_ value: NSDecimalNumber?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .decimalNumber)
    }
    public final func setValue(_ value: NSString?, at slot: Int, _ name: StaticString) {
        setObjectValue(value, slot, name, .string)
    }
    public final func setValue(_ value: NSDate?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .date) }
    public final func setValue(_ value: NSData?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .data) }
    public final func setValue(_ value: NSUUID?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .uuid) }
    public final func setValue(_ value: NSURL?, at slot: Int, _ name: StaticString) { setObjectValue(value, slot, name, .url) }
}

extension NSManagedObject {
    private final func objectValue<T: NSObject>(_ slot: Int, _ name: StaticString, _ kind: AccessorKind) -> T? {
        let slot = layout.slot(slot, name, kind, T.self)
        guard let object = layout.object(read(slot), at: slot) else { return nil }
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
