import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct SavingTests {
    @Test func savedObjectsAreFetchedByAnotherContext() throws {
        let store = try TestStore()
        let time = Date(timeIntervalSinceReferenceDate: 700_000_000)
        let writer = store.context()
        try writer.performAndWait {
            for index in 0..<3 {
                let quake = Quake(context: writer)
                quake.code = "us\(index)"
                quake.magnitude = Float(index) + 0.5
                quake.time = time.addingTimeInterval(Double(index))
            }
            #expect(writer.insertedObjects.count == 3)
            try writer.save()
            #expect(!writer.hasChanges)
        }
        let reader = store.context()
        try reader.performAndWait {
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
            request.predicate = NSPredicate(format: "magnitude > %f", 1.0)
            let quakes = try reader.fetch(request)
            #expect(quakes.map(\.code) == ["us2", "us1"])
            #expect(quakes.map(\.time) == [time.addingTimeInterval(2), time.addingTimeInterval(1)])
            #expect(quakes.allSatisfy { !$0.objectID.isTemporaryID })
        }
    }

    @Test func aRequiredAttributeIsAskedFor() throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].attributesByName["place"]?.isOptional = false
        model.entities[0].attributesByName["time"]?.isOptional = false
        let container = try NSPersistentContainer.inMemory(model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let quake = Quake(context: context)
            var error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMultipleErrorsError)
            #expect((error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.map(\.code) == [1570, 1570])
            quake.place = "Alaska"
            error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "time")
            #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === quake)
            quake.time = Date()
            try context.save()
        }
    }

    /// Swift finds both texts equal; a predicate and SQL do not.
    @Test func anotherSpellingOfTheSameLetterIsAChange() throws {
        let store = try TestStore()
        let context = store.context()
        try context.performAndWait {
            let quake = Quake(context: context)
            quake.place = "Caf\u{E9}"
            try context.save()
            quake.place = "Cafe\u{301}"
            #expect(quake.changedValues().keys.sorted() == ["place"])
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "place == %@", "Cafe\u{301}")
            #expect(try context.count(for: request) == 1)
        }
    }
}
