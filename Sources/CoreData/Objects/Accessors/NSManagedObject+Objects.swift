public import Foundation
internal import Predicates

// Properties declared as Foundation's objects. They stand in the row as the Swift values they are bridged to. A subclass's overload is
// marked to come after its superclass's, which it would fit as well.

extension NSManagedObject {
    public final func value(at slot: Int, _ name: StaticString) -> NSNumber? { objectValue(slot, name, .number) }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDecimalNumber? { objectValue(slot, name, .decimalNumber) }
    public final func value(at slot: Int, _ name: StaticString) -> NSString? { objectValue(slot, name, .string) }
    public final func value(at slot: Int, _ name: StaticString) -> NSDate? { objectValue(slot, name, .date) }
    public final func value(at slot: Int, _ name: StaticString) -> NSData? { objectValue(slot, name, .data) }
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID? { objectValue(slot, name, .uuid) }
    public final func value(at slot: Int, _ name: StaticString) -> NSURL? { objectValue(slot, name, .url) }
}

extension NSManagedObject {
    public final func value(at slot: Int, _ name: StaticString) -> NSNumber {
        objectValue(slot, name, .number) ?? missing(slot, name, NSNumber.self, orIfGone: NSNumber(value: 0))
    }
    @_disfavoredOverload
    public final func value(at slot: Int, _ name: StaticString) -> NSDecimalNumber {
        objectValue(slot, name, .decimalNumber) ?? missing(slot, name, NSDecimalNumber.self, orIfGone: NSDecimalNumber.zero)
    }
    public final func value(at slot: Int, _ name: StaticString) -> NSString {
        objectValue(slot, name, .string) ?? missing(slot, name, NSString.self, orIfGone: NSString())
    }
    public final func value(at slot: Int, _ name: StaticString) -> NSDate {
        objectValue(slot, name, .date) ?? missing(slot, name, NSDate.self, orIfGone: NSDate(timeIntervalSinceReferenceDate: 0))
    }
    public final func value(at slot: Int, _ name: StaticString) -> NSData {
        objectValue(slot, name, .data) ?? missing(slot, name, NSData.self, orIfGone: NSData())
    }
    public final func value(at slot: Int, _ name: StaticString) -> NSUUID {
        objectValue(slot, name, .uuid) ?? missing(slot, name, NSUUID.self, orIfGone: NSUUID())
    }
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
        preconditionFailure("\(layout.name).\(name) is declared as \(T.self), but it holds a \(type(of: object)).")
    }

    private final func setObjectValue(_ value: NSObject?, _ slot: Int, _ name: StaticString, _ kind: AccessorKind) {
        let slot = layout.slot(slot, name, kind, NSObject.self)
        write(layout.requiredValue(value, at: slot), at: slot)
    }
}
