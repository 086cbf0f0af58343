import CoreData
import Features
import Foundation
import Testing

/// The ways in which an app finds its model.
@Suite struct FindingTests {
    @Test func anEntityIsFoundBeforeAnyContainerIsMade() {
        #expect(Everything.entity().name == "Everything")
        #expect(Hermit.entity().name == "Hermit")
    }

    @Test(arguments: ["Features", "Lone"])
    func theModelIsAResourceOfItsTarget(name: String) throws {
        let url = try #require(Features.resources.url(forResource: name, withExtension: "momd"))
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        #expect(!model.entities.isEmpty)
    }

    @Test func theCurrentVersionCounts() {
        let container = NSPersistentContainer(name: "Features")
        #expect(container.managedObjectModel.entitiesByName["Person"] != nil)
    }

    @Test func aClassIsOfTheModuleThatHoldsTheModel() {
        let entities = NSPersistentContainer(name: "Features").managedObjectModel.entitiesByName
        #expect(entities["Dog"]?.managedObjectClassName == "Features.Hound")
    }
}
