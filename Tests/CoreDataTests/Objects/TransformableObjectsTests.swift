import CoreData
import Foundation
import Testing

/// An object of an app with secure coding.
final class Palette: NSObject, NSSecureCoding {
    let colors: [String]

    init(_ colors: [String]) {
        self.colors = colors
    }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) { coder.encode(colors as NSArray, forKey: "colors") }

    init?(coder: NSCoder) {
        guard let colors = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "colors") as? [String] else {
            return nil
        }
        self.colors = colors
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? Palette)?.colors == colors }
    override var hash: Int { colors.count }
}

/// Values of each class of Foundation in a transformable attribute: each is read as it was saved, or
/// refused before anything is written.
@Suite(.eachStore) struct TransformableObjectsTests {
    private static func rich() -> NSAttributedString {
        let rich = NSMutableAttributedString(string: "rich text")
        rich.setAttributes([.init("weight"): 700], range: NSRange(location: 0, length: 4))
        return rich
    }

    /// Values of the classes that NSSecureUnarchiveFromData allows.
    nonisolated(unsafe) private static let plain: [(name: String, value: Any)] = [
        ("NSString", "text"), ("NSMutableString", NSMutableString("text")), ("integer", 3), ("Boolean", true), ("double", 0.1),
        ("NSDecimalNumber", NSDecimalNumber(string: "-12.345")), ("decimals", ["p": Decimal(string: "1.5")]),
        ("nested decimals", [["a": [NSDecimalNumber(string: "0.001")]]]), ("NSDate", Date(timeIntervalSinceReferenceDate: 1.5)),
        ("NSData", Data([1, 2])), ("NSMutableData", NSMutableData(data: Data([1]))), ("NSURL", URL(filePath: "/a")),
        ("NSUUID", UUID()),
        ("NSArray", [1, "a", [2.5]] as [Any]), ("NSMutableArray", NSMutableArray(array: [1])), ("NSDictionary", ["a": ["b": 1]]),
        ("NSMutableDictionary", NSMutableDictionary(dictionary: ["a": 1])), ("NSSet", NSSet(array: [1, 2])),
        ("NSMutableSet", NSMutableSet(array: [1, 2])), ("NSCountedSet", NSCountedSet(array: ["a", "a"])), ("NSNull", [NSNull()]),
    ]

    /// Values of other classes that can be archived.
    nonisolated(unsafe) private static let others: [(name: String, value: Any)] = [
        ("NSOrderedSet", NSOrderedSet(array: ["b", "a"])), ("NSMutableOrderedSet", NSMutableOrderedSet(array: ["b", "a"])),
        ("NSAttributedString", NSAttributedString(string: "rich")), ("NSMutableAttributedString", rich()),
        ("nested string", ["a": rich()]),
        ("NSValue", NSValue(range: NSRange(location: 1, length: 2))),
        ("NSPredicate", NSPredicate(format: "a == 1 AND b.c IN {1, 2}")),
        ("NSSortDescriptor", [NSSortDescriptor(key: "a", ascending: false)]), ("NSLocale", Locale(identifier: "de_DE")),
        ("NSTimeZone", TimeZone(identifier: "Europe/Berlin") as Any), ("NSCalendar", Calendar(identifier: .hebrew)),
        ("NSDateComponents", DateComponents(year: 2026, month: 11)),
        ("NSMeasurement", Measurement(value: 1.5, unit: UnitLength.miles)),
        ("NSError", NSError(domain: "App", code: 3, userInfo: ["a": 1])), ("NSIndexSet", IndexSet([1, 3, 500])),
        ("NSIndexPath", IndexPath(indexes: [1, 300])), ("NSCharacterSet", CharacterSet.letters),
        ("NSRegularExpression", (try? NSRegularExpression(pattern: "a+")) as Any),
        ("NSPersonNameComponents", PersonNameComponents(givenName: "Jane", familyName: "Daniels")), ("Palette", Palette(["red"])),
        ("Palettes", ["a": [Palette(["red", "green"])]]),
    ]

    /// Values that no archive can have.
    nonisolated(unsafe) private static let refused: [(name: String, value: Any)] = [
        ("NSObject", NSObject()), ("Array<URLError>", [URLError(.badURL)]),
        ("NSPredicate", NSPredicate { _, _ in true }), ("FileManager", FileManager.default),
        ("NSError", NSError(domain: "App", code: 1, userInfo: ["a": NSRange(location: 1, length: 2)])),
    ]

    private static func store(_ transformer: String?) throws -> TestStore {
        let name = transformer.map { "valueTransformerName=\"\($0)\"" } ?? ""
        return try TestStore(
            model: ModelSource.model(
                """
                <entity name="Note">
                    <attribute name="value" optional="YES" attributeType="Transformable" \(name)/>
                </entity>
                """))
    }

    /// Returns what another context reads after a value was saved, and the error of the save.
    private static func saved(_ value: Any, _ transformer: String?) throws -> (read: NSObject?, count: Int, error: NSError?) {
        let store = try store(transformer)
        let context = store.context()
        nonisolated(unsafe) let value = value
        nonisolated(unsafe) var failure: NSError?
        context.performAndWait {
            let plain = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            plain.setValue("plain", forKey: "value")
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(value, forKey: "value")
            do {
                try context.save()
            } catch {
                failure = error as NSError
            }
        }
        let other = store.context()
        nonisolated(unsafe) var found: [Any] = []
        nonisolated(unsafe) var count = 0
        try other.performAndWait {
            let notes = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
            count = notes.count
            found = notes.compactMap { $0.value(forKey: "value") }.filter { $0 as? String != "plain" }
        }
        return (found.first as AnyObject as? NSObject, count, failure)
    }

    @Test(arguments: plain.map(\.name), [nil, "NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData"])
    func `a value of a property list's classes is read as it was saved`(name: String, transformer: String?) throws {
        let value = try #require(Self.plain.first { $0.name == name }?.value)
        let (read, count, error) = try Self.saved(value, transformer)
        #expect(error == nil)
        #expect(count == 2)
        #expect((value as AnyObject as? NSObject)?.isEqual(read) == true)
    }

    @Test(arguments: others.map(\.name), [nil, "NSKeyedUnarchiveFromData"])
    func `a value of another class is read as it was saved`(name: String, transformer: String?) throws {
        let value = try #require(Self.others.first { $0.name == name }?.value)
        let (read, count, error) = try Self.saved(value, transformer)
        #expect(error == nil)
        #expect(count == 2)
        #expect((value as AnyObject as? NSObject)?.isEqual(read) == true)
    }

    @Test(arguments: others.map(\.name))
    func `the secure transformer refuses a class that it does not allow`(name: String) throws {
        let value = try #require(Self.others.first { $0.name == name }?.value)
        let (_, count, error) = try Self.saved(value, "NSSecureUnarchiveFromData")
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == NSManagedObjectValidationError)
        #expect(error?.localizedDescription.hasPrefix("Note.value cannot be saved") == true)
        #expect(error?.localizedDescription.contains("which is not allowed there") == true)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "value")
        #expect(error?.userInfo[NSValidationObjectErrorKey] is NSManagedObject)
        #expect(count == 0)
    }

    @Test(arguments: refused.indices, [nil, "NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData"])
    func `a value that cannot be archived is refused before anything is written`(place: Int, transformer: String?) throws {
        let (name, value) = Self.refused[place]
        let (_, count, error) = try Self.saved(value, transformer)
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == NSManagedObjectValidationError)
        #expect(error?.localizedDescription.hasPrefix("Note.value cannot be saved") == true)
        #expect(error?.localizedDescription.contains("cannot encode a \(name)") == true, "\(error?.localizedDescription ?? "")")
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "value")
        #expect(count == 0)
    }

    /// A managed object and its ID identify a row of one store, so that no archive has them.
    @Test(arguments: ["SELF == %@", "SELF IN {%@}", "note.value == %@.value"], [true, false])
    func `a predicate with a managed object is refused`(format: String, isID: Bool) throws {
        let store = try Self.store(nil)
        let context = store.context()
        try context.performAndWait {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            try context.save()
            // An ID has no keys.
            let argument: Any = isID && !format.contains(".") ? note.objectID : note
            note.setValue(NSPredicate(format: format, argumentArray: [argument]), forKey: "value")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(error?.localizedDescription.contains("a managed object") == true, "\(error?.localizedDescription ?? "")")
        }
    }

    @Test func `several values that cannot be archived are one error with details`() throws {
        let store = try Self.store(nil)
        let context = store.context()
        context.performAndWait {
            for _ in 0..<2 {
                NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue(NSObject(), forKey: "value")
            }
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMultipleErrorsError)
            #expect((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.code) == [1_550, 1_550])
        }
    }

    @Test func `a transient value need not be encoded`() throws {
        let store = try TestStore(
            model: ModelSource.model(
                """
                <entity name="Note">
                    <attribute name="value" optional="YES" transient="YES" attributeType="Transformable"/>
                </entity>
                """))
        let context = store.context()
        try context.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue(NSObject(), forKey: "value")
            try context.save()
        }
    }

    @Test func `a transformer of the app may allow other classes`() throws {
        let (read, _, error) = try Self.saved([Palette(["red"])], "CoreDataTests.PaletteTransformer")
        #expect(error == nil)
        #expect(read == [Palette(["red"])] as NSArray)
    }
}

/// Allows arrays of palettes.
final class PaletteTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self, Palette.self] }
}
