import CoreData
import Features
import Foundation
import Guest
import Kit
import Testing

/// Generated classes, used as in an app.
@Suite struct GeneratedClassesTests {
    @Test func everyKindOfAttributeIsReadAndWritten() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let object = Everything(context: context)
            let identifier = UUID()
            let moment = Date(timeIntervalSinceReferenceDate: 1_000.5)
            object.binary = Data([1, 2])
            object.boolean = true
            object.booleanObject = true
            object.date = moment
            object.dateScalar = 2_000.5
            object.decimal = NSDecimalNumber(string: "1.25")
            object.double = 1.5
            object.doubleObject = 2.5
            object.float = 3.5
            object.floatObject = 4.5
            object.id = identifier
            object.integer16 = -16
            object.integer16Object = 16
            object.integer32 = -32
            object.integer32Object = 32
            object.integer64 = -64
            object.integer64Object = 64
            object.protocol = "https"
            object.strings = ["a", "b"]
            object.text = "text"
            object.transformable = ["c"] as NSArray
            object.transientText = "gone"
            object.uri = URL(string: "https://example.org")
            object.value += 7
            try context.save()
            context.refresh(object, mergeChanges: false)

            #expect(object.binary == Data([1, 2]))
            #expect(object.boolean)
            #expect(object.booleanObject == true)
            #expect(object.date == moment)
            #expect(object.dateScalar == 2_000.5)
            #expect(object.decimal == NSDecimalNumber(string: "1.25"))
            #expect(object.double == 1.5)
            #expect(object.doubleObject == 2.5)
            #expect(object.float == 3.5)
            #expect(object.floatObject == 4.5)
            #expect(object.id == identifier)
            #expect(object.integer16 == -16)
            #expect(object.integer16Object == 16)
            #expect(object.integer32 == -32)
            #expect(object.integer32Object == 32)
            #expect(object.integer64 == -64)
            #expect(object.integer64Object == 64)
            #expect(object.protocol == "https")
            #expect(object.strings == ["a", "b"])
            #expect(object.text == "text")
            #expect(object.transformable as? NSArray == ["c"])
            #expect(object.transientText == nil)
            #expect(object.uri == URL(string: "https://example.org"))
            #expect(object.value == 7)
        }
    }

    @Test func fetchRequestIsTypedWithNoAnnotation() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let place = Place(context: context)
            place.name = "Here"
            let request = Place.fetchRequest()
            request.predicate = NSPredicate(format: "name == 'Here'")
            let names = try context.fetch(request).map(\.name)
            #expect(names == ["Here"])
        }
    }

    @Test func aSubentityHasTheClassAndThePropertiesOfItsSuperentities() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let puppy = Puppy(context: context)
            puppy.name = "Rex"
            puppy.barks = true
            puppy.age = 1
            let derived = Derived(context: context)
            derived.amount = 5
            try context.save()
            let request: NSFetchRequest<Animal> = Animal.fetchRequest()
            let animal = try #require(try context.fetch(request).first as? Puppy)
            #expect(animal.name == "Rex")
            #expect(animal.barks)
            #expect(animal.age == 1)
            let records = try context.fetch(NSFetchRequest<Base>(entityName: "Base"))
            #expect(records == [derived])
        }
    }

    @Test func aClassOfTwoEntitiesReadsItsPropertiesInBoth() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            for (entity, text) in [("Draft", "one"), ("Letter", "two")] {
                let note = try #require(NSEntityDescription.insertNewObject(forEntityName: entity, into: context) as? Note)
                note.text = text
            }
            try context.save()
            context.reset()
            let drafts = try context.fetch(NSFetchRequest<Note>(entityName: "Draft"))
            let letters = try context.fetch(NSFetchRequest<Note>(entityName: "Letter"))
            #expect(drafts.map(\.text) == ["one"])
            #expect(letters.map(\.text) == ["two"])
        }
    }

    @Test func aSuperclassMayBeOfAnotherModule() throws {
        let context = try makeContext(model: "Guest")
        try context.performAndWait {
            let visit = Visit(context: context)
            visit.reason = "tea"
            visit.setValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "created")
            try context.save()
            let record: Record = visit
            #expect(record.value(forKey: "reason") as? String == "tea")
        }
    }

    @Test func generatedClassesAreIdentifiable() throws {
        let context = try makeContext(model: "Features")
        context.performAndWait {
            let object = Everything(context: context)
            object.id = UUID()
            #expect(identifier(of: object) == object.id)
            let place = Place(context: context)
            #expect(identifier(of: place) == ObjectIdentifier(place))
        }
    }
}

private func identifier<Value: Identifiable>(of value: Value) -> Value.ID { value.id }
