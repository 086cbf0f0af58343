import CoreData
import ManagedApp
import ManagedBase

/// A class in the executable itself.
final class Visit: NSManagedObject {
    @NSManaged var place: Place?
    @NSManaged var count: Int32
    @NSManaged var day: Date
}

let attributes: [(String, NSAttributeType)] = [
    ("count", .integer32AttributeType), ("day", .dateAttributeType), ("place", .transformableAttributeType),
]
let entity = NSEntityDescription()
entity.name = "Visit"
entity.managedObjectClassName = NSStringFromClass(Visit.self)
entity.properties = attributes.map { name, type in
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType) = (name, type)
    return attribute
}
let model = NSManagedObjectModel()
model.entities = [entity]

let container = NSPersistentContainer(name: "Visits", managedObjectModel: model)
container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
container.loadPersistentStores { _, error in
    if let error { preconditionFailure("The store in memory could not be opened: \(error)") }
}
let visit = Visit(context: container.viewContext)
visit.count += 2
visit.day = Date(timeIntervalSinceReferenceDate: 0)
visit.place = Place(latitude: 47.4, longitude: 8.5, name: "Zürich")
try container.viewContext.save()
container.viewContext.refreshAllObjects()
print(
    "\(visit.count) visits to \(visit.place?.name ?? "nowhere") at \(visit.place?.latitude ?? 0), \(visit.day.timeIntervalSinceReferenceDate)"
)
