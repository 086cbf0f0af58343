public import Foundation
internal import Synchronization

/// A model, a coordinator, a store and a context for the main actor, ready to use.
// Safe to share: constants, and mutexes around what is not.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    public let name: String
    public let managedObjectModel: NSManagedObjectModel
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context for the main actor.
    public let viewContext: NSManagedObjectContext
    /// Where and how to open the stores; one description, at first `<name>.sqlite` in `defaultDirectoryURL()`.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get { descriptions.withLock { $0 } }
        set { descriptions.withLock { $0 = newValue } }
    }
    private let descriptions = Mutex<[NSPersistentStoreDescription]>([])
    private let loaded = Mutex<[LoadedStore]>([])

    private struct LoadedStore {
        let description: NSPersistentStoreDescription
        weak var store: NSPersistentStore?
    }

    /// Finds the model of that name: one that `CoreDataModelPlugin` compiled into the program, or a file in the program's resources.
    ///
    /// All containers of a name share one model. Traps where there is none, and says which there are.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: .named(name))
    }

    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        super.init()
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: type(of: self).defaultDirectoryURL().appending(path: "\(name).sqlite"))
        ]
    }

    open override var description: String { "<NSPersistentContainer: \(address(of: self))>" }

    /// `$XDG_DATA_HOME/<executable>`, or `~/.local/share/<executable>`.
    open class func defaultDirectoryURL() -> URL { UserFolder.data }

    /// Opens the stores and calls `block` once for each description, with the error where that failed.
    ///
    /// Descriptions whose stores are open already are passed over, so that it can be called again after an error. For a
    /// description with `shouldAddStoreAsynchronously`, `block` is called later, on a queue of the coordinator's.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions where !isLoaded(description) {
            persistentStoreCoordinator.add(description) { [self] store, error in
                if let store { loaded.withLock { $0.append(LoadedStore(description: description, store: store)) } }
                block(description, error)
            }
        }
    }

    private func isLoaded(_ description: NSPersistentStoreDescription) -> Bool {
        loaded.withLock { loaded in
            loaded.removeAll { $0.store?.persistentStoreCoordinator == nil }
            return loaded.contains { $0.description === description }
        }
    }

    /// A context with a queue of its own.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` on the queue of a new context.
    open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` on the queue of a new context and gives what it returns or throws.
    open func performBackgroundTask<T>(
        _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}
