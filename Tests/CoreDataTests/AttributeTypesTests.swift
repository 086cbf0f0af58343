import CoreData
import Foundation
import Testing

/// A class of an app's own that a transformable attribute holds.
final class Tint: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let red: Double

    init(red: Double) { self.red = red }
    init?(coder: NSCoder) { red = coder.decodeDouble(forKey: "red") }
    func encode(with coder: NSCoder) { coder.encode(red, forKey: "red") }
    override func isEqual(_ object: Any?) -> Bool { (object as? Tint)?.red == red }
}

/// Stores a Tint as its number's text.
final class TintTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { (value as? Tint).map { Data("\($0.red)".utf8) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { Double(String(decoding: $0, as: UTF8.self)) }.map(Tint.init(red:))
    }
}

struct Place: Codable, Hashable {
    var latitude: Double
    var names: [String]
}

enum Shelf: Int16 {
    case upper, lower
}

final class Sample: NSManagedObject {
    var address: [String: Any]? {
        get { value(at: 0, "address") }
        set { setValue(newValue, at: 0, "address") }
    }
    var amount: NSDecimalNumber? {
        get { value(at: 1, "amount") }
        set { setValue(newValue, at: 1, "amount") }
    }
    var count: NSNumber? {
        get { value(at: 2, "count") }
        set { setValue(newValue, at: 2, "count") }
    }
    var flag: Bool {
        get { value(at: 3, "flag") }
        set { setValue(newValue, at: 3, "flag") }
    }
    var link: URL? {
        get { value(at: 4, "link") }
        set { setValue(newValue, at: 4, "link") }
    }
    var place: Place? {
        get { value(at: 5, "place") }
        set { setValue(newValue, at: 5, "place") }
    }
    var shelf: Shelf {
        get { value(at: 6, "shelf") }
        set { setValue(newValue, at: 6, "shelf") }
    }
    var tint: Tint? {
        get { value(at: 7, "tint") }
        set { setValue(newValue, at: 7, "tint") }
    }
    var token: UUID? {
        get { value(at: 8, "token") }
        set { setValue(newValue, at: 8, "token") }
    }
    var when: NSDate? {
        get { value(at: 9, "when") }
        set { setValue(newValue, at: 9, "when") }
    }
    var words: [String]? {
        get { value(at: 10, "words") }
        set { setValue(newValue, at: 10, "words") }
    }

    static func model() -> NSManagedObjectModel {
        let tint = NSManagedObjectModel.attribute("tint", .transformable)
        tint.valueTransformerName = "TintTransformer"
        let words = NSManagedObjectModel.attribute("words", .transformable)
        words.valueTransformerName = NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [
            NSManagedObjectModel.attribute("street", .string), NSManagedObjectModel.attribute("number", .integer32),
        ]
        let entity = NSEntityDescription()
        entity.name = "Sample"
        entity.managedObjectClassName = NSStringFromClass(Sample.self)
        entity.properties = [
            tint, words, address, NSManagedObjectModel.attribute("place", .transformable),
            NSManagedObjectModel.attribute("amount", .decimal), NSManagedObjectModel.attribute("count", .integer64),
            NSManagedObjectModel.attribute("flag", .boolean), NSManagedObjectModel.attribute("link", .uri),
            NSManagedObjectModel.attribute("shelf", .integer16, default: 0), NSManagedObjectModel.attribute("token", .uuid),
            NSManagedObjectModel.attribute("when", .date),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}

/// Every type of attribute, under every kind of Swift type, new and read again.
@Suite(.eachStore) struct AttributeTypesTests {
    @Test func valuesAreTheSameAfterASave() throws {
        ValueTransformer.setValueTransformer(TintTransformer(), forName: NSValueTransformerName("TintTransformer"))
        let store = try TestStore(model: Sample.model())
        let token = UUID()
        let look: @Sendable (Sample) -> Void = { sample in
            #expect(sample.address?["street"] as? String == "Main")
            #expect(sample.address?["number"] as? Int == 7)
            #expect(sample.amount == NSDecimalNumber(string: "12.5"))
            #expect(sample.count == 42)
            #expect(sample.flag)
            #expect(sample.link == URL(string: "https://example.org/a?b"))
            #expect(sample.place == Place(latitude: 1.5, names: ["a", "b"]))
            #expect(sample.shelf == .lower)
            #expect(sample.tint == Tint(red: 0.25))
            #expect(sample.token == token)
            #expect(sample.when == NSDate(timeIntervalSinceReferenceDate: 1_000.5))
            #expect(sample.words == ["x", "y"])
            #expect(sample.value(forKey: "words") as? [String] == ["x", "y"])
        }
        let context = store.context()
        try context.performAndWait {
            let sample = Sample(context: context)
            #expect(sample.words == nil)
            #expect(sample.shelf == .upper)
            sample.address = ["street": "Main", "number": 7]
            sample.amount = NSDecimalNumber(string: "12.5")
            sample.count = 42
            sample.flag = true
            sample.link = URL(string: "https://example.org/a?b")
            sample.place = Place(latitude: 1.5, names: ["a", "b"])
            sample.shelf = .lower
            sample.tint = Tint(red: 0.25)
            sample.token = token
            sample.when = NSDate(timeIntervalSinceReferenceDate: 1_000.5)
            sample.words = ["x", "y"]
            look(sample)
            try context.save()
            look(sample)
        }
        let other = store.context()
        try other.performAndWait {
            let sample = try #require(try other.fetch(NSFetchRequest<Sample>(entityName: "Sample")).first)
            look(sample)
            sample.words = sample.words
            #expect(!sample.hasPersistentChangedValues)
        }
    }

    @Test func aTransformerIsFoundByItsName() {
        let name = NSValueTransformerName("AttributeTypesTests.tint")
        #expect(ValueTransformer(forName: name) == nil)
        let transformer = TintTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: name)
        defer { ValueTransformer.setValueTransformer(nil, forName: name) }
        #expect(ValueTransformer(forName: name) === transformer)
        #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) is NSSecureUnarchiveFromDataTransformer)
    }

    /// The names say what is read, in a model whose slots are others.
    @Test func accessorsFindTheirPropertiesInAnotherVersionOfTheModel() throws {
        let model = Sample.model()
        model.entities[0].properties.insert(NSManagedObjectModel.attribute("aaa", .string), at: 0)
        let container = try NSPersistentContainer.inMemory(model)
        let context = container.newBackgroundContext()
        context.performAndWait {
            let sample = Sample(context: context)
            sample.flag = true
            sample.words = ["z"]
            #expect(sample.value(forKey: "flag") as? Bool == true)
            #expect(sample.words == ["z"])
        }
    }

    @Test func aPropertyOfAnotherTypeTrapsWithASentence() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let model = Sample.model()
            model.entities[0].properties.first { $0.name == "flag" }.map { ($0 as? NSAttributeDescription)?.type = .string }
            let container = try NSPersistentContainer.inMemory(model)
            let context = container.newBackgroundContext()
            context.performAndWait { _ = Sample(context: context).flag }
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Sample.flag is declared as Bool, but in the model it is an attribute of type String."))
    }
}
