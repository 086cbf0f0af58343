import CoreData
import Foundation
import Testing

/// A class that overrides the initializer of all objects, as on Apple's platforms.
final class MarkedObject: NSManagedObject {
    private(set) var isMarked = false

    required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        isMarked = true
    }
}

@Suite("A class that overrides init(entity:insertInto:)")
struct OverriddenInitializerTests {
    @Test("creates many objects, and its entity stays alive")
    func entityStaysAlive() throws {
        weak var weakEntity: NSEntityDescription?
        var entity: NSEntityDescription? = NSEntityDescription()
        weakEntity = entity
        entity?.name = "Marked"
        entity?.managedObjectClassName = NSStringFromClass(MarkedObject.self)
        let name = NSAttributeDescription()
        (name.name, name.attributeType, name.isOptional) = ("name", .stringAttributeType, true)
        entity?.properties = [name]
        let model = NSManagedObjectModel()
        model.entities = [entity].compactMap(\.self)
        entity = nil
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            for number in 0..<20 {
                let entity = try #require(weakEntity)
                MarkedObject(entity: entity, insertInto: context).setValue("\(number)", forKey: "name")
            }
            try context.save()
            context.reset()
            let found = try context.fetch(NSFetchRequest<MarkedObject>(entityName: "Marked"))
            #expect(found.count == 20)
            let marked = found.filter(\.isMarked)
            #expect(marked.count == 20)
        }
        #expect(weakEntity != nil)
    }
}
