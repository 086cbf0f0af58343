import CoreData
import Foundation

/// Strata: a batch insertion through Core Data's interface, without history.
struct CoreDataQuakes: QuakeStore {
    static let query = "SELECT ZCODE, ZMAGNITUDE, ZPLACE, ZTIME FROM ZQUAKE"

    let container: NSPersistentContainer

    init(at file: URL) throws { try self.init(at: file, keepsHistory: false) }

    init(at file: URL, keepsHistory: Bool) throws {
        container = NSPersistentContainer(name: "Quakes", managedObjectModel: StoredQuake.model)
        let description = NSPersistentStoreDescription(url: file)
        description.setOption(keepsHistory as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
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
