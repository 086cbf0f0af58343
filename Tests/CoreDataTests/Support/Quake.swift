import CoreData
import Foundation

/// The entity most tests use: the earthquake of the example, with its properties written as
/// generated code writes them.
final class Quake: NSManagedObject {
    var code: String? {
        get { value(at: 0, "code") }
        set { setValue(newValue, at: 0, "code") }
    }
    var day: Date? {
        get { value(at: 1, "day") }
        set { setValue(newValue, at: 1, "day") }
    }
    var magnitude: Float {
        get { value(at: 2, "magnitude") }
        set { setValue(newValue, at: 2, "magnitude") }
    }
    var place: String? {
        get { value(at: 3, "place") }
        set { setValue(newValue, at: 3, "place") }
    }
    var time: Date? {
        get { value(at: 4, "time") }
        set { setValue(newValue, at: 4, "time") }
    }

    /// Computed from `time`: no property of the entity.
    var minute: Date? {
        time.map { Date(timeIntervalSinceReferenceDate: ($0.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60) }
    }
    var title: String { "\(place ?? "") \(magnitude)" }
}

extension NSManagedObjectModel {
    /// A new model with the entity Quake; `code` is unique.
    static func quakes() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Quake"
        entity.managedObjectClassName = NSStringFromClass(Quake.self)
        entity.properties = [
            attribute("magnitude", .float, default: Float(0)),
            attribute("time", .date),
            attribute("code", .string),
            attribute("place", .string),
            attribute("day", .date),
        ]
        entity.uniquenessConstraints = [["code"]]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType, default defaultValue: Any? = nil, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        attribute.defaultValue = defaultValue
        attribute.isOptional = isOptional
        return attribute
    }
}
