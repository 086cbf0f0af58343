import CoreData
import Foundation
import Testing

/// Two versions of a model, and a store of the older one.
struct MigrationFixture {
    let folder: TemporaryFolder
    let old: NSManagedObjectModel
    let new: NSManagedObjectModel

    var oldURL: URL { folder.url.appending(path: "Old.sqlite") }
    var newURL: URL { folder.url.appending(path: "New.sqlite") }

    /// - Parameters:
    ///   - old: the entities of the older version, as in a model file.
    ///   - new: those of the newer version.
    init(_ old: String, _ new: String) throws {
        folder = try TemporaryFolder()
        self.old = try ModelSource.model(old, module: "CoreDataTests")
        self.new = try ModelSource.model(new, module: "CoreDataTests")
    }

    /// Creates the older store.
    func fill(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        try use(oldURL, old) { context in
            try body(context)
            try context.save()
        }
    }

    /// Uses the migrated store. Opening it needs no further migration.
    func read(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        try use(newURL, new, body)
    }

    func use(_ url: URL, _ model: NSManagedObjectModel, _ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { try body(context) }
        try coordinator.remove(store)
    }

    func inferred() throws -> NSMappingModel {
        try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
    }

    func manager() -> NSMigrationManager { NSMigrationManager(sourceModel: old, destinationModel: new) }

    func migrate(_ mapping: NSMappingModel, _ manager: NSMigrationManager? = nil) throws {
        try (manager ?? self.manager()).migrateStore(
            from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
    }

    /// Migrates with an expected error, and returns it.
    func failure(_ mapping: NSMappingModel, _ manager: NSMigrationManager? = nil) -> NSError? {
        do {
            try migrate(mapping, manager)
            return nil
        } catch {
            return error as NSError
        }
    }

    /// Whether nothing of a new store is left.
    var isClean: Bool {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("New") } }
    }
}

extension NSMappingModel {
    convenience init(_ mappings: NSEntityMapping...) {
        self.init()
        entityMappings = mappings
    }
}

extension NSEntityMapping {
    /// A mapping `OldToNew` of all objects of an entity.
    convenience init(
        _ source: String, _ destination: String, attributes: [String: String] = [:], relationships: [String: String] = [:],
        policy: String? = nil, predicate: String = "TRUEPREDICATE"
    ) {
        self.init()
        name = "\(source)To\(destination)"
        mappingType = .transformEntityMappingType
        sourceEntityName = source
        destinationEntityName = destination
        sourceExpression = NSExpression(
            format:
                "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", %@, %@), $manager.sourceContext, NO)",
            source, predicate)
        func properties(_ formats: [String: String]) -> [NSPropertyMapping] {
            formats.sorted { $0.key < $1.key }.map { name, format in
                let mapping = NSPropertyMapping()
                mapping.name = name
                mapping.valueExpression = NSExpression(format: format)
                return mapping
            }
        }
        attributeMappings = properties(attributes)
        relationshipMappings = properties(relationships)
        entityMigrationPolicyClassName = policy
    }
}

extension NSManagedObjectContext {
    /// Inserts an object with values.
    @discardableResult
    func make(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    func all(_ entity: String, by key: String) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        return try fetch(request)
    }
}
