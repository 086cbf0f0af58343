import CoreData
import SwiftUI

/// A managed class of the tests of documented uses.
final class Visit: NSManagedObject, Identifiable {
    var city: String {
        get { value(at: 0, "city") }
        set { setValue(newValue, at: 0, "city") }
    }
    var rating: Int16 {
        get { value(at: 1, "rating") }
        set { setValue(newValue, at: 1, "rating") }
    }
    var start: Date {
        get { value(at: 2, "start") }
        set { setValue(newValue, at: 2, "start") }
    }
    var end: Date? {
        get { value(at: 3, "end") }
        set { setValue(newValue, at: 3, "end") }
    }

    static let model: NSManagedObjectModel = {
        let entity = NSEntityDescription()
        entity.name = "Visit"
        entity.managedObjectClassName = NSStringFromClass(Visit.self)
        let attributes: [(String, NSAttributeType, Bool)] = [
            ("city", .stringAttributeType, false), ("rating", .integer16AttributeType, false),
            ("start", .dateAttributeType, false), ("end", .dateAttributeType, true),
        ]
        entity.properties = attributes.map { name, type, isOptional in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = isOptional
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    /// Returns a container in memory with visits, two on each day, in the cities a, b, c, …
    @MainActor
    static func container(visits: Int) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Visits", managedObjectModel: model)
        container.persistentStoreDescriptions[0].url = URL(filePath: "/dev/null")
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        for number in 0..<visits {
            let visit = Visit(context: container.viewContext)
            visit.city = String(UnicodeScalar(UInt8(97 + number)))
            visit.rating = Int16(number % 3)
            visit.start = Date(timeIntervalSince1970: Double(number) * 43_200)
        }
        try container.viewContext.save()
        return container
    }
}
