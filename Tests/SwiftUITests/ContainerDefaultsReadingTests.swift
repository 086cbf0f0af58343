import CoreData
import Foundation
import Testing

@testable import SwiftUI

/// A user default that counts how often its value is read.
final class CountedDefault: NSManagedObject {
    nonisolated(unsafe) static var reads = 0

    override func value(forKey key: String) -> Any? {
        if key == "value" { Self.reads += 1 }
        return super.value(forKey: key)
    }
}

/// The values that user defaults in a container's store read after a change.
@MainActor
struct ContainerDefaultsReadingTests {
    /// Returns a container in memory, without a rule that keys are unique.
    private func container(_ objectClass: AnyClass? = nil) throws -> NSPersistentContainer {
        let entity = NSEntityDescription()
        entity.name = "UserDefault"
        if let objectClass { entity.managedObjectClassName = NSStringFromClass(objectClass) }
        let attributes: [(String, NSAttributeType)] = [
            ("owner", .stringAttributeType), ("key", .stringAttributeType), ("value", .binaryDataAttributeType),
        ]
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let container = NSPersistentContainer(name: "Defaults", managedObjectModel: model)
        container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    @Test func `a change of one value reads no others`() throws {
        let defaults = try container(CountedDefault.self).userDefaults()
        for number in 0..<100 { defaults.set(number, forKey: "key \(number)") }
        CountedDefault.reads = 0
        defaults.set("new", forKey: "key 50")
        defaults.set("more", forKey: "key 100")
        // Two objects, each when it is reported.
        #expect(CountedDefault.reads < 20)
        #expect(defaults.string(forKey: "key 50") == "new")
        #expect(defaults.string(forKey: "key 100") == "more")
        #expect(defaults.integer(forKey: "key 99") == 99)
    }

    /// Calls `body` in a context of the container, and saves it. The defaults merge that before they
    /// save a value of their own.
    private func edit(
        _ container: NSPersistentContainer, _ defaults: UserDefaults,
        _ body: (NSManagedObjectContext, [NSManagedObject]) throws -> Void
    ) throws {
        let context = container.viewContext
        context.refreshAllObjects()
        let request = NSFetchRequest<NSManagedObject>(entityName: "UserDefault")
        request.sortDescriptors = [NSSortDescriptor(key: "key", ascending: true)]
        try body(context, try context.fetch(request))
        try context.save()
        defaults.set("\(UUID())", forKey: "zzz")
    }

    private func data(_ value: Any) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: [value], format: .binary, options: 0)
    }

    @Test func `changes of objects, keys and their number are shown`() throws {
        let container = try container()
        let defaults = container.userDefaults()
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] { defaults.set(value, forKey: key) }
        try edit(container, defaults) { context, objects in
            objects[0].setValue(try data(4), forKey: "value")
            let object = NSEntityDescription.insertNewObject(forEntityName: "UserDefault", into: context)
            object.setValue(objects[0].value(forKey: "owner"), forKey: "owner")
            object.setValue("aa", forKey: "key")
            object.setValue(try data(5), forKey: "value")
        }
        #expect(["a", "aa", "b", "c"].map { defaults.integer(forKey: $0) } == [4, 5, 2, 3])
        try edit(container, defaults) { context, objects in
            // The value of "a" is read as that of "d", and "b" is gone.
            objects[0].setValue("d", forKey: "key")
            context.delete(objects[2])
        }
        #expect(["a", "aa", "b", "c", "d"].map { defaults.integer(forKey: $0) } == [0, 5, 0, 3, 4])
        #expect(defaults.object(forKey: "b") == nil)
        try edit(container, defaults) { _, objects in
            objects[1].setValue(Data("damaged".utf8), forKey: "value")
        }
        #expect(defaults.object(forKey: "c") == nil)
    }
}
