import CoreData
import Foundation
import Testing

/// Models as files have them, in use: stores are made and objects are kept.
@Suite(.eachStore) struct ModelStoreTests {
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func realModelsKeepObjectsOfEachEntity() throws {
        let models = SharedData.folder.appending(path: "models")
        for bundle in try FileManager.default.contentsOfDirectory(at: models, includingPropertiesForKeys: nil) {
            let model = try #require(NSManagedObjectModel(contentsOf: bundle))
            let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
            for entity in model.entities where !entity.isAbstract {
                let name = try #require(entity.name)
                try context.performAndWait {
                    let object = NSManagedObject(entity: entity, insertInto: context)
                    let optional = Set(entity.propertiesByName.values.filter(\.isOptional).map(\.name))
                    for (key, attribute) in entity.attributesByName
                    where !optional.contains(key) && object.value(forKey: key) == nil {
                        object.setValue(sample(attribute.type), forKey: key)
                    }
                    let requiresOthers = entity.relationshipsByName.values.contains { !$0.isOptional }
                    guard !requiresOthers else { return context.delete(object) }
                    try context.save()
                    context.reset()
                    let request = NSFetchRequest<NSManagedObject>(entityName: name)
                    #expect(try context.fetch(request).contains { $0.entity === entity }, "\(bundle.lastPathComponent) \(name)")
                }
            }
        }
    }

    private func sample(_ type: NSAttributeDescription.AttributeType) -> Any? {
        switch type {
        case .string: "text"
        case .date: Date(timeIntervalSinceReferenceDate: 1)
        case .uuid: UUID()
        case .uri: URL(string: "https://example.org")
        case .binaryData: Data([1])
        case .transformable: NSArray()
        default: NSNumber(value: 1)
        }
    }
}
