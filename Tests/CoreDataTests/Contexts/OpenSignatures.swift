import CoreData
import Foundation

// The members of Core Data's classes that apps override. This file is compiled and never run: a
// member that is not open is a build error. The import is not @testable, which would make all
// members open.

private final class SomeContext: NSManagedObjectContext, @unchecked Sendable {
    override var hasChanges: Bool { super.hasChanges }
    override var registeredObjects: Set<NSManagedObject> { super.registeredObjects }
    override var insertedObjects: Set<NSManagedObject> { super.insertedObjects }
    override var updatedObjects: Set<NSManagedObject> { super.updatedObjects }
    override var deletedObjects: Set<NSManagedObject> { super.deletedObjects }
    override var automaticallyMergesChangesFromParent: Bool {
        get { super.automaticallyMergesChangesFromParent }
        set { super.automaticallyMergesChangesFromParent = newValue }
    }
    override var mergePolicy: Any {
        get { super.mergePolicy }
        set { super.mergePolicy = newValue }
    }
    override var parent: NSManagedObjectContext? {
        get { super.parent }
        set { super.parent = newValue }
    }
    override var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { super.persistentStoreCoordinator }
        set { super.persistentStoreCoordinator = newValue }
    }
    override var name: String? {
        get { super.name }
        set { super.name = newValue }
    }
    override init(concurrencyType: NSManagedObjectContextConcurrencyType) { super.init(concurrencyType: concurrencyType) }
    override func save() throws { try super.save() }
    override func rollback() { super.rollback() }
    override func reset() { super.reset() }
    override func insert(_ object: NSManagedObject) { super.insert(object) }
    override func delete(_ object: NSManagedObject) { super.delete(object) }
    override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { super.refresh(object, mergeChanges: flag) }
    override func refreshAllObjects() { super.refreshAllObjects() }
    override func processPendingChanges() { super.processPendingChanges() }
    override func object(with objectID: NSManagedObjectID) -> NSManagedObject { super.object(with: objectID) }
    override func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { super.registeredObject(for: objectID) }
    override func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        try super.existingObject(with: objectID)
    }
    override func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try super.obtainPermanentIDs(for: objects) }
    override func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult { try super.execute(request) }
    override func mergeChanges(fromContextDidSave notification: Notification) {
        super.mergeChanges(fromContextDidSave: notification)
    }
    override func perform(_ block: @escaping @Sendable () -> Void) { super.perform(block) }
    override func performAndWait(_ block: @Sendable () -> Void) { super.performAndWait(block) }
}

private final class SomeContainer: NSPersistentContainer, @unchecked Sendable {
    override class func defaultDirectoryURL() -> URL { super.defaultDirectoryURL() }
    override var name: String { super.name }
    override var viewContext: NSManagedObjectContext { super.viewContext }
    override var managedObjectModel: NSManagedObjectModel { super.managedObjectModel }
    override var persistentStoreCoordinator: NSPersistentStoreCoordinator { super.persistentStoreCoordinator }
    override func newBackgroundContext() -> NSManagedObjectContext { super.newBackgroundContext() }
    override func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        super.performBackgroundTask(block)
    }
}

private final class SomeController: NSFetchedResultsController<SomeItem> {
    override init(
        fetchRequest: NSFetchRequest<SomeItem>, managedObjectContext context: NSManagedObjectContext, sectionNameKeyPath: String?,
        cacheName name: String?
    ) {
        super.init(
            fetchRequest: fetchRequest, managedObjectContext: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }
    override var fetchedObjects: [SomeItem]? { super.fetchedObjects }
    override var sections: [any NSFetchedResultsSectionInfo]? { super.sections }
    override var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { super.delegate }
        set { super.delegate = newValue }
    }
    override func performFetch() throws { try super.performFetch() }
    override func object(at indexPath: IndexPath) -> SomeItem { super.object(at: indexPath) }
    override func indexPath(forObject object: SomeItem) -> IndexPath? { super.indexPath(forObject: object) }
}
