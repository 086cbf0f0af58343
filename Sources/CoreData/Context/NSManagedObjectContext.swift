public import Foundation
internal import Synchronization
internal import Traps

/// Which queue a context works on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// No queue: whoever made the context uses it, on one thread at a time.
    case confinementConcurrencyType = 0
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
}

/// A scratch pad of objects: reads them, notes their changes and saves those together.
///
/// A context and its objects are used on its queue only: a main-queue context from the main actor, any other inside
/// `perform` or `performAndWait`. That, and not locks, is why it may be sent to other threads.
// Safe to share: confined to the context's queue, which ConcurrencyDebug checks.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    public let concurrencyType: NSManagedObjectContextConcurrencyType
    public var name: String?
    /// Written into the history of what this context saves.
    public var transactionAuthor: String?

    /// How saves settle conflicts: an `NSMergePolicy`, at first `NSMergePolicy.error`.
    public var mergePolicy: Any {
        get { policy }
        set {
            guard let newValue = newValue as? NSMergePolicy else {
                trap("mergePolicy takes an NSMergePolicy, not a \(Swift.type(of: newValue)).")
            }
            policy = newValue
        }
    }

    /// Where the objects are stored; a child has its parent's.
    public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { parent?.persistentStoreCoordinator ?? ownCoordinator }
        set {
            require(parent == nil, "The context has a parent, whose coordinator it uses; do not set another.")
            ownCoordinator = newValue
            newValue?.add(self)
        }
    }

    /// The context that this one fetches from, unsaved changes included, and saves into.
    ///
    /// A save here makes the changes unsaved ones of the parent; only the save of the last parent writes them to the store.
    public var parent: NSManagedObjectContext? {
        willSet {
            guard let newValue else { return }
            require(ownCoordinator == nil, "The context has a coordinator already; a context has that or a parent.")
            require(
                newValue.concurrencyType != .confinementConcurrencyType,
                "A parent context needs a queue: make it with the private or the main queue's concurrency type."
            )
            require(!newValue.isBelow(self), "A context cannot be its own parent, or that of one above it.")
        }
        didSet {
            oldValue?.children.remove(self)
            parent?.children.add(self)
            numbersTaken = 0
        }
    }

    private func isBelow(_ other: NSManagedObjectContext) -> Bool {
        self === other || parent?.isBelow(other) == true
    }

    public var insertedObjects: Set<NSManagedObject> { inserted.set }
    public var updatedObjects: Set<NSManagedObject> { updated.set }
    public var deletedObjects: Set<NSManagedObject> { deleted.set }
    var inserted = ChangedObjects()
    var updated = ChangedObjects()
    var deleted = ChangedObjects()

    /// What an app keeps with the context.
    public private(set) lazy var userInfo = NSMutableDictionary()

    /// Whether the context keeps all its objects, and not only those with changes, for as long as it lives or until `reset()`.
    public var retainsRegisteredObjects: Bool {
        get { registry.retainsObjects }
        set { registry.retainsObjects = newValue }
    }

    /// What happens where an object's row turns out to be gone: with true, the default, it counts as deleted and its values read
    /// as nil and zero; with false, the program is stopped.
    public var shouldDeleteInaccessibleFaults = true

    /// Whether delete rules are carried out when changes are processed, as at the end of each `perform`, or with false only by the save.
    public var propagatesDeletesAtEndOfEvent = true

    /// How old, in seconds, a row may be that the coordinator keeps, when an object's values are read. The default of -1 is: any age. With
    /// 0 each read goes to the store, where other processes and coordinators may have changed the row.
    public var stalenessInterval: TimeInterval = -1

    let queue: ContextQueue
    var policy = NSMergePolicy.error
    let registry = ObjectRegistry()
    /// Objects that changed since changes were last processed.
    var unprocessed: [EventChange] = []
    /// The changes that are being told of.
    var currentEvent: [EventChange] = []
    /// Deleted objects whose delete rules were not carried out yet.
    var unpropagatedDeletions: [NSManagedObject] = []
    var isProcessingScheduled = false
    /// Unchanged objects that the next save looks for conflicts of.
    var checkedObjects: Set<NSManagedObject> = []
    /// Objects whose primitive values, or what a merge policy gave them, live results have not heard of.
    var unheard: Set<NSManagedObject> = []
    /// Where new objects shall be saved, by their temporary numbers; see `assign(_:to:)`.
    var assignedStores: [Int64: SQLiteStore] = [:]
    /// What relationships refer to between `willChangeValue` and `didChangeValue`, as it was before.
    var changing: [ChangingRelationship: ChangingRelationship.Former] = [:]
    /// The generation of the store that is read; nil for the newest.
    var generation: NSQueryGenerationToken?
    let liveResults = LiveResultsPool()
    /// Objects that are gone, while live results are told so.
    var departing: [RowKey: NSManagedObject] = [:]
    let children = ChildContexts()
    /// What objects that were new in here, or above, are called now.
    var permanentNumbers = PermanentNumbers()
    /// How many of the parent's permanent numbers are known here.
    var numbersTaken = 0
    private var ownCoordinator: NSPersistentStoreCoordinator?
    /// The class of the object that was made last, and its entity's layout: mostly the next is of the same.
    private var lastMade: (type: NSManagedObject.Type, model: NSManagedObjectModel, layout: EntityLayout)?
    private let mergesAutomatically = Atomic<Bool>(false)

    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.concurrencyType = concurrencyType
        queue = ContextQueue(concurrencyType)
        super.init()
        registry.context = self
    }

    /// A context that is confined to whoever made it; give it a coordinator or a parent.
    public override convenience init() {
        self.init(concurrencyType: .confinementConcurrencyType)
    }

    deinit {
        // Objects hold the registry, which holds those that the context retains; and related ones hold each other once they were looked at. These
        // circles end with the context.
        registry.retainsObjects = false
        for object in registry.living { object.releaseRelated() }
    }

    /// Whether saves of other contexts reach this one by themselves; they come on its queue, some time later.
    public var automaticallyMergesChangesFromParent: Bool {
        get { mergesAutomatically.load(ordering: .relaxed) }
        set { mergesAutomatically.store(newValue, ordering: .relaxed) }
    }

    var parentSource: ParentContext? { parent.map { ParentContext(parent: $0, child: self) } }

    /// What is above this context.
    var source: any ContextSource {
        if let parentSource { return parentSource }
        if let generation { return PinnedGeneration(coordinator: coordinator, token: generation) }
        return coordinator
    }

    /// Whether the store as it is now, and nothing over it, is above this context.
    var readsStoreDirectly: Bool { parent == nil && generation == nil }

    /// The model of the coordinator; a context without one is of no use.
    var model: NSManagedObjectModel { coordinator.managedObjectModel }

    /// The layout of a class's entity; traps where the model has none.
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
            trap("The context has no persistentStoreCoordinator; set one, or take a context from a container.")
        }
        return persistentStoreCoordinator
    }

    public override var description: String {
        "<NSManagedObjectContext: \(address(of: self))>"
    }
}

extension NSManagedObjectContext {
    /// The queue a context works on, under the names of iOS 15.
    public struct ConcurrencyType: Sendable {
        let type: NSManagedObjectContextConcurrencyType
        public static let mainQueue = ConcurrencyType(type: .mainQueueConcurrencyType)
        public static let privateQueue = ConcurrencyType(type: .privateQueueConcurrencyType)
    }

    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type.type)
    }
}
