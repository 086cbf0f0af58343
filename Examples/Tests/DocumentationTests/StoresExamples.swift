import CoreData
import Foundation
import Testing

// The examples of docs/stores.md.

final class TodoStore: NSAtomicStore, @unchecked Sendable {
    static let type = "TodoText"
    private var lastNumber = 0

    override func loadMetadata() throws {
        // A format without a place for metadata has the same UUID each time.
        metadata = [NSStoreUUIDKey: "7B0A9C66-9B1E-4C66-9F1E-5E6B2C1D7A10", NSStoreTypeKey: Self.type]
    }

    override func load() throws {
        guard let url, let model = persistentStoreCoordinator?.managedObjectModel,
            let entity = model.entitiesByName["Task"], FileManager.default.fileExists(atPath: url.path)
        else { return }
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        lastNumber = lines.count
        let nodes = lines.enumerated().map { number, line in
            let id = objectID(for: entity, withReferenceObject: number + 1)
            let node = NSAtomicStoreCacheNode(objectID: id)
            node.setValue(line.hasPrefix("x "), forKey: "isDone")
            node.setValue(line.hasPrefix("x ") ? String(line.dropFirst(2)) : String(line), forKey: "title")
            return node
        }
        addCacheNodes(Set(nodes))
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        lastNumber += 1
        return lastNumber
    }

    override func save() throws {
        guard let url else { return }
        let lines = numbered.map { _, node in
            let isDone = node.value(forKey: "isDone") as? Bool ?? false
            return (isDone ? "x " : "") + (node.value(forKey: "title") as? String ?? "")
        }
        try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }

    private var numbered: [(number: Int, node: NSAtomicStoreCacheNode)] {
        cacheNodes().map { (referenceObject(for: $0.objectID) as? Int ?? 0, $0) }.sorted { $0.number < $1.number }
    }
}

/// Tasks on a server, which has a number and a revision for each.
final class TaskStore: NSIncrementalStore, @unchecked Sendable {
    static let type = "Tasks"

    private let server = TaskServer()

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: Self.type, NSStoreUUIDKey: try server.account().uuidString]
    }

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        switch request {
        case let save as NSSaveChangesRequest:
            try server.transaction { transaction in
                for task in save.insertedObjects ?? [] { try transaction.insert(number(task.objectID), values(task)) }
                for task in save.updatedObjects ?? [] { try transaction.update(number(task.objectID), values(task)) }
                for task in save.deletedObjects ?? [] { try transaction.delete(number(task.objectID)) }
            }
            return [Any]()
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            guard let entity = fetch.entity else { return [Any]() }
            let numbers = try server.search(
                fetch.predicate, fetch.sortDescriptors ?? [], limit: fetch.fetchLimit, offset: fetch.fetchOffset)
            if fetch.resultType == .countResultType { return [numbers.count] }
            return numbers.map { newObjectID(for: entity, referenceObject: $0) }
        default:
            return try super.execute(request, with: context)
        }
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        guard let task = try server.task(number(objectID)) else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
        }
        return NSIncrementalStoreNode(objectID: objectID, withValues: ["title": task.title], version: task.revision)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        guard let entity = relationship.destinationEntity else { return [Any]() }
        let ids = try server.members(relationship.name, of: number(objectID))
            .map { newObjectID(for: entity, referenceObject: $0) }
        if relationship.isToMany { return ids }
        return ids.first.map { $0 as Any } ?? NSNull()
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try zip(array, server.newNumbers(array.count)).map { newObjectID(for: $0.entity, referenceObject: $1) }
    }

    private func number(_ objectID: NSManagedObjectID) -> Int { referenceObject(for: objectID) as? Int ?? 0 }

    private func values(_ task: NSManagedObject) -> [String: Any] {
        task.dictionaryWithValues(forKeys: Array(task.entity.attributesByName.keys))
    }
}

/// The server of the example: tasks in memory.
final class TaskServer {
    struct Task {
        var title = ""
        var revision: UInt64 = 1
    }

    struct Transaction {
        let server: TaskServer

        func insert(_ number: Int, _ values: [String: Any]) throws {
            server.tasks[number] = Task(title: values["title"] as? String ?? "")
        }

        func update(_ number: Int, _ values: [String: Any]) throws {
            server.tasks[number]?.title = values["title"] as? String ?? ""
            server.tasks[number]?.revision += 1
        }

        func delete(_ number: Int) throws { server.tasks[number] = nil }
    }

    fileprivate var tasks: [Int: Task] = [:]
    private var lastNumber = 0
    private let identifier = UUID()

    func account() throws -> UUID { identifier }

    func transaction(_ body: (Transaction) throws -> Void) throws { try body(Transaction(server: self)) }

    /// Returns the numbers of the tasks. The server of the example knows no predicates.
    func search(_ predicate: NSPredicate?, _ sorts: [NSSortDescriptor], limit: Int, offset: Int) throws -> [Int] {
        let numbers = tasks.keys.sorted().dropFirst(offset)
        return Array(limit > 0 ? numbers.prefix(limit) : numbers)
    }

    func task(_ number: Int) throws -> Task? { tasks[number] }

    func members(_ name: String, of number: Int) throws -> [Int] { [] }

    func newNumbers(_ count: Int) throws -> [Int] {
        lastNumber += count
        return Array(lastNumber - count + 1...lastNumber)
    }
}

@Suite("The examples of docs/stores.md", .serialized)
struct StoresExamplesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "stores-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }

    private static func model() -> NSManagedObjectModel {
        let (task, project) = (NSEntityDescription(), NSEntityDescription())
        (task.name, project.name) = ("Task", "Project")
        let (toProject, toTasks) = (NSRelationshipDescription(), NSRelationshipDescription())
        (toProject.name, toProject.destinationEntity, toProject.maxCount) = ("project", project, 1)
        (toTasks.name, toTasks.destinationEntity) = ("tasks", task)
        (toProject.inverseRelationship, toTasks.inverseRelationship) = (toTasks, toProject)
        (toProject.isOptional, toTasks.isOptional) = (true, true)
        task.properties = [attribute("title", .stringAttributeType), attribute("isDone", .booleanAttributeType), toProject]
        project.properties = [toTasks]
        let model = NSManagedObjectModel()
        model.entities = [task, project]
        return model
    }

    private func load(_ container: NSPersistentContainer) throws {
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    private func insert(_ title: String, _ context: NSManagedObjectContext) throws {
        let task = NSEntityDescription.insertNewObject(forEntityName: "Task", into: context)
        task.setValue(title, forKey: "title")
        try context.save()
    }

    private func titles(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Task")).compactMap { $0.value(forKey: "title") as? String }
            .sorted()
    }

    @Test("An XML store is opened, and copied to a SQLite store")
    func documents() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = NSPersistentContainer(name: "Recipes", managedObjectModel: Self.model())
        let description = NSPersistentStoreDescription(url: folder.appending(path: "Recipes.xml"))
        description.type = NSXMLStoreType
        container.persistentStoreDescriptions = [description]
        try load(container)
        let context = container.newBackgroundContext()
        try context.performAndWait { try insert("Bake", context) }
        let coordinator = container.persistentStoreCoordinator
        let store = try #require(coordinator.persistentStores.first)
        try coordinator.migratePersistentStore(store, to: folder.appending(path: "Recipes.sqlite"), withType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores.first?.type == NSSQLiteStoreType)
        let found = try context.performAndWait { try titles(context) }
        #expect(found == ["Bake"])
    }

    @Test("The atomic store reads and writes the lines of a file")
    func todo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        NSPersistentStoreCoordinator.registerStoreClass(TodoStore.self, forStoreType: TodoStore.type)
        let url = folder.appending(path: "todo.txt")
        try "x Sow\nReap".write(to: url, atomically: true, encoding: .utf8)
        let container = NSPersistentContainer(name: "Todo", managedObjectModel: Self.model())
        let description = NSPersistentStoreDescription(url: url)
        description.type = TodoStore.type
        container.persistentStoreDescriptions = [description]
        try load(container)
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws in
            #expect(try titles(context) == ["Reap", "Sow"])
            try insert("Rest", context)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == "x Sow\nReap\nRest")
    }

    @Test("The incremental store reads tasks of the server and saves them")
    func tasks() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = NSPersistentContainer(name: "Tasks", managedObjectModel: Self.model())
        NSPersistentStoreCoordinator.registerStoreClass(TaskStore.self, forStoreType: TaskStore.type)
        let description = NSPersistentStoreDescription(url: URL(string: "https://tasks.example/")!)
        description.type = TaskStore.type
        container.persistentStoreDescriptions = [description]
        try load(container)
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws in
            try insert("Water the plants", context)
            context.reset()
            #expect(try titles(context) == ["Water the plants"])
            let task = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Task")).first)
            task.setValue("Water the cactus", forKey: "title")
            try context.save()
            context.delete(task)
            try context.save()
            #expect(try titles(context).isEmpty)
        }
    }
}
