public import Foundation
internal import Synchronization

/// A model with its coordinator, its stores and a context for the main actor, ready to use.
// Safe to share: constants, and mutexes around everything else.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    /// The container's name. The default store file is named after it.
    open var name: String { given.name }
    /// The model of the container's coordinator.
    open var managedObjectModel: NSManagedObjectModel { given.model }
    /// The coordinator that the stores are added to, and that all of the container's contexts use.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator { given.coordinator }
    /// The container's main-queue context, for views and other code on the main actor.
    open var viewContext: NSManagedObjectContext { given.viewContext }
    /// The locations and options of the stores that `loadPersistentStores` opens. By default a
    /// single description, for `<name>.sqlite` in `defaultDirectoryURL()`.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get { descriptions.withLock { $0 } }
        set { descriptions.withLock { $0 = newValue } }
    }
    private let given: Parts
    private let descriptions = Mutex<[NSPersistentStoreDescription]>([])
    private let loaded = Mutex<[LoadedStore]>([])

    /// The parts of the container. A subclass may override the properties that return them.
    private struct Parts {
        let name: String
        let model: NSManagedObjectModel
        let coordinator: NSPersistentStoreCoordinator
        let viewContext: NSManagedObjectContext

        init(name: String, _ coordinator: NSPersistentStoreCoordinator) {
            self.name = name
            model = coordinator.managedObjectModel
            self.coordinator = coordinator
            viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            viewContext.persistentStoreCoordinator = coordinator
        }
    }

    private struct LoadedStore {
        let description: NSPersistentStoreDescription
        weak var store: NSPersistentStore?
    }

    /// Creates a container with the model that has the same name: one that `CoreDataModelPlugin`
    /// compiled into the program, or a file in the program's resources.
    ///
    /// Containers with the same name share one model. If there is no such model, traps with a list
    /// of those that exist.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: .named(name))
    }

    /// Creates a container with a given model. Opens no store; see
    /// `loadPersistentStores(completionHandler:)`.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        let adopted = Self.adopted
        given = Parts(name: name, adopted ?? NSPersistentStoreCoordinator(managedObjectModel: model))
        super.init()
        guard adopted == nil else { return }
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: type(of: self).defaultDirectoryURL().appending(path: "\(name).sqlite"))
        ]
    }

    /// The coordinator of the container that is being created by `around(_:name:)`; nil for all
    /// others.
    // Not a parameter of another designated initializer: if one is not public, subclasses in other
    // modules do not inherit `init(name:)`.
    @TaskLocal private static var adopted: NSPersistentStoreCoordinator?

    /// Returns a container without descriptions around a coordinator, for a store that is being
    /// migrated.
    static func around(_ coordinator: NSPersistentStoreCoordinator, name: String) -> NSPersistentContainer {
        $adopted.withValue(coordinator) {
            NSPersistentContainer(name: name, managedObjectModel: coordinator.managedObjectModel)
        }
    }

    open override var description: String { "<\(type(of: self)): \(address(of: self))>" }

    /// The directory of default stores: `$XDG_DATA_HOME/<executable>`, or
    /// `~/.local/share/<executable>`. Creates it if it does not exist.
    open class func defaultDirectoryURL() -> URL {
        // Ignored: the store that cannot be opened there has an error with the reason.
        try? FileManager.default.createDirectory(at: UserDirectories.data, withIntermediateDirectories: true)
        return UserDirectories.data
    }

    /// Opens the stores of the descriptions, and calls `block` once for each, with an error if the
    /// store could not be opened.
    ///
    /// Ignores descriptions whose stores are already open, so that you can call it again after an
    /// error. For a description with `shouldAddStoreAsynchronously`, `block` is called later, on
    /// the coordinator's queue.
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

    /// Returns a new context with a private queue.
    ///
    /// It does not merge what other contexts save. For a context that you keep, set
    /// `automaticallyMergesChangesFromParent`.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs `block` later, on the queue of a new context.
    @preconcurrency
    open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs `block` on the queue of a new context and returns its result.
    @preconcurrency
    open func performBackgroundTask<T>(
        _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}
