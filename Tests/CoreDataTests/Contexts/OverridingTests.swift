import CoreData
import Foundation
import Testing

// Not @testable, because an override in another module requires open members.

/// A context that counts its saves and can refuse them, like contexts in the tests of apps.
private final class CountingContext: NSManagedObjectContext, @unchecked Sendable {
    var saves = 0
    var refuses = false
    var deleted: [String] = []

    override func save() throws {
        saves += 1
        if refuses { throw CocoaError(.persistentStoreSave) }
        try super.save()
    }

    override func delete(_ object: NSManagedObject) {
        deleted.append(object.entity.name ?? "")
        super.delete(object)
    }

    override var hasChanges: Bool { false }
    override func processPendingChanges() {}
}

/// A context that runs its blocks immediately.
private final class ImmediateContext: NSManagedObjectContext, @unchecked Sendable {
    override func perform(_ block: @escaping @Sendable () -> Void) { performAndWait(block) }
}

/// The members of a context that an app's repository uses, so that its tests can substitute another
/// one.
private protocol Storing {
    var hasChanges: Bool { get }
    func perform(_ block: @escaping @Sendable () -> Void)
    func performAndWait(_ block: @Sendable () -> Void)
    func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult
    func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult
    func object(with objectID: NSManagedObjectID) -> NSManagedObject
    func delete(_ object: NSManagedObject)
    func rollback()
    func save() throws
}
extension NSManagedObjectContext: Storing {}

/// A container whose view context is of the app's own class.
private final class CountingContainer: NSPersistentContainer, @unchecked Sendable {
    let counting = CountingContext(concurrencyType: .mainQueueConcurrencyType)
    override var viewContext: NSManagedObjectContext {
        if counting.persistentStoreCoordinator == nil { counting.persistentStoreCoordinator = persistentStoreCoordinator }
        return counting
    }
    override var name: String { super.name + " 2" }
}

/// A delegate, with which a controller follows changes.
private final class Follower: NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}

@Suite(.eachStore) struct OverridingTests {
    private let store: TestStore

    init() throws { store = try TestStore() }

    private func counting() -> CountingContext {
        let context = CountingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = store.container.persistentStoreCoordinator
        return context
    }

    private func storedQuakes() throws -> Int {
        let context = store.context()
        return try context.performAndWait { try context.count(for: NSFetchRequest<Quake>(entityName: "Quake")) }
    }

    @Test func `an override of save() is called, and saves through super`() throws {
        let context = counting()
        try context.performAndWait {
            Quake(context: context).code = "a"
            let plain: NSManagedObjectContext = context
            try plain.save()
        }
        #expect(context.saves == 1)
        #expect(try storedQuakes() == 1)
    }

    @Test func `an override of save() that throws writes nothing`() throws {
        let context = counting()
        context.refuses = true
        context.performAndWait {
            Quake(context: context).code = "a"
            #expect(throws: CocoaError.self) { try (context as NSManagedObjectContext).save() }
            #expect(context.insertedObjects.count == 1)
        }
        #expect(try storedQuakes() == 0)
    }

    @Test func `an override of delete(_:) is called for each deletion`() throws {
        let context = counting()
        try context.performAndWait {
            let quake = Quake(context: context)
            try context.save()
            [quake].forEach((context as NSManagedObjectContext).delete)
            try context.save()
        }
        #expect(context.deleted == ["Quake"])
        #expect(try storedQuakes() == 0)
    }

    @Test func `results show unsaved values, whatever a context says of its changes`() throws {
        let context = counting()
        let other = store.context()
        let follower = Follower()
        nonisolated(unsafe) var quakes: [Quake] = []
        let controller = try context.performAndWait {
            for (code, magnitude) in [("a", 1), ("b", 2)] as [(String, Float)] {
                let quake = Quake(context: context)
                (quake.code, quake.magnitude) = (code, magnitude)
                quakes.append(quake)
            }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "magnitude", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            controller.delegate = follower
            try controller.performFetch()
            quakes[0].magnitude = 3
            return controller
        }
        let identifier = quakes[0].objectID
        nonisolated(unsafe) var saved: Notification?
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: other, queue: nil
        ) { saved = $0 }
        defer { NotificationCenter.default.removeObserver(observer) }
        try other.performAndWait {
            try #require(other.existingObject(with: identifier) as? Quake).place = "elsewhere"
            try other.save()
        }
        context.mergeChanges(fromContextDidSave: try #require(saved))
        context.performAndWait { #expect(controller.fetchedObjects?.map { $0.code ?? "" } == ["b", "a"]) }
    }

    @Test func `an override of perform(_:) can run blocks at once`() {
        let context = ImmediateContext(concurrencyType: .privateQueueConcurrencyType)
        nonisolated(unsafe) var ran = false
        (context as NSManagedObjectContext).perform { ran = true }
        #expect(ran)
    }

    @Test func `a context serves as a protocol of the app's`() throws {
        let context = store.context()
        nonisolated(unsafe) let storing: any Storing = context
        try context.performAndWait {
            Quake(context: context).code = "a"
            #expect(storing.hasChanges)
            try storing.save()
            let quakes = try storing.fetch(NSFetchRequest<Quake>(entityName: "Quake"))
            #expect(quakes.map(\.code) == ["a"])
        }
        nonisolated(unsafe) var order: [String] = []
        storing.performAndWait { order.append("protocol") }
        let wait: (@Sendable () -> Void) -> Void = context.performAndWait
        wait { order.append("function value") }
        #expect(order == ["protocol", "function value"])
    }

    @Test @MainActor func `a container can have a view context of another class`() throws {
        let container = CountingContainer(name: "Test", managedObjectModel: .quakes())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        let plain: NSPersistentContainer = container
        Quake(context: plain.viewContext).code = "a"
        try plain.viewContext.save()
        #expect(container.counting.saves == 1)
        #expect(plain.name == "Test 2")
        let background = plain.newBackgroundContext()
        #expect(try background.performAndWait { try background.count(for: NSFetchRequest<Quake>(entityName: "Quake")) } == 1)
    }
}
