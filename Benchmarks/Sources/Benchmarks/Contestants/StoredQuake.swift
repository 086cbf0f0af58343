import CoreData
import Foundation

/// A `Quake` as a managed object.
final class StoredQuake: NSManagedObject, Identifiable {
    var code: String {
        get { value(at: 0, "code") }
        set { setValue(newValue, at: 0, "code") }
    }
    var magnitude: Float {
        get { value(at: 1, "magnitude") }
        set { setValue(newValue, at: 1, "magnitude") }
    }
    var place: String {
        get { value(at: 2, "place") }
        set { setValue(newValue, at: 2, "place") }
    }
    var time: Date {
        get { value(at: 3, "time") }
        set { setValue(newValue, at: 3, "time") }
    }
}

extension StoredQuake {
    /// The model, shared by all stores as in an app.
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
        let attribute = NSAttributeDescription(name, type)
        // As the properties of `QuakeModels.Quake`, which opens the same files.
        attribute.isOptional = false
        return attribute
    }
}

extension NSAttributeDescription {
    convenience init(_ name: String, _ type: NSAttributeType) {
        self.init()
        self.name = name
        attributeType = type
    }
}
