import CoreData
import Foundation

/// A quake in Strata's store.
final class StoredQuake: NSManagedObject, Identifiable {
    var code: String { value(at: 0, "code") }
    var magnitude: Float { value(at: 1, "magnitude") }
    var place: String { value(at: 2, "place") }
    var time: Date { value(at: 3, "time") }
}

extension StoredQuake {
    /// One for all stores, as an app has one.
    static let model: NSManagedObjectModel = {
        let code = attribute("code", .stringAttributeType)
        let time = attribute("time", .dateAttributeType)
        let quake = NSEntityDescription()
        quake.name = "Quake"
        quake.managedObjectClassName = NSStringFromClass(StoredQuake.self)
        quake.properties = [
            code, attribute("magnitude", .floatAttributeType), attribute("place", .stringAttributeType), time,
        ]
        quake.uniquenessConstraints = [["code"]]
        quake.indexes = [
            NSFetchIndexDescription(
                name: "byTime", elements: [NSFetchIndexElementDescription(property: time, collationType: .binary)])
        ]
        let model = NSManagedObjectModel()
        model.entities = [quake]
        return model
    }()

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        return attribute
    }
}
