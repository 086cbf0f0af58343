import CoreData
import Foundation

// Makes the mistake that its argument names. Each is the line below its name, which test.py reads
// here to know which line Strata has to report.

let magnitude = NSAttributeDescription()
magnitude.name = "magnitude"
magnitude.attributeType = .doubleAttributeType
let quake = NSEntityDescription()
quake.name = "Quake"
quake.properties = [magnitude]
let event = NSEntityDescription()
event.name = "Event"
event.isAbstract = true
let model = NSManagedObjectModel()
model.entities = [quake, event]

let container = NSPersistentContainer(name: "Misuses", managedObjectModel: model)
container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
container.loadPersistentStores { _, error in
    if let error { print("The store in memory could not be opened: \(error)") }
}
let context = container.viewContext
let object = NSManagedObject(entity: quake, insertInto: context)
let request = NSFetchRequest<NSManagedObject>(entityName: "Quake")

@MainActor func misuse(_ name: String) throws {
    switch name {
    case "format":
        _ = NSPredicate(format: "magnitude >")
    case "model":
        _ = NSPersistentContainer(name: "Nothing")
    case "entity":
        _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Quak"))
    case "key written":
        object.setValue(1.5, forKey: "magnitud")
    case "key read":
        _ = object.value(forKey: "magnitud")
    case "key path":
        object.setValue(1.5, forKeyPath: "")
    case "abstract":
        _ = NSManagedObject(entity: event, insertInto: context)
    case "other context":
        container.newBackgroundContext().insert(object)
    case "no sort descriptors":
        _ = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    case "merge policy":
        context.mergePolicy = "overwrite"
    case "model in use":
        quake.properties = []
    case "no coordinator":
        _ = try NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType).fetch(request)
    case "in a queue":
        context.performAndWait { object.setValue(1.5, forKey: "magnitud") }
    default:
        print("There is no misuse '\(name)'.")
    }
}

try misuse(CommandLine.arguments.dropFirst().joined(separator: " "))
