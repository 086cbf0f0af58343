import CoreData
import Foundation
import Testing

/// An object with an attribute of each type, whose accessors a test calls itself.
final class Everything: NSManagedObject {
    static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Everything"
        entity.managedObjectClassName = NSStringFromClass(Everything.self)
        // In the order of their names, which is that of their slots.
        entity.properties = [
            NSManagedObjectModel.attribute("amount", .decimal), NSManagedObjectModel.attribute("big", .integer64),
            NSManagedObjectModel.attribute("code", .string), NSManagedObjectModel.attribute("data", .binaryData),
            NSManagedObjectModel.attribute("day", .date), NSManagedObjectModel.attribute("flag", .boolean),
            NSManagedObjectModel.attribute("ident", .uuid), NSManagedObjectModel.attribute("link", .uri),
            NSManagedObjectModel.attribute("middle", .integer32), NSManagedObjectModel.attribute("ratio", .double),
            NSManagedObjectModel.attribute("small", .integer16), NSManagedObjectModel.attribute("thin", .float),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}

/// The accessors that generated code calls, for each type with which a property can be declared.
@Suite(.eachStore) struct DeclaredTypesTests {
    private func withObject(_ body: @Sendable (Everything) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(Everything.model()).newBackgroundContext()
        try context.performAndWait { try body(Everything(context: context)) }
    }

    @Test func `null reads as nil`() throws {
        try withObject { object in
            #expect(object.value(at: 0, "amount") as Decimal? == nil)
            #expect(object.value(at: 1, "big") as Int64? == nil)
            #expect(object.value(at: 1, "big") as Int? == nil)
            #expect(object.value(at: 2, "code") as String? == nil)
            #expect(object.value(at: 3, "data") as Data? == nil)
            #expect(object.value(at: 4, "day") as Date? == nil)
            #expect(object.value(at: 5, "flag") as Bool? == nil)
            #expect(object.value(at: 6, "ident") as UUID? == nil)
            #expect(object.value(at: 7, "link") as URL? == nil)
            #expect(object.value(at: 8, "middle") as Int32? == nil)
            #expect(object.value(at: 9, "ratio") as Double? == nil)
            #expect(object.value(at: 10, "small") as Int16? == nil)
            #expect(object.value(at: 11, "thin") as Float? == nil)
        }
    }

    @Test func `null reads as zero or empty in a type that has such a value`() throws {
        try withObject { object in
            #expect(object.value(at: 1, "big") as Int64 == 0)
            #expect(object.value(at: 1, "big") as Int == 0)
            #expect(object.value(at: 2, "code") as String == "")
            #expect(object.value(at: 3, "data") as Data == Data())
            #expect(object.value(at: 5, "flag") as Bool == false)
            #expect(object.value(at: 8, "middle") as Int32 == 0)
            #expect(object.value(at: 9, "ratio") as Double == 0)
            #expect(object.value(at: 10, "small") as Int16 == 0)
            #expect(object.value(at: 11, "thin") as Float == 0)
        }
    }

    private let ident = UUID()

    @Test func `a value reads as it was set, in both kinds of declaration`() throws {
        let link = try #require(URL(string: "https://example.org"))
        let (day, ident) = (Date(timeIntervalSinceReferenceDate: 5), ident)
        try withObject { object in
            object.setValue(Decimal(1.5) as Decimal?, at: 0, "amount")
            object.setValue(Int64.max as Int64?, at: 1, "big")
            object.setValue("a" as String?, at: 2, "code")
            object.setValue(Data([1]) as Data?, at: 3, "data")
            object.setValue(day as Date?, at: 4, "day")
            object.setValue(true as Bool?, at: 5, "flag")
            object.setValue(ident as UUID?, at: 6, "ident")
            object.setValue(link as URL?, at: 7, "link")
            object.setValue(Int32.max as Int32?, at: 8, "middle")
            object.setValue(0.5 as Double?, at: 9, "ratio")
            object.setValue(Int16.max as Int16?, at: 10, "small")
            object.setValue(0.25 as Float?, at: 11, "thin")
            try object.managedObjectContext?.save()
            object.managedObjectContext?.refresh(object, mergeChanges: false)
            #expect(object.value(at: 0, "amount") as Decimal? == 1.5)
            #expect(object.value(at: 0, "amount") as Decimal == 1.5)
            #expect(object.value(at: 1, "big") as Int64? == .max)
            #expect(object.value(at: 1, "big") as Int == .max)
            #expect(object.value(at: 2, "code") as String? == "a")
            #expect(object.value(at: 3, "data") as Data? == Data([1]))
            #expect(object.value(at: 3, "data") as Data == Data([1]))
            #expect(object.value(at: 4, "day") as Date? == day)
            #expect(object.value(at: 4, "day") as Date == day)
            #expect(object.value(at: 5, "flag") as Bool? == true)
            #expect(object.value(at: 6, "ident") as UUID? == ident)
            #expect(object.value(at: 6, "ident") as UUID == ident)
            #expect(object.value(at: 7, "link") as URL? == link)
            #expect(object.value(at: 7, "link") as URL == link)
            #expect(object.value(at: 8, "middle") as Int32? == .max)
            #expect(object.value(at: 9, "ratio") as Double? == 0.5)
            #expect(object.value(at: 10, "small") as Int16? == .max)
            #expect(object.value(at: 10, "small") as Int == 32_767)
            #expect(object.value(at: 11, "thin") as Float? == 0.25)
        }
    }

    @Test func `a date reads as its seconds in a property that is declared as a number`() throws {
        try withObject { object in
            object.setValue(5.5 as Double?, at: 4, "day")
            #expect(object.value(at: 4, "day") as Date? == Date(timeIntervalSinceReferenceDate: 5.5))
            #expect(object.value(at: 4, "day") as Double == 5.5)
            #expect(object.value(at: 4, "day") as Double? == 5.5)
        }
    }

    @Test func `an Int sets an attribute of any integer type`() throws {
        try withObject { object in
            object.setValue(7 as Int?, at: 10, "small")
            object.setValue(8 as Int?, at: 8, "middle")
            #expect(object.value(at: 10, "small") as Int16 == 7)
            #expect(object.value(at: 8, "middle") as Int32 == 8)
        }
    }

    @Test func `properties are declared as Foundation's classes, too`() throws {
        let url = try #require(NSURL(string: "https://example.org"))
        let (uuid, date) = (NSUUID(), NSDate(timeIntervalSinceReferenceDate: 5))
        let values = (url, uuid, date)
        try withObject { object in
            #expect(object.value(at: 2, "code") as NSString? == nil)
            object.setValue("a" as NSString?, at: 2, "code")
            object.setValue(NSData(data: Data([1])) as NSData?, at: 3, "data")
            object.setValue(values.2 as NSDate?, at: 4, "day")
            object.setValue(values.1 as NSUUID?, at: 6, "ident")
            object.setValue(values.0 as NSURL?, at: 7, "link")
            object.setValue(NSNumber(value: 3), at: 8, "middle")
            object.setValue(NSDecimalNumber(value: 2), at: 0, "amount")
            #expect(object.value(at: 2, "code") as NSString? == "a")
            #expect(object.value(at: 2, "code") as NSString == "a")
            #expect(object.value(at: 3, "data") as NSData? == NSData(data: Data([1])))
            #expect(object.value(at: 3, "data") as NSData == NSData(data: Data([1])))
            #expect(object.value(at: 4, "day") as NSDate? == values.2)
            #expect(object.value(at: 4, "day") as NSDate == values.2)
            #expect(object.value(at: 6, "ident") as NSUUID? == values.1)
            #expect(object.value(at: 6, "ident") as NSUUID == values.1)
            #expect(object.value(at: 7, "link") as NSURL? == values.0)
            #expect(object.value(at: 7, "link") as NSURL == values.0)
            #expect(object.value(at: 8, "middle") as NSNumber? == 3)
            #expect(object.value(at: 8, "middle") as NSNumber == 3)
            #expect(object.value(at: 0, "amount") as NSDecimalNumber? == NSDecimalNumber(value: 2))
            #expect(object.value(at: 0, "amount") as NSDecimalNumber == NSDecimalNumber(value: 2))
        }
    }
}
