import Foundation
import Testing

@testable import CoreData

@Suite(.eachStore) struct ObjectTests: Sendable {
    private let store: TestStore
    private let context: NSManagedObjectContext

    init() throws {
        store = try TestStore()
        context = store.context()
    }

    private func saved(_ change: (Quake) -> Void) throws -> NSManagedObjectID {
        let context = context
        nonisolated(unsafe) let change = change
        return try context.performAndWait {
            let quake = Quake(context: context)
            change(quake)
            try context.save()
            return quake.objectID
        }
    }

    @Test func aRowHasOneObjectInAContext() throws {
        let objectID = try saved { $0.code = "a" }
        let context = store.context()
        try context.performAndWait {
            let quake = context.object(with: objectID)
            #expect(quake.isFault)
            let fetched = try context.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            #expect(fetched.first === quake)
            #expect(try context.existingObject(with: objectID) === quake)
            #expect(context.registeredObject(for: objectID) === quake)
            #expect(context.registeredObjects == [quake])
            #expect(!quake.isFault)
        }
        // The registry is weak, and the object has no other references.
        context.performAndWait { #expect(context.registeredObject(for: objectID) == nil) }
    }

    @Test func aChangedObjectIsKeptUntilItIsSaved() throws {
        let objectID = try saved { $0.code = "a" }
        let context = store.context()
        try context.performAndWait {
            (context.object(with: objectID) as? Quake)?.magnitude = 5
            #expect((context.registeredObject(for: objectID) as? Quake)?.magnitude == 5)
            try context.save()
            #expect(context.registeredObject(for: objectID) == nil)
        }
    }

    @Test func identifiersAreTemporaryUntilTheSave() throws {
        let context = context
        try context.performAndWait {
            let quake = Quake(context: context)
            let temporary = quake.objectID
            #expect(temporary.isTemporaryID)
            #expect(temporary.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Quake/t"))
            #expect(UUID(uuidString: String(temporary.uriRepresentation().lastPathComponent.dropFirst())) != nil)
            try context.save()
            #expect(quake.objectID != temporary)
            let identifier = store.container.persistentStoreCoordinator.persistentStores[0].identifier!
            #expect(quake.objectID.uriRepresentation().absoluteString == "x-coredata://\(identifier)/Quake/p1")
            #expect(context.registeredObject(for: quake.objectID) === quake)
        }
    }

    @Test func anObjectWhoseRowIsGoneReadsAsNothing() throws {
        let objectID = try saved { ($0.code, $0.magnitude) = ("a", 3) }
        let reader = store.context()
        let context = context
        try reader.performAndWait {
            let quake = try #require(reader.object(with: objectID) as? Quake)
            try context.performAndWait {
                context.delete(context.object(with: objectID))
                try context.save()
            }
            #expect(quake.code == nil && quake.magnitude == 0)
            let error = #expect(throws: NSError.self) { try reader.existingObject(with: objectID) }
            #expect(error?.code == NSManagedObjectReferentialIntegrityError)
        }
    }

    @Test func changesAreKnownByProperty() throws {
        let objectID = try saved { ($0.code, $0.magnitude) = ("a", 3) }
        let context = store.context()
        try context.performAndWait {
            let quake = try #require(context.object(with: objectID) as? Quake)
            #expect(!quake.hasChanges)
            quake.magnitude = 4
            quake.place = "Bali"
            #expect(quake.isUpdated && quake.hasPersistentChangedValues)
            #expect(Set(quake.changedValues().keys) == ["magnitude", "place"])
            #expect(quake.committedValues(forKeys: ["magnitude"])["magnitude"] as? Float == 3)
            quake.magnitude = 3
            quake.place = nil
            #expect(quake.changedValues().isEmpty && !quake.hasPersistentChangedValues)
            context.rollback()
            #expect(!quake.hasChanges && quake.magnitude == 3)
        }
    }

    @Test func keyValueCodingReadsAndWritesTheSameValues() throws {
        let context = context
        context.performAndWait {
            let quake = Quake(context: context)
            quake.setValue(2, forKey: "magnitude")
            quake.setValue(Date(timeIntervalSinceReferenceDate: 60), forKey: "time")
            #expect(quake.magnitude == 2)
            #expect(quake.value(forKey: "magnitude") as? Float == 2)
            #expect(quake.value(forKey: "magnitude") as? Int == 2)
            #expect(quake.value(forKey: "time") as? Date == quake.time)
            quake.setValue(nil, forKey: "time")
            #expect(quake.time == nil && quake.value(forKey: "time") == nil)
            #expect(NSPredicate(format: "magnitude == 2 AND time == nil").evaluate(with: quake))
        }
    }

    @Test func everyAttributeTypeComesBackAsItWas() throws {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Sample"
        let values: [(NSAttributeDescription.AttributeType, NSObject)] = [
            (.integer16, NSNumber(value: Int16.min)), (.integer32, NSNumber(value: Int32.max)),
            (.integer64, NSNumber(value: Int64.max)),
            (.double, NSNumber(value: Double.pi)), (.float, NSNumber(value: Float(0.1))),
            (.decimal, NSDecimalNumber(string: "12.34")),
            (.boolean, NSNumber(value: true)),
        ]
        let others: [(NSAttributeDescription.AttributeType, AnyHashable)] = [
            (.string, "a\u{0}b ‏'\"é"), (.string, ""), (.date, Date(timeIntervalSinceReferenceDate: 0.125)),
            (.binaryData, Data([0, 1, 255])),
            (.binaryData, Data()), (.uuid, UUID()), (.uri, URL(filePath: "/a b")),
        ]
        let all: [(NSAttributeDescription.AttributeType, AnyHashable)] = values.map { ($0, $1 as AnyHashable) } + others
        entity.properties = all.enumerated().map { NSManagedObjectModel.attribute("v\($0)", $1.0) }
        model.entities = [entity]
        let container = try NSPersistentContainer.inMemory(model)
        let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        nonisolated(unsafe) let expected = all
        try writer.performAndWait {
            let object = NSManagedObject(entity: entity, insertInto: writer)
            for (index, value) in expected.enumerated() { object.setValue(value.1.base, forKey: "v\(index)") }
            _ = NSManagedObject(entity: entity, insertInto: writer)
            try writer.save()
        }
        try reader.performAndWait {
            let objects = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Sample"))
            for (index, value) in expected.enumerated() {
                #expect((objects[0].value(forKey: "v\(index)") as? AnyHashable) == value.1, "\(value.0)")
                #expect(objects[1].value(forKey: "v\(index)") == nil)
            }
        }
    }

    @Test func aKeyPathIsAPropertyOrComputed() {
        let entity = NSManagedObjectModel.quakes().entities[0]
        #expect(KeyPathNames.propertyName(of: \Quake.time, in: entity) == "time")
        #expect(KeyPathNames.propertyName(of: \Quake.magnitude, in: entity) == "magnitude")
        #expect(KeyPathNames.propertyName(of: \Quake.place, in: entity) == "place")
        #expect(KeyPathNames.propertyName(of: \Quake.minute, in: entity) == nil)
        #expect(KeyPathNames.propertyName(of: \Quake.title, in: entity) == nil)
        #expect(KeyPathNames.propertyName(of: \Quake.hasChanges, in: entity) == nil)
    }
}
