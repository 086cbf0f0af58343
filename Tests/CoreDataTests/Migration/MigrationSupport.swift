import Foundation
import GRDB
import Testing

@testable import CoreData

/// A store in a folder of its own that is opened with one version of a model after another.
struct VersionedStore {
    let folder: TemporaryFolder
    var history = false

    var url: URL { folder.url.appending(path: "Test.sqlite") }

    init(history: Bool = false) throws {
        folder = try TemporaryFolder()
        self.history = history
    }

    /// Opens the store with a version, calls `body` with a context, saves and closes it.
    @discardableResult
    func open<T>(
        _ model: NSManagedObjectModel, options: [String: Any] = [:], inspects: Bool = true,
        _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        let container = NSPersistentContainer(name: "Test", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
        // No test of these pulls the plug, and most of the time would be spent in fsync.
        description.setValue("OFF" as NSString, forPragmaNamed: "synchronous")
        for (key, value) in options { description.setOption(value as? NSObject, forKey: key) }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        let context = container.newBackgroundContext()
        nonisolated(unsafe) let body = body
        let result = try context.performAndWait {
            let result = try body(context)
            if context.hasChanges { try context.save() }
            return result
        }
        if inspects { #expect(try StoreInspection.problems(container, isMigrated: history) == []) }
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
        return result
    }

    /// Opens the store with a version whose model is the text of a file.
    @discardableResult
    func open<T>(
        _ model: String, options: [String: Any] = [:], _ body: (NSManagedObjectContext) throws -> T
    ) throws -> T {
        try open(ModelSource.model(model), options: options, body)
    }

    /// Returns the error with which the store does not open.
    func failure(_ model: String, options: [String: Any] = [:]) throws -> NSError? {
        let model = try ModelSource.model(model)
        do {
            try open(model, options: options) { _ in }
            return nil
        } catch {
            return error as NSError
        }
    }

    func read<T>(_ body: (Database) throws -> T) throws -> T {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    /// The content of the file, as SQL text of each row.
    func dump() throws -> [String] {
        try read { database in
            try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").flatMap {
                table in
                try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { "\(table): \($0)" }.sorted()
            } + Schema(database).lines
        }
    }

    /// Expects the schema that a new store of a model has.
    func expectSchema(of model: NSManagedObjectModel, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let fresh = try VersionedStore(history: history)
        try fresh.open(model) { _ in }
        let wanted = try fresh.read { try Schema($0).lines }
        let found = try read { try Schema($0).lines }
        #expect(found.filter { !wanted.contains($0) } == [], "in the migrated store only", sourceLocation: sourceLocation)
        #expect(wanted.filter { !found.contains($0) } == [], "in the new store only", sourceLocation: sourceLocation)
    }
}

/// The tables, indexes and triggers of a file, as lines that do not depend on the order of columns
/// and on the spelling of names.
struct Schema {
    let lines: [String]

    init(_ database: Database) throws {
        var lines: [String] = []
        for row in try GRDB.Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name") {
            let (type, name, table, sql) = (row[0] as String, row[1] as String, row[2] as String, row[3] as String?)
            if type == "table" {
                for column in try GRDB.Row.fetchAll(database, sql: "PRAGMA table_xinfo(\"\(name)\")") {
                    lines.append("\(name).\(column[1] as String) \(column[2] as String) \(column[5] as Int)")
                }
            } else {
                lines.append("\(type) \(name) on \(table): \((sql ?? "").replacing("\"", with: ""))")
            }
        }
        for row in try GRDB.Row.fetchAll(database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
            lines.append("entity \(row[0] as Int) \(row[1] as String) below \(row[2] as Int)")
        }
        self.lines = lines
    }
}

extension NSManagedObjectContext {
    /// Inserts an object with values for keys.
    @discardableResult
    func insert(_ entity: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// The objects of an entity in the order of their keys.
    func all(_ entity: String) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        return try fetch(request).sorted { ($0.objectID.primaryKey ?? 0) < ($1.objectID.primaryKey ?? 0) }
    }

    /// A value of all objects of an entity, as texts, in the order of their keys.
    func texts(_ entity: String, _ key: String) throws -> [String] {
        try all(entity).map { object in object.value(forKey: key).map { "\($0)" } ?? "nil" }
    }

    /// The names of the members of a relationship, for each object of an entity in the order of keys.
    func members(_ entity: String, _ relationship: String, _ key: String = "name") throws -> [[String]] {
        try all(entity).map { object in
            switch object.value(forKey: relationship) {
            case let set as Set<NSManagedObject>: set.map { $0.value(forKey: key) as? String ?? "nil" }.sorted()
            case let set as NSOrderedSet: set.array.map { ($0 as? NSManagedObject)?.value(forKey: key) as? String ?? "nil" }
            case let one as NSManagedObject: [one.value(forKey: key) as? String ?? "nil"]
            default: []
            }
        }
    }
}
