import CoreData
import ManagedApp
import ManagedBase

// Sets the properties of hand-written classes, reads them from the store again, and reports whether
// they are equal. Also runs in release mode, in which tests cannot import a module as @testable.

let container = NSPersistentContainer(name: "Visits", managedObjectModel: Visit.model)
container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
container.loadPersistentStores { _, error in
    if let error { preconditionFailure("The store in memory could not be opened: \(error)") }
}
let context = container.viewContext

let visit = Visit(context: context)
visit.count += 2
visit.day = Date(timeIntervalSinceReferenceDate: 86_400)
visit.place = Place(latitude: 47.4, longitude: 8.5)
visit.place?.name = "Zürich"
visit.kind = .long
visit.tags = ["lake"]
visit.tags.append("a tag that is longer than a register")
visit.secret = "kept"
for name in ["Ada", "Bob"] {
    let guest = Guest(context: context)
    guest.rename(name)
    visit.addToGuests(guest)
}
visit.guests.formUnion([])
visit[keyPath: \.count] *= 3
try context.save()
context.refreshAllObjects()

let guests = visit.guests.map(\.name).sorted()
let found =
    "\(visit.count) \(visit.kind) \(visit.place?.name ?? "nowhere") \(visit.place?.longitude ?? 0) \(visit.day.timeIntervalSinceReferenceDate) "
    + "\(visit.tags.count) \(visit.secret ?? "lost") \(guests) \(visit.guests.allSatisfy { $0.visit == visit })"
let expected = #"6 long Zürich 8.5 86400.0 2 kept ["Ada", "Bob"] true"#
guard found == expected else {
    print("Hand-written classes: expected \(expected), found \(found)")
    exit(1)
}
print("Hand-written classes: \(found)")
