internal import CoreData
internal import Foundation

/// A type whose values are stored in one column of a Core Data type.
protocol StoredScalar {
    static var attributeType: NSAttributeType { get }

    /// The value in the form that key-value coding of a managed object takes.
    var storedObject: Any { get }

    /// Sets an attribute of a managed object to the value, as the stored object does.
    func store(in object: NSManagedObject, at slot: Int)

    /// Creates the value from the form that key-value coding of a managed object returns, or from a
    /// literal of another type: the default value of a `Double` may be the integer 1. Fails for a
    /// value that does not fit.
    init?(storedObject: Any)
}

extension StoredScalar {
    var storedObject: Any { self }

    func store(in object: NSManagedObject, at slot: Int) { object.setObjectValue(storedObject, at: slot) }

    init?(storedObject: Any) {
        guard let value = storedObject as? Self else { return nil }
        self = value
    }
}

extension String: StoredScalar {
    static var attributeType: NSAttributeType { .stringAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Date: StoredScalar {
    static var attributeType: NSAttributeType { .dateAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension UUID: StoredScalar {
    static var attributeType: NSAttributeType { .UUIDAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension URL: StoredScalar {
    static var attributeType: NSAttributeType { .URIAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Data: StoredScalar {
    static var attributeType: NSAttributeType { .binaryDataAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Bool: StoredScalar {
    static var attributeType: NSAttributeType { .booleanAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }

    init?(storedObject: Any) {
        switch storedObject {
        case let bool as Bool: self = bool
        case let number as NSNumber: self = number.boolValue
        default: return nil
        }
    }
}

extension Decimal: StoredScalar {
    static var attributeType: NSAttributeType { .decimalAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }

    init?(storedObject: Any) {
        switch storedObject {
        case let decimal as Decimal: self = decimal
        case let int as Int: self.init(int)
        // Foundation traps for an infinite number.
        case let double as Double where double.isInfinite: return nil
        case let double as Double: self.init(double)
        case let number as NSNumber where number.doubleValue.isInfinite: return nil
        case let number as NSNumber: self = number.decimalValue
        default: return nil
        }
    }
}

// MARK: Floating-point numbers

/// A floating-point type that is stored as one.
protocol StoredFloatingPoint: StoredScalar, BinaryFloatingPoint {}

extension StoredFloatingPoint {
    init?(storedObject: Any) {
        switch storedObject {
        case let value as Self: self = value
        case let double as Double: self.init(double)
        case let int as Int: self.init(int)
        case let number as NSNumber: self.init(number.doubleValue)
        default: return nil
        }
    }
}

extension Double: StoredFloatingPoint {
    static var attributeType: NSAttributeType { .doubleAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Float: StoredFloatingPoint {
    static var attributeType: NSAttributeType { .floatAttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension CGFloat: StoredFloatingPoint {
    static var attributeType: NSAttributeType { .doubleAttributeType }
    var storedObject: Any { Double(self) }
}

// MARK: Integers

/// An integer type that is stored as one: in the smallest Core Data type with all of its values.
protocol StoredInteger: StoredScalar, FixedWidthInteger {}

extension StoredInteger {
    /// The value as an `Int`, or the value's bits for an unsigned number that exceeds it.
    var storedObject: Any { Int(truncatingIfNeeded: self) }

    init?(storedObject: Any) {
        switch storedObject {
        case let value as Self: self = value
        case let int as Int: self.init(stored: int)
        case let number as NSNumber: self.init(stored: number.intValue)
        default: return nil
        }
    }

    private init?(stored int: Int) {
        if Self.bitWidth == Int.bitWidth {
            self.init(truncatingIfNeeded: int)
        } else {
            self.init(exactly: int)
        }
    }
}

extension Int: StoredInteger {
    static var attributeType: NSAttributeType { .integer64AttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Int64: StoredInteger {
    static var attributeType: NSAttributeType { .integer64AttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Int32: StoredInteger {
    static var attributeType: NSAttributeType { .integer32AttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Int16: StoredInteger {
    static var attributeType: NSAttributeType { .integer16AttributeType }
    func store(in object: NSManagedObject, at slot: Int) { object.store(self, at: slot) }
}

extension Int8: StoredInteger {
    static var attributeType: NSAttributeType { .integer16AttributeType }
}

extension UInt: StoredInteger {
    static var attributeType: NSAttributeType { .integer64AttributeType }
}

extension UInt64: StoredInteger {
    static var attributeType: NSAttributeType { .integer64AttributeType }
}

extension UInt32: StoredInteger {
    static var attributeType: NSAttributeType { .integer64AttributeType }
}

extension UInt16: StoredInteger {
    static var attributeType: NSAttributeType { .integer32AttributeType }
}

extension UInt8: StoredInteger {
    static var attributeType: NSAttributeType { .integer16AttributeType }
}
