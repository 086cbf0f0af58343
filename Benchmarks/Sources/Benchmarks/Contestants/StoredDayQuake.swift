import CoreData
import Foundation

/// A quake with its day as a stored attribute and as a computed property, for sections.
final class StoredDayQuake: NSManagedObject {
    var day: Date {
        get { value(at: 0, "day") }
        set { setValue(newValue, at: 0, "day") }
    }
    var time: Date {
        get { value(at: 1, "time") }
        set { setValue(newValue, at: 1, "time") }
    }

    var computedDay: Int { Self.day(of: time.timeIntervalSinceReferenceDate) }

    static func day(of time: Double) -> Int { Int((time / 86_400).rounded(.down)) }
}

extension StoredDayQuake {
    private static let model: NSManagedObjectModel = {
        let (day, time) = (
            NSAttributeDescription("day", .dateAttributeType), NSAttributeDescription("time", .dateAttributeType)
        )
        let quake = NSEntityDescription()
        quake.name = "Quake"
        quake.managedObjectClassName = NSStringFromClass(StoredDayQuake.self)
        quake.properties = [day, time]
        // A covering index for a list in sections: it has the time and the day.
        quake.indexes = [
            NSFetchIndexDescription(
                name: "byTime",
                elements: [time, day].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) })
        ]
        let model = NSManagedObjectModel()
        model.entities = [quake]
        return model
    }()

    private static func time(_ number: Int) -> Double { 600_000_000 + Double(number) * 61.5 }

    /// Returns the number of days that so many quakes span.
    static func days(_ count: Int) -> Int { day(of: time(count - 1)) - day(of: time(0)) + 1 }

    static func container(at file: URL, count: Int, keepsHistory: Bool = false) throws -> NSPersistentContainer {
        let container = try NSPersistentContainer.opened(at: file, model: model, keepsHistory: keepsHistory)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            var next = 0
            let request = NSBatchInsertRequest(entityName: "Quake") { (dictionary: NSMutableDictionary) in
                guard next < count else { return true }
                dictionary["time"] = Date(timeIntervalSinceReferenceDate: time(next))
                dictionary["day"] = Date(timeIntervalSinceReferenceDate: Double(day(of: time(next))) * 86_400)
                next += 1
                return false
            }
            try context.execute(request)
        }
        return container
    }
}
