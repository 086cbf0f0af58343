import CoreData
import Foundation
import Testing

/// A failed migration between two stores that share the folder of external data.
@Suite struct FailedMigrationNamesakeTests {
    private func model(_ attributes: [String]) -> NSManagedObjectModel {
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = attributes.map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = name == "photo" ? .binaryDataAttributeType : .stringAttributeType
            attribute.allowsExternalBinaryDataStorage = name == "photo"
            attribute.isOptional = true
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [note]
        return model
    }

    private func withContext<Result>(
        _ model: NSManagedObjectModel, at url: URL, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let result = try context.performAndWait { try body(context) }
        try coordinator.remove(store)
        return result
    }

    @Test func `the external data of the source stays`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "namesakes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, destination) = (folder.appending(path: "Notes.sqlite"), folder.appending(path: "Notes.store"))
        let (old, new) = (model(["photo"]), model(["photo", "text"]))
        let photo = Data(repeating: 7, count: 300_000)
        try withContext(old, at: source) { context in
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(photo, forKey: "photo")
            try context.save()
        }
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        for mapping in mapping.entityMappings ?? [] {
            mapping.entityMigrationPolicyClassName = String(reflecting: LateRefusingPolicy.self)
        }
        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        #expect(throws: (any Error).self) {
            try manager.migrateStore(from: source, type: .sqlite, mapping: mapping, to: destination, type: .sqlite)
        }
        #expect(!FileManager.default.fileExists(atPath: destination.path))
        let kept = try withContext(old, at: source) { context in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first?.value(forKey: "photo") as? Data
        }
        #expect(kept == photo)
    }
}

final class LateRefusingPolicy: NSEntityMigrationPolicy {
    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws { throw CocoaError(.migration) }
}
