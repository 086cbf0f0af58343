import CoreData

/// An earthquake.
final class Quake: NSManagedObject, Identifiable {
    /// What the USGS knows the earthquake by; unique.
    var code: String {
        get { value(at: 0, "code") }
        set { setValue(newValue, at: 0, "code") }
    }

    /// The day it happened on, as `2018-06-14` in UTC: the list's sections.
    var day: String {
        get { value(at: 1, "day") }
        set { setValue(newValue, at: 1, "day") }
    }

    var magnitude: Float {
        get { value(at: 2, "magnitude") }
        set { setValue(newValue, at: 2, "magnitude") }
    }

    /// The nearest named place, in words.
    var place: String? {
        get { value(at: 3, "place") }
        set { setValue(newValue, at: 3, "place") }
    }

    var time: Date {
        get { value(at: 4, "time") }
        set { setValue(newValue, at: 4, "time") }
    }
}

extension Quake {
    /// The model of the store.
    static let model: NSManagedObjectModel = {
        let code = attribute("code", .stringAttributeType)
        let day = attribute("day", .stringAttributeType)
        let magnitude = attribute("magnitude", .floatAttributeType)
        let place = attribute("place", .stringAttributeType, isOptional: true)
        let time = attribute("time", .dateAttributeType)

        let entity = NSEntityDescription()
        entity.name = "Quake"
        entity.managedObjectClassName = NSStringFromClass(Quake.self)
        entity.properties = [code, day, magnitude, place, time]
        entity.uniquenessConstraints = [["code"]]
        // The list's order, with the sections, so that it is read without touching the rows.
        entity.indexes = [
            NSFetchIndexDescription(
                name: "byTime",
                elements: [
                    NSFetchIndexElementDescription(property: time, collationType: .binary),
                    NSFetchIndexElementDescription(property: day, collationType: .binary),
                ])
        ]

        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    private static func attribute(_ name: String, _ type: NSAttributeType, isOptional: Bool = false) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        return attribute
    }
}
