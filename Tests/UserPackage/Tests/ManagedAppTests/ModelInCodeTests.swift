import CoreData
import Testing

@testable import ManagedApp

/// A nested class whose model no file has: its accessors go by the names.
@Suite struct ModelInCodeTests {
    private static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Round"
        entity.managedObjectClassName = String(reflecting: Cup.Round.self)
        let other = NSAttributeDescription()
        (other.name, other.attributeType) = ("a", .stringAttributeType)
        let number = NSAttributeDescription()
        (number.name, number.attributeType) = ("number", .integer64AttributeType)
        let winner = NSAttributeDescription()
        (winner.name, winner.attributeType) = ("winner", .stringAttributeType)
        let previous = NSRelationshipDescription()
        (previous.name, previous.destinationEntity, previous.maxCount) = ("previous", entity, 1)
        entity.properties = [other, number, winner, previous]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    @Test func nestedClass() throws {
        let container = NSPersistentContainer(name: "Rounds", managedObjectModel: Self.model())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let (first, second) = (Cup.Round(context: context), Cup.Round(context: context))
            first.number = 1
            second.number = first.number + 1
            second.winner = "Ada"
            second.follow(first)
            try context.save()
            #expect(second.previous?.number == 1)
            #expect(second.winner == "Ada")
        }
    }
}
