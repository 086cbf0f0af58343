import Foundation
import StrataModelDifference
import StrataModelFormat
import Testing

@testable import CoreData

@Suite struct ModelDifferenceTests {
    /// The reasons why a lightweight migration is impossible, with what they are about.
    private func obstacles(_ difference: ModelDifference) -> [String] {
        difference.changes.compactMap { change in change.obstacle.map { "\(change.subject): \($0.reason)" } }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `modelc diff and a store say the same of every pair of versions`() throws {
        for name in ["Moody", "ShoppingList", "BookmarksModel"] {
            let bundle = try ModelBundle(contentsOf: SharedData.folder.appending(path: "models/\(name).xcdatamodeld"))
            for old in bundle.versions {
                for new in bundle.versions {
                    let files = try ModelDifference(from: old.model, to: new.model)
                    let models = try NSManagedObjectModel(old.model, module: nil)
                        .difference(to: NSManagedObjectModel(new.model, module: nil))
                    #expect(obstacles(files) == obstacles(models), "\(name): \(old.name) to \(new.name)")
                    #expect(files.removedEntities == models.removedEntities)
                    for entity in new.model.entities {
                        #expect(
                            files.oldNames(ofPropertiesOf: entity.name) == models.oldNames(ofPropertiesOf: entity.name),
                            "\(name): \(old.name) to \(new.name)")
                    }
                }
            }
        }
    }

    @Test func `a default that a model built in code has counts`() throws {
        func model(_ value: Any?) -> NSManagedObjectModel {
            let entity = NSEntityDescription()
            entity.name = "Note"
            let attribute = NSAttributeDescription()
            attribute.name = "date"
            attribute.type = .date
            attribute.isOptional = value == nil
            attribute.defaultValue = value
            entity.properties = value == nil ? [] : [attribute]
            let model = NSManagedObjectModel()
            model.entities = [entity]
            return model
        }
        #expect(model(nil).difference(to: model(Date())).isLightweight)
    }

    @Test func `the elements of a composite built in code are compared`() throws {
        func model(_ type: NSAttributeDescription.AttributeType) -> NSManagedObjectModel {
            let element = NSAttributeDescription()
            element.name = "street"
            element.type = type
            let composite = NSCompositeAttributeDescription()
            composite.name = "address"
            composite.elements = [element]
            let entity = NSEntityDescription()
            entity.name = "Person"
            entity.properties = [composite]
            let model = NSManagedObjectModel()
            model.entities = [entity]
            return model
        }
        #expect(model(.string).difference(to: model(.string)).isLightweight)
        let change = try #require(model(.string).difference(to: model(.date)).changes.first)
        #expect(change.entity == "Person")
        #expect(change.property == "address.street")
        #expect(change.obstacle?.reason == "No value is converted from String to Date.")
    }
}
