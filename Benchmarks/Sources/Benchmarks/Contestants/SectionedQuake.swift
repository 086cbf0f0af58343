import CoreData
import Foundation

/// A quake with a stored section, for lists in sections.
final class SectionedQuake: NSManagedObject, Identifiable {
    var magnitude: Float { value(at: 0, "magnitude") }
    var place: String {
        get { value(at: 1, "place") }
        set { setValue(newValue, at: 1, "place") }
    }
    var section: Int64 { value(at: 2, "section") }
    var time: Date { value(at: 3, "time") }
}

extension SectionedQuake {
    fileprivate static let model: NSManagedObjectModel = {
        let (section, time) = (
            NSAttributeDescription("section", .integer64AttributeType), NSAttributeDescription("time", .dateAttributeType)
        )
        let quake = NSEntityDescription()
        quake.name = "Quake"
        quake.managedObjectClassName = NSStringFromClass(SectionedQuake.self)
        quake.properties = [
            NSAttributeDescription("magnitude", .floatAttributeType), NSAttributeDescription("place", .stringAttributeType),
            section, time,
        ]
        quake.indexes = [
            NSFetchIndexDescription(
                name: "byTime",
                elements: [time, section].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) })
        ]
        let model = NSManagedObjectModel()
        model.entities = [quake]
        return model
    }()
}

/// A store of quakes in sections of equal size, which windows show in its main-queue context, and
/// in which another context edits the latest quake.
// Safe to share: `latest` is used on the queue of its context.
final class SectionedQuakes: @unchecked Sendable {
    private let directory: TemporaryDirectory
    private let container: NSPersistentContainer
    private let writing: NSManagedObjectContext
    private let latest: SectionedQuake
    private var edits = 0

    /// The context of the windows, which merges saves automatically.
    var shown: NSManagedObjectContext { container.viewContext }

    init(_ quakes: [Quake], sections: Int) throws {
        directory = try TemporaryDirectory()
        let container = try NSPersistentContainer.opened(
            at: directory.url.appending(path: "quakes.sqlite"), model: SectionedQuake.model)
        let writing = container.newBackgroundContext()
        latest = try writing.performAndWait {
            var next = 0
            let insertion = NSBatchInsertRequest(entityName: "Quake") { (dictionary: NSMutableDictionary) in
                guard next < quakes.count else { return true }
                dictionary["magnitude"] = quakes[next].magnitude
                dictionary["place"] = quakes[next].place
                dictionary["section"] = next * sections / quakes.count
                dictionary["time"] = quakes[next].time
                next += 1
                return false
            }
            try writing.execute(insertion)
            let request = NSFetchRequest<SectionedQuake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
            request.fetchLimit = 1
            guard let latest = try writing.fetch(request).first else { throw WrongResult(description: "There are no quakes.") }
            return latest
        }
        (self.container, self.writing) = (container, writing)
        shown.performAndWait { shown.automaticallyMergesChangesFromParent = true }
    }

    /// Gives the latest quake another place, saves, and returns the place.
    func edit() throws -> String {
        try writing.performAndWait {
            edits += 1
            latest.place = "\(edits) km NNW of Elsewhere, Alaska"
            try writing.save()
            return latest.place
        }
    }
}
