import CoreData
import Foundation

/// Strata: a batch insertion through Core Data's interface, without history.
struct CoreDataQuakes: QuakeStore {
    static let query = "SELECT ZCODE, ZMAGNITUDE, ZPLACE, ZTIME FROM ZQUAKE"

    /// One for all stores, as an app has one.
    private static let model = makeModel()

    private let container: NSPersistentContainer

    init(at file: URL) throws {
        container = NSPersistentContainer(name: "Quakes", managedObjectModel: Self.model)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
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

    private static func makeModel() -> NSManagedObjectModel {
        func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let code = attribute("code", .stringAttributeType)
        let time = attribute("time", .dateAttributeType)
        let quake = NSEntityDescription()
        quake.name = "Quake"
        quake.properties = [
            code, attribute("magnitude", .floatAttributeType), attribute("place", .stringAttributeType), time,
        ]
        quake.uniquenessConstraints = [["code"]]
        quake.indexes = [
            NSFetchIndexDescription(
                name: "byTime",
                elements: [NSFetchIndexElementDescription(property: time, collationType: .binary)]
            )
        ]
        let model = NSManagedObjectModel()
        model.entities = [quake]
        return model
    }
}
