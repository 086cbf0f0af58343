import CoreData
import Foundation

/// Strata with `NSBatchInsertRequest`, without history unless requested.
struct CoreDataQuakes: QuakeStore {
    static let query = "SELECT ZCODE, ZMAGNITUDE, ZPLACE, ZTIME FROM ZQUAKE"

    let container: NSPersistentContainer

    init(at file: URL) throws { try self.init(at: file, keepsHistory: false) }

    init(at file: URL, keepsHistory: Bool) throws {
        container = try .opened(at: file, model: StoredQuake.model, keepsHistory: keepsHistory)
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            if replacing { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
            var rest = quakes[...]
            let request = NSBatchInsertRequest(entityName: "Quake") { (dictionary: NSMutableDictionary) in
                guard let quake = rest.popFirst() else { return true }
                dictionary["code"] = quake.code
                dictionary["magnitude"] = quake.magnitude
                dictionary["place"] = quake.place
                dictionary["time"] = quake.time
                return false
            }
            try context.execute(request)
        }
    }
}

/// Strata with managed objects that are inserted into a context and saved.
struct CoreDataObjects: QuakeStore {
    static let query = CoreDataQuakes.query

    let container: NSPersistentContainer

    init(at file: URL) throws { try self.init(at: file, keepsHistory: false) }

    init(at file: URL, keepsHistory: Bool) throws {
        container = try .opened(at: file, model: StoredQuake.model, keepsHistory: keepsHistory)
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        try insert(quakes, in: container.newBackgroundContext(), replacing: replacing)
    }

    func insert(_ quakes: [Quake], in context: NSManagedObjectContext, replacing: Bool) throws {
        try context.performAndWait {
            if replacing { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
            for quake in quakes {
                let object = StoredQuake(context: context)
                object.code = quake.code
                object.magnitude = quake.magnitude
                object.place = quake.place
                object.time = quake.time
            }
            try context.save()
        }
    }
}

extension NSPersistentContainer {
    /// Returns a container with its store opened or created, without history unless requested.
    static func opened(at file: URL, model: NSManagedObjectModel, keepsHistory: Bool = false) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Benchmarks", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: file)
        description.setOption(keepsHistory as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }
}
