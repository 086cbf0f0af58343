import CoreData
import Foundation
import Testing

/// Validation methods that throw errors of the app's own, which on Linux are no `NSError`.
@Suite(.eachStore) struct SwiftErrorValidationTests {
    private func withContext(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = NSStringFromClass(RefusingQuake.self)
        let strict = NSEntityDescription()
        strict.name = "Strict"
        strict.properties = [NSManagedObjectModel.attribute("name", .string, isOptional: false)]
        model.entities.append(strict)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait { try body(context) }
    }

    private static func quake(_ place: String, in context: NSManagedObjectContext) -> RefusingQuake {
        let quake = RefusingQuake(context: context)
        quake.setValue(UUID().uuidString, forKey: "code")
        quake.setValue(place, forKey: "place")
        return quake
    }

    @Test func `a save throws the Swift error of validateForInsert`() throws {
        try withContext { context in
            _ = Self.quake("insertion", in: context)
            #expect(throws: Refusal.insertion) { try context.save() }
            #expect(context.insertedObjects.count == 1)
        }
    }

    @Test func `a save throws the Swift error of validateForUpdate`() throws {
        try withContext { context in
            let quake = Self.quake("anywhere", in: context)
            try context.save()
            quake.setValue("update", forKey: "place")
            #expect(throws: Refusal.update) { try context.save() }
            #expect(context.updatedObjects == [quake])
        }
    }

    @Test func `a save throws the Swift error of validateForDelete`() throws {
        try withContext { context in
            let quake = Self.quake("deletion", in: context)
            try context.save()
            context.delete(quake)
            #expect(throws: Refusal.deletion) { try context.save() }
            #expect(context.deletedObjects == [quake])
        }
    }

    @Test func `Swift errors of several objects come together`() throws {
        try withContext { context in
            for _ in 0..<3 { _ = Self.quake("insertion", in: context) }
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationMultipleErrorsError)
            let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
            #expect(details.count == 3)
            #expect(details.allSatisfy { $0.userInfo[NSUnderlyingErrorKey] as? Refusal == .insertion })
        }
    }

    @Test func `a Swift error comes together with one of Core Data's own`() throws {
        try withContext { context in
            _ = Self.quake("insertion", in: context)
            _ = NSEntityDescription.insertNewObject(forEntityName: "Strict", into: context)
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
            #expect(details.count == 2)
            #expect(details.contains { $0.code == NSValidationMissingMandatoryPropertyError })
            #expect(details.contains { $0.userInfo[NSUnderlyingErrorKey] as? Refusal == .insertion })
        }
    }
}

private enum Refusal: Error, Equatable {
    case insertion, update, deletion
}

/// Refuses what its place names, with an error of the app's own.
final class RefusingQuake: NSManagedObject {
    private func refuse(_ key: String, _ refusal: Refusal) throws {
        if value(forKey: "place") as? String == key { throw refusal }
    }

    override func validateForInsert() throws { try refuse("insertion", .insertion) }
    override func validateForUpdate() throws { try refuse("update", .update) }
    override func validateForDelete() throws { try refuse("deletion", .deletion) }
}
