import CoreData
import Foundation
import StrataViewGraph
import Synchronization

/// The scene sessions of an app in a small store of its own:
/// `$XDG_STATE_HOME/<executable>/Scenes.sqlite`, or `~/.local/state/<executable>/Scenes.sqlite`.
///
/// The store is opened when the app first stores a value in a scene, or a tab presents a name, so an
/// app without `@SceneStorage` and activities has no such file. If it cannot be opened, each call
/// throws, and the next one tries again. Several processes of one executable can share the store,
/// since names are unique.
final class StoredScenes: SceneStore {
    let url: URL
    private let opened = Mutex<NSManagedObjectContext?>(nil)

    init(at url: URL = StoredScenes.defaultURL) { self.url = url }

    static var defaultURL: URL {
        let environment = ProcessInfo.processInfo.environment
        // The XDG specification requires that paths that are not absolute are ignored.
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        return (state ?? URL(filePath: NSHomeDirectory()).appending(path: ".local/state"))
            .appending(path: ProcessInfo.processInfo.processName).appending(path: "Scenes.sqlite")
    }

    func load(_ name: String) async throws -> SceneRecord? {
        let context = try context()
        return try await context.perform {
            defer { context.reset() }
            return try context.fetch(Self.request("name == %@", name)).first.map(Self.record)
        }
    }

    func save(_ records: [SceneRecord], removing names: [String]) async throws {
        let context = try context()
        try await context.perform {
            defer { context.reset() }
            let wanted = records.map(\.name) + names
            let known = try context.fetch(Self.request("name IN %@", wanted))
            var objects = Dictionary(known.map { ($0.value(forKey: "name") as? String ?? "", $0) }) { first, _ in first }
            for name in names { if let object = objects.removeValue(forKey: name) { context.delete(object) } }
            for record in records {
                let object = objects[record.name] ?? NSManagedObject(entity: Self.entity, insertInto: context)
                try Self.set(record, of: object)
            }
            if context.hasChanges { try context.save() }
        }
        // Ignored: most sessions have no such record, and the name of a removed one is never used again.
        for name in names { try? endRestoration(of: name) }
    }

    func removeSessions(lastSeenBefore date: Date) async throws {
        let context = try context()
        try await context.perform {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Scene")
            request.predicate = NSPredicate(format: "lastSeen < %@", date as NSDate)
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        try removeRestorations(before: date)
    }

    // MARK: The store

    /// Returns the context of the store, which the first call opens.
    func context() throws -> NSManagedObjectContext {
        if let context = opened.withLock({ $0 }) { return context }
        // Opened without the lock: this waits for the disk. If two threads do it at the same time, the
        // later one discards its own.
        let context = try open()
        return opened.withLock { opened in
            if let opened { return opened }
            opened = context
            return context
        }
    }

    private func open() throws -> NSManagedObjectContext {
        let container = NSPersistentContainer(name: "Scenes", managedObjectModel: Self.model)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Observers of all contexts would see the names of the sessions, which are secret.
        container.persistentStoreCoordinator.postsNotifications = false
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        return context
    }

    static let entity: NSEntityDescription = {
        func attribute(_ name: String, _ type: NSAttributeType, isOptional: Bool = false) -> NSAttributeDescription {
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = isOptional
            return attribute
        }
        let entity = NSEntityDescription()
        entity.name = "Scene"
        entity.managedObjectClassName = "NSManagedObject"
        entity.properties = [
            attribute("name", .stringAttributeType), attribute("owner", .stringAttributeType, isOptional: true),
            attribute("scene", .stringAttributeType, isOptional: true),
            attribute("value", .stringAttributeType, isOptional: true),
            attribute("presented", .stringAttributeType, isOptional: true), attribute("lastSeen", .dateAttributeType),
            attribute("values", .binaryDataAttributeType),
        ]
        entity.uniquenessConstraints = [["name"]]
        return entity
    }()

    private static let model: NSManagedObjectModel = {
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }()

    static func request(_ format: String, _ argument: Any) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Scene")
        request.predicate = NSPredicate(format: format, argumentArray: [argument])
        return request
    }

    // MARK: Records

    private static func record(_ object: NSManagedObject) throws -> SceneRecord {
        func text(_ key: String) -> String? { object.value(forKey: key) as? String }
        let identity = SceneIdentity(owner: text("owner"), scene: text("scene"), value: text("value"))
        let (values, activity) = try SceneRecord.decodeValues(object.value(forKey: "values") as? Data ?? Data())
        return SceneRecord(
            name: text("name") ?? "", identity: identity, presented: text("presented"), activity: activity, values: values,
            lastSeen: object.value(forKey: "lastSeen") as? Date ?? .distantPast)
    }

    private static func set(_ record: SceneRecord, of object: NSManagedObject) throws {
        object.setValue(record.name, forKey: "name")
        object.setValue(record.identity.owner, forKey: "owner")
        object.setValue(record.identity.scene, forKey: "scene")
        object.setValue(record.identity.value, forKey: "value")
        object.setValue(record.presented, forKey: "presented")
        object.setValue(record.lastSeen, forKey: "lastSeen")
        object.setValue(try record.encodedValues(), forKey: "values")
    }
}
