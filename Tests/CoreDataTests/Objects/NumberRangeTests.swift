import CoreData
import Foundation
import Testing

/// A class with properties that are declared as NSNumber, and with a validation that can be turned
/// off.
final class Counter: NSManagedObject {
    nonisolated(unsafe) var isChecked = true

    var middle: NSNumber? {
        get { value(at: 1, "middle") }
        set { setValue(newValue, at: 1, "middle") }
    }

    override func validateForInsert() throws { if isChecked { try super.validateForInsert() } }
    override func validateForUpdate() throws { if isChecked { try super.validateForUpdate() } }
}

/// Numbers that the type of an attribute cannot hold: the object keeps them, and a save throws.
@Suite(.eachStore) struct NumberRangeTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Counter" representedClassName="\(NSStringFromClass(Counter.self))">
                <attribute name="large" optional="YES" attributeType="Integer 64"/>
                <attribute name="middle" optional="YES" attributeType="Integer 32"/>
                <attribute name="needed" attributeType="Integer 32" defaultValueString="0"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
                <attribute name="small" optional="YES" attributeType="Integer 16"/>
            </entity>
            """)
    }

    private func withCounter(_ body: @Sendable (Counter, NSManagedObjectContext) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(Self.model()).newBackgroundContext()
        try context.performAndWait { try body(Counter(context: context), context) }
    }

    @Test(
        arguments: [
            ("small", 70_000, 1610), ("small", -70_000, 1620), ("middle", 3_000_000_000, 1610), ("middle", -3_000_000_000, 1620),
            ("needed", 3_000_000_000, 1610),
        ] as [(String, Int64, Int)])
    func `a number out of range is kept, and not saved`(_ key: String, _ number: Int64, _ code: Int) throws {
        try withCounter { counter, context in
            let forms: [Any] = [number, Int(number), NSNumber(value: number), Double(number), Decimal(number)]
            for form in forms {
                counter.setValue(form, forKey: key)
                #expect(counter.value(forKey: key) as? Int64 == number)
                let error = try #require(#expect(throws: NSError.self) { try context.save() })
                #expect(error.code == code)
                #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
                #expect(error.userInfo[NSValidationValueErrorKey] as? Int64 == number)
                #expect(error.localizedDescription == "\(key) is too \(code == 1610 ? "large" : "small").")
                // The first time the counter is new, and later it is saved.
                counter.setValue(1, forKey: key)
                try context.save()
            }
            counter.setValue(number, forKey: key)
            context.rollback()
            #expect(counter.value(forKey: key) as? Int == 1)
        }
    }

    @Test func `a property declared as NSNumber and a primitive value take a number out of range`() throws {
        try withCounter { counter, context in
            counter.middle = NSNumber(value: 3_000_000_000 as Int64)
            #expect(counter.middle == 3_000_000_000)
            #expect(counter.value(at: 1, "middle") as Int32? == Int32(truncatingIfNeeded: 3_000_000_000))
            counter.willChangeValue(forKey: "small")
            counter.setPrimitiveValue(70_000, forKey: "small")
            counter.didChangeValue(forKey: "small")
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationMultipleErrorsError)
            let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
            #expect(details.map(\.code) == [NSValidationNumberTooLargeError, NSValidationNumberTooLargeError])
        }
    }

    @Test func `a number that 64 bits cannot hold becomes the closest, and NaN zero`() throws {
        try withCounter { counter, context in
            let cases: [(Double, Int64)] = [
                (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min), (0x1p63, .max), (.nan, 0), (-1.9, -1),
            ]
            for (double, expected) in cases {
                for form in [double, NSNumber(value: double)] as [Any] {
                    counter.setValue(form, forKey: "large")
                    #expect(counter.value(forKey: "large") as? Int64 == expected, "\(double)")
                }
            }
            let decimals = [("1e30", Int64.max), ("-1e30", .min), ("9223372036854775807.9", .max), ("-1.9", -1), ("NaN", 0)]
            for (text, expected) in decimals {
                counter.setValue(NSDecimalNumber(string: text), forKey: "large")
                #expect(counter.value(forKey: "large") as? Int64 == expected, "\(text)")
            }
            counter.setValue(Double.nan, forKey: "middle")
            #expect(counter.middle == 0)
            try context.save()
            for form in [Double.infinity, Float.infinity, UInt64.max, NSNumber(value: UInt64.max), Decimal(1e30)] as [Any] {
                counter.setValue(form, forKey: "small")
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSValidationNumberTooLargeError, "\(form)")
            }
        }
    }

    @Test func `an unsigned number of 64 bits keeps its bits`() throws {
        try withCounter { counter, context in
            for form in [UInt64.max - 1, NSNumber(value: UInt64.max - 1)] as [Any] {
                counter.setValue(form, forKey: "large")
                #expect(counter.value(forKey: "large") as? Int64 == -2)
            }
            try context.save()
        }
    }

    @Test func `infinity is no decimal number, and does not end the process`() throws {
        try withCounter { counter, _ in
            for form in [Double.infinity, NSNumber(value: -Double.infinity), Float.infinity] as [Any] {
                counter.setValue(form, forKey: "price")
                #expect((counter.value(forKey: "price") as? Decimal)?.isNaN == true)
            }
        }
    }

    @Test func `a value that is asked about has the same error`() throws {
        try withCounter { counter, _ in
            func code(_ number: NSNumber, _ key: String) -> Int? {
                var value: AnyObject? = number
                do {
                    try counter.validateValue(&value, forKey: key)
                    return nil
                } catch {
                    return (error as NSError).code
                }
            }
            #expect(code(70_000, "small") == NSValidationNumberTooLargeError)
            #expect(code(-70_000, "small") == NSValidationNumberTooSmallError)
            #expect(code(NSNumber(value: 3_000_000_000 as Int64), "needed") == NSValidationNumberTooLargeError)
            #expect(code(32_767, "small") == nil)
            #expect(code(-32_768, "small") == nil)
        }
    }

    @Test func `a child context does not save such a number to its parent`() throws {
        let context = try NSPersistentContainer.inMemory(Self.model()).newBackgroundContext()
        let id = try context.performAndWait {
            let counter = Counter(context: context)
            try context.save()
            return counter.objectID
        }
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try child.performAndWait {
            try child.existingObject(with: id).setValue(70_000, forKey: "small")
            let error = #expect(throws: NSError.self) { try child.save() }
            #expect(error?.code == NSValidationNumberTooLargeError)
        }
        try context.performAndWait {
            let counter = try context.existingObject(with: id)
            #expect(counter.value(forKey: "small") == nil)
        }
    }

    @Test func `a batch with such a number is an error`() throws {
        try withCounter { counter, context in
            try context.save()
            for (key, value) in [("small", 70_000), ("middle", 3_000_000_000), ("large", 1e300)] as [(String, Any)] {
                #expect(throws: NSError.self) {
                    try context.execute(NSBatchInsertRequest(entityName: "Counter", objects: [[key: value]]))
                }
                let update = NSBatchUpdateRequest(entityName: "Counter")
                update.propertiesToUpdate = [key: value]
                #expect(throws: NSError.self) { try context.execute(update) }
            }
        }
    }

    /// Another program, or an override of `validateForInsert()`, can have stored one.
    @Test(.ownStore, arguments: [NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType])
    func `a stored number out of range is read, and does not keep other changes from being saved`(_ type: String) throws {
        let folder = try TemporaryFolder()
        let model = try Self.model()
        func context() throws -> NSManagedObjectContext {
            try NSPersistentContainer.loaded(folder.url.appending(path: "Counters"), model: model, type: type)
                .newBackgroundContext()
        }
        let first = try context()
        try first.performAndWait {
            let counter = Counter(context: first)
            counter.isChecked = false
            counter.setValue(70_000, forKey: "small")
            counter.setValue(-3_000_000_000, forKey: "needed")
            try first.save()
        }
        let second = try context()
        try second.performAndWait {
            let counter = try #require(try second.fetch(NSFetchRequest<Counter>(entityName: "Counter")).first)
            #expect(counter.value(forKey: "small") as? Int == 70_000)
            counter.setValue(5, forKey: "large")
            try second.save()
            counter.setValue(80_000, forKey: "small")
            let error = #expect(throws: NSError.self) { try second.save() }
            #expect(error?.code == NSValidationNumberTooLargeError)
        }
    }
}
