public import Foundation
internal import Synchronization
internal import StrataTraps

/// The queue that a context and its objects are used on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// No queue: the code that creates the context uses it, on one thread at a time.
    case confinementConcurrencyType = 0
    /// A private serial queue; use the context inside `perform` or `performAndWait`.
    case privateQueueConcurrencyType = 1
    /// The main queue, for use from the main actor.
    case mainQueueConcurrencyType = 2
}

/// A working set of managed objects: fetches them, tracks their changes, and saves the changes
/// together.
///
/// A context and its objects are used on its queue only: a main-queue context from the main actor,
/// any other inside `perform` or `performAndWait`. This confinement makes it safe to pass a context
/// to other threads, without a lock.
// Safe to share: confined to the context's queue, which ConcurrencyDebug checks.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    /// The kind of queue that the context uses, as chosen when it was created.
    public let concurrencyType: NSManagedObjectContextConcurrencyType
    /// A name for the context in messages and in the history of its saves.
    public var name: String?
    /// The author that the persistent history records for this context's saves and batch requests.
    public var transactionAuthor: String?

    /// The policy that resolves the conflicts of a save: an `NSMergePolicy`, by default
    /// `NSMergePolicy.error`. Traps for a value of another type.
    public var mergePolicy: Any {
        get { policy }
        set {
            guard let newValue = newValue as? NSMergePolicy else {
                trap("mergePolicy takes an NSMergePolicy, not a \(Swift.type(of: newValue)).")
            }
            policy = newValue
        }
    }

    /// The coordinator of the stores that the context fetches from and saves to.
    ///
    /// A child context uses its parent's coordinator; setting one there traps.
    public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { parent?.persistentStoreCoordinator ?? ownCoordinator }
        set {
            require(parent == nil, "The context has a parent and uses the parent's coordinator. Do not set another one.")
            guard ownCoordinator !== newValue else { return }
            ownCoordinator?.remove(self)
            ownCoordinator = newValue
            newValue?.add(self)
        }
    }

    /// The parent context, which this one fetches from, unsaved changes included, and saves to.
    ///
    /// A save of this context turns its changes into unsaved changes of the parent. Only a save of
    /// the root context writes them to the store.
    public var parent: NSManagedObjectContext? {
        willSet {
            guard let newValue else { return }
            require(ownCoordinator == nil, "The context has a coordinator already; it cannot have a parent, too.")
            require(
                newValue.concurrencyType != .confinementConcurrencyType,
                "A parent context needs a queue. Create it with the private or the main queue's concurrency type."
            )
            require(!newValue.isBelow(self), "A context cannot be its own parent, or the parent of one of its ancestors.")
        }
        didSet {
            oldValue?.children.remove(self)
            parent?.children.add(self)
            permanentIDsPulled = 0
        }
    }

    private func isBelow(_ other: NSManagedObjectContext) -> Bool {
        self === other || parent?.isBelow(other) == true
    }

    /// The new objects that the next save inserts.
    public var insertedObjects: Set<NSManagedObject> { inserted.set }
    /// The saved objects with unsaved changes, except those that the next save deletes.
    public var updatedObjects: Set<NSManagedObject> { updated.set }
    /// The saved objects that the next save deletes.
    public var deletedObjects: Set<NSManagedObject> { deleted.set }
    var inserted = ChangedObjects()
    var updated = ChangedObjects()
    var deleted = ChangedObjects()

    /// A dictionary for the app's own values.
    public private(set) lazy var userInfo = NSMutableDictionary()

    /// Whether the context retains all of its objects until it is reset or deallocated. False by
    /// default: the context then retains only objects with unsaved changes.
    public var retainsRegisteredObjects: Bool {
        get { registry.retainsObjects }
        set { registry.retainsObjects = newValue }
    }

    /// Whether an object whose row turns out to be missing counts as deleted, with values that read
    /// as nil and zero. True by default. If false, reading a value of such an object traps.
    public var shouldDeleteInaccessibleFaults = true

    /// Whether delete rules are applied each time the context processes its changes. True by
    /// default. If false, the save applies them.
    public var propagatesDeletesAtEndOfEvent = true

    /// The maximum age, in seconds, of the cached rows that the context's faults may use.
    ///
    /// A negative value, such as the default of -1, accepts any age. With 0, each read goes to the
    /// store, where another process or coordinator may have changed the row.
    public var stalenessInterval: TimeInterval = -1

    let queue: ContextQueue
    var policy = NSMergePolicy.error
    let registry = ObjectRegistry()
    /// The objects that changed since `processPendingChanges()` last ran, in order of their first
    /// change.
    var unprocessed: [EventChange] = []
    /// The changes that `processPendingChanges()` is publishing.
    var currentEvent: [EventChange] = []
    /// Deleted objects whose delete rules have not been applied yet.
    var unpropagatedDeletions: [NSManagedObject] = []
    var isProcessingScheduled = false
    /// Unchanged objects that the next save checks for conflicts; see `detectConflicts(for:)`.
    var checkedObjects: Set<NSManagedObject> = []
    /// Objects with values that live results have not been notified of: primitive values set in
    /// `willSave()`, and values that a merge policy assigned.
    var unreported: Set<NSManagedObject> = []
    /// The stores that new objects are assigned to, by temporary ID; see `assign(_:to:)`.
    var assignedStores: [RowID: SQLiteStore] = [:]
    /// The destinations of relationships between `willChangeValue` and `didChangeValue`, as they
    /// were before the change.
    var changing: [ChangingRelationship: ChangingRelationship.Former] = [:]
    /// The pinned query generation; nil if the context reads the newest data.
    var generation: NSQueryGenerationToken?
    let liveResults = LiveResultsPool()
    /// Deleted objects by row, while live results are being notified of their deletion.
    var removedObjects: [RowKey: NSManagedObject] = [:]
    let children = ChildContexts()
    /// The permanent IDs of objects that were inserted in this context or an ancestor, by temporary
    /// ID.
    var permanentIDs = PermanentIDs()
    /// The number of entries of the parent's `permanentIDs` that this context has applied.
    var permanentIDsPulled = 0
    private var ownCoordinator: NSPersistentStoreCoordinator?
    /// The class that `layout(of:)` looked up last, with the result. Consecutively created objects
    /// are mostly of one class.
    private var lastMade: (type: NSManagedObject.Type, model: NSManagedObjectModel, layout: EntityLayout)?
    private let mergesAutomatically = Atomic<Bool>(false)

    /// Creates a context. Set its `persistentStoreCoordinator` or its `parent` before using it.
    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.concurrencyType = concurrencyType
        queue = ContextQueue(concurrencyType)
        super.init()
        registry.context = self
    }

    /// Creates a context without a queue, confined to the code that created it.
    public override convenience init() {
        self.init(concurrencyType: .confinementConcurrencyType)
    }

    deinit {
        ContextsInUse.remove(self)
        // Breaks reference cycles: objects hold the registry, which holds the retained objects; and
        // related objects hold each other once their relationship was read.
        registry.retainsObjects = false
        for object in registry.living { object.releaseRelated() }
    }

    /// Whether the context merges the changes that its coordinator or its parent publishes.
    ///
    /// The merge runs later, on the context's queue. False by default.
    public var automaticallyMergesChangesFromParent: Bool {
        get { mergesAutomatically.load(ordering: .relaxed) }
        set { mergesAutomatically.store(newValue, ordering: .relaxed) }
    }

    var parentSource: ParentContext? { parent.map { ParentContext(parent: $0, child: self) } }

    /// The source that this context reads from and saves to: its parent, its pinned query
    /// generation, or the coordinator.
    var source: any ContextSource {
        if let parentSource { return parentSource }
        if let generation { return PinnedGeneration(coordinator: coordinator, token: generation) }
        return coordinator
    }

    /// Whether the context reads the store's newest data, and not a parent or a pinned generation.
    var readsStoreDirectly: Bool { parent == nil && generation == nil }

    /// The coordinator's model. Traps if the context has no coordinator.
    var model: NSManagedObjectModel { coordinator.managedObjectModel }

    /// Returns the layout of the entity of a class. Traps if the model has no such entity.
    func layout(of type: NSManagedObject.Type) -> EntityLayout {
        checkQueue("init(context:)")
        let model = model
        if let lastMade, lastMade.type == type, lastMade.model === model { return lastMade.layout }
        guard let entity = model.entity(of: type) else {
            trap("The context's model has no entity whose class is '\(String(reflecting: type))'.")
        }
        lastMade = (type, model, entity.layout)
        return entity.layout
    }

    var coordinator: NSPersistentStoreCoordinator {
        guard let persistentStoreCoordinator else {
            trap("The context has no persistentStoreCoordinator. Set one, or use a context of an NSPersistentContainer.")
        }
        return persistentStoreCoordinator
    }

    public override var description: String {
        "<NSManagedObjectContext: \(address(of: self))>"
    }
}

extension NSManagedObjectContext {
    /// The queue that a context is used on, under the names introduced in iOS 15.
    public struct ConcurrencyType: Sendable {
        let type: NSManagedObjectContextConcurrencyType
        /// The main queue, for use from the main actor.
        public static let mainQueue = ConcurrencyType(type: .mainQueueConcurrencyType)
        /// A private serial queue; use the context inside `perform` or `performAndWait`.
        public static let privateQueue = ConcurrencyType(type: .privateQueueConcurrencyType)
    }

    /// Creates a context on the main queue or on a private one; the same as
    /// `init(concurrencyType:)`.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type.type)
    }
}
