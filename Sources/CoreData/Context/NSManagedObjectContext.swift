public import Foundation
internal import Synchronization

/// Which queue a context works on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    case privateQueueConcurrencyType = 1
    case mainQueueConcurrencyType = 2
}

/// A scratch pad of objects: reads them, notes their changes and saves those together.
///
/// A context and its objects are used on its queue only: a main-queue context from the main actor, any other inside
/// `perform` or `performAndWait`. That, and not locks, is why it may be sent to other threads.
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
                preconditionFailure("mergePolicy takes an NSMergePolicy, not a \(Swift.type(of: newValue)).")
            }
            policy = newValue
        }
    }

    public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        didSet { persistentStoreCoordinator?.add(self) }
    }

    public internal(set) var insertedObjects: Set<NSManagedObject> = []
    public internal(set) var updatedObjects: Set<NSManagedObject> = []
    public internal(set) var deletedObjects: Set<NSManagedObject> = []

    let queue: ContextQueue
    var policy = NSMergePolicy.error
    var registry = ObjectRegistry()
    /// Objects that changed since changes were last processed.
    var unprocessed: [NSManagedObject] = []
    /// Deleted objects whose delete rules were not carried out yet.
    var unpropagatedDeletions: [NSManagedObject] = []
    var isProcessingScheduled = false
    let liveResults = LiveResultsPool()
    private let mergesAutomatically = Atomic<Bool>(false)

    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.concurrencyType = concurrencyType
        queue = ContextQueue(concurrencyType)
    }

    deinit {
        // Related objects hold each other once they were looked at: the circle ends with the context.
        for object in registry.living { object.releaseRelated() }
    }

    /// Whether saves of other contexts reach this one by themselves; they come on its queue, some time later.
    public var automaticallyMergesChangesFromParent: Bool {
        get { mergesAutomatically.load(ordering: .relaxed) }
        set { mergesAutomatically.store(newValue, ordering: .relaxed) }
    }

    /// The model of the coordinator; a context without one is of no use.
    var model: NSManagedObjectModel { coordinator.managedObjectModel }

    var coordinator: NSPersistentStoreCoordinator {
        guard let persistentStoreCoordinator else {
            preconditionFailure("The context has no persistentStoreCoordinator; set one, or take a context from a container.")
        }
        return persistentStoreCoordinator
    }

    public override var description: String {
        "<NSManagedObjectContext: \(name ?? "0x" + String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16))>"
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
