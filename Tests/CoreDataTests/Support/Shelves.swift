import CoreData
import Foundation
import Testing

extension NSManagedObjectModel {
    /// Returns a model of shelves with items, and notes, in the configurations "Things" and
    /// "Notes".
    static func shelves() -> NSManagedObjectModel {
        func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = properties
            return entity
        }
        let (items, shelf) = (NSRelationshipDescription(), NSRelationshipDescription())
        let shelves = entity("Shelf", [attribute("name", .string), items])
        let things = entity("Item", [attribute("title", .string), attribute("rank", .integer64, default: 0), shelf])
        things.uniquenessConstraints = [["title"]]
        for (relationship, name, destination, inverse) in [(items, "items", things, shelf), (shelf, "shelf", shelves, items)] {
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.inverseRelationship = inverse
            relationship.maxCount = name == "items" ? 0 : 1
        }
        let model = NSManagedObjectModel()
        model.entities = [shelves, things, entity("Note", [attribute("text", .string)])]
        model.setEntities([shelves, things], forConfigurationName: "Things")
        model.setEntities([model.entitiesByName["Note"]!], forConfigurationName: "Notes")
        return model
    }
}

/// A coordinator with several stores of shelves, items and notes.
final class Shelves: Sendable {
    let folder: TemporaryFolder
    let container: NSPersistentContainer

    /// - Parameter stores: The file of each store, or nil for a store in memory, and its
    ///   configuration.
    init(
        _ stores: [(file: String?, configuration: String?)], in folder: TemporaryFolder? = nil, history: Bool = false
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        container = NSPersistentContainer(name: "Shelves", managedObjectModel: .shelves())
        container.persistentStoreDescriptions = stores.map { [self] file, configuration in
            let url = file.map { self.folder.url.appending(path: $0) } ?? URL(filePath: "/dev/null")
            let description = NSPersistentStoreDescription(url: url)
            description.configuration = configuration
            if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
            return description
        }
        var failure: (any Error)?
        container.loadPersistentStores { failure = failure ?? $1 }
        if let failure { throw failure }
    }

    /// Returns a coordinator with two files, each of which can store every entity.
    static func two(history: Bool = false) throws -> Shelves {
        try Shelves([("A.sqlite", nil), ("B.sqlite", nil)], history: history)
    }

    var coordinator: NSPersistentStoreCoordinator { container.persistentStoreCoordinator }
    var stores: [NSPersistentStore] { coordinator.persistentStores }
    func context() -> NSManagedObjectContext { container.newBackgroundContext() }

    /// Returns the titles that a separate coordinator reads from one of the files.
    func titles(inFile file: String) throws -> [String] {
        let container = NSPersistentContainer(name: "Shelves", managedObjectModel: .shelves())
        try container.persistentStoreCoordinator.addPersistentStore(
            type: .sqlite, at: folder.url.appending(path: file), options: [NSReadOnlyPersistentStoreOption: true])
        let context = container.newBackgroundContext()
        return try context.performAndWait { try context.titles() }
    }
}

extension NSManagedObjectContext {
    /// Calls `performAndWait` with a throwing body, even where every `try` of the body is inside an
    /// expectation, from which the compiler does not infer that it throws.
    func run(_ body: () throws -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            try performAndWait { try body() }
        }
    }

    @discardableResult
    func item(_ title: String, rank: Int = 0, in store: NSPersistentStore? = nil, on shelf: NSManagedObject? = nil)
        -> NSManagedObject
    {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: self)
        item.setValue(title, forKey: "title")
        item.setValue(rank, forKey: "rank")
        if let store { assign(item, to: store) }
        if let shelf { item.setValue(shelf, forKey: "shelf") }
        return item
    }

    @discardableResult
    func shelf(_ name: String, in store: NSPersistentStore? = nil) -> NSManagedObject {
        let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: self)
        shelf.setValue(name, forKey: "name")
        if let store { assign(shelf, to: store) }
        return shelf
    }

    func itemRequest(
        _ format: String? = nil, sort: String = "title", _ arguments: [Any] = []
    ) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
        request.sortDescriptors = [NSSortDescriptor(key: sort, ascending: true)]
        return request
    }

    /// Returns the titles of the items that match a predicate, in ascending order.
    func titles(_ format: String? = nil, _ arguments: [Any] = []) throws -> [String] {
        try fetch(itemRequest(format, sort: "title", arguments)).map { $0.value(forKey: "title") as? String ?? "" }
    }
}

/// Returns the error that the body throws, or nil if it succeeds.
func failure(_ body: () throws -> Void) -> NSError? {
    do {
        try body()
        return nil
    } catch {
        return error as NSError
    }
}
