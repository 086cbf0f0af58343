public import Foundation
internal import Synchronization
internal import StrataTraps
public import StrataUndo

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
    open var name: String?
    /// The author that the persistent history records for this context's saves and batch requests.
    open var transactionAuthor: String?

    /// The policy that resolves the conflicts of a save: an `NSMergePolicy`, by default
    /// `NSMergePolicy.error`. Traps for a value of another type.
    open var mergePolicy: Any {
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
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { parent?.persistentStoreCoordinator ?? ownCoordinator }
        set {
            require(parent == nil, "The context has a parent and uses the parent's coordinator. Do not set another one.")
            guard ownCoordinator !== newValue else { return }
            ownCoordinator?.remove(mailbox)
            ownCoordinator = newValue
            guard let newValue else { return }
            ContextsInUse.add(self)
            newValue.add(mailbox)
        }
    }

    /// The parent context, which this one fetches from, unsaved changes included, and saves to.
    ///
    /// A save of this context turns its changes into unsaved changes of the parent. Only a save of
    /// the root context writes them to the store.
    open var parent: NSManagedObjectContext? {
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
            oldValue?.mailbox.children.remove(mailbox)
            // First, since a parent keeps what its children have not applied.
            mailbox.permanentIDsPulled.store(0, ordering: .relaxed)
            parent?.mailbox.children.add(mailbox)
            queue.setParent(parent?.queue)
        }
    }

    private func isBelow(_ other: NSManagedObjectContext) -> Bool {
        self === other || parent?.isBelow(other) == true
    }

    /// The new objects that the next save inserts.
    open var insertedObjects: Set<NSManagedObject> { inserted.set }
    /// The saved objects with unsaved changes, except those that the next save deletes.
    open var updatedObjects: Set<NSManagedObject> { updated.set }
    /// The saved objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { deleted.set }
    /// The new objects in the order of their insertion, until one of them is removed.
    ///
    /// A loop over many objects is faster over the list than over the set: neighbors in the list are
    /// mostly neighbors in memory.
    package final var insertedList: [NSManagedObject] { inserted.objects }
    /// The saved objects with unsaved changes, in the order of their first change.
    package final var updatedList: [NSManagedObject] { updated.objects }
    /// The saved objects that the next save deletes, in the order of their deletion.
    package final var deletedList: [NSManagedObject] { deleted.objects }
    var inserted = ChangedObjects()
    var updated = ChangedObjects()
    var deleted = ChangedObjects()

    /// A dictionary for the app's own values.
    public private(set) lazy var userInfo = NSMutableDictionary()

    /// Whether the context retains all of its objects until it is reset or deallocated. False by
    /// default: the context then retains only objects with unsaved changes.
    open var retainsRegisteredObjects: Bool {
        get { registry.retainsObjects }
        set { registry.retainsObjects = newValue }
    }

    /// Whether an object whose row turns out to be missing counts as deleted, with values that read
    /// as nil and zero. True by default. If false, reading a value of such an object traps.
    open var shouldDeleteInaccessibleFaults = true

    /// Called when a fault finds that its row is missing. Returns `shouldDeleteInaccessibleFaults`;
    /// overrides can log, or decide for each object.
    ///
    /// `existingObject(with:)` and other methods that throw do not call it.
    ///
    /// - Parameters:
    ///   - fault: The fault. An override must not use its values.
    ///   - oid: The fault's ID.
    ///   - property: Always nil: a fault reads all of its values, and does not know which one was
    ///     asked for.
    /// - Returns: Whether the object counts as deleted, with values that read as nil and zero. If
    ///   false, the access traps.
    open func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
    ) -> Bool { shouldDeleteInaccessibleFaults }

    /// Whether delete rules are applied each time the context processes its changes. True by
    /// default. If false, the save applies them.
    open var propagatesDeletesAtEndOfEvent = true

    /// The maximum age, in seconds, of the cached rows that the context's faults may use.
    ///
    /// A negative value, such as the default of -1, accepts any age. With 0, each read goes to the
    /// store, where another process or coordinator may have changed the row.
    open var stalenessInterval: TimeInterval = -1

    /// The undo manager that the context registers its changes with; nil, the default, for none.
    ///
    /// The changes that the context processes together are one action. Saves, merges and refreshes
    /// register nothing. Changes belong to the manager that is set while they are made; with nil,
    /// they cannot be undone. Set it on the context's queue, and use a manager of the main actor,
    /// such as that of a window, for main-queue contexts only. With a manager, processing changes
    /// costs O(changes) more, and the manager keeps the changed objects.
    open var undoManager: UndoManager? {
        willSet { if undoManager !== newValue { recordPendingChanges() } }
        didSet { connect(to: undoManager, insteadOf: oldValue) }
    }

    /// Whether saves omit the validation of objects. A migration validates them after it has created
    /// all relationships.
    var defersValidation = false

    /// The slots of to-many relationships that were emptied for a save, in which the object's row gets
    /// the members of a new object with the same unique value. Those of the new object are validated.
    package var slotsEmptiedForSave: [NSManagedObject: Set<Int>] = [:]

    /// The objects whose rows a save has deleted in favor of others with the same unique value; nil
    /// if a layer above does not collect them.
    package var displacedObjects: [NSManagedObject]?

    /// Called before the first change of an object in an event, to choose the manager that it is
    /// registered with.
    package var chooseUndoManager: (() -> Void)?

    /// Whether changes are registered with the undo manager. What belongs to its last step is registered
    /// in any case. Process the changes so far before setting it.
    package var registersUndo = true

    let queue: ContextQueue
    /// The manager that performs an undo of this context.
    var performingManager: UndoManager?
    /// The managers that may have actions of the context, which are several if windows share it.
    var holders: [UndoHolder] = []
    /// The number of times that the actions registered so far became ineffective.
    var undoEpoch = 0
    var policy = NSMergePolicy.error
    let registry = ObjectRegistry()
    /// The objects that changed since `processPendingChanges()` last ran, in order of their first
    /// change.
    var unprocessed: EventChanges = []
    /// The changes that `processPendingChanges()` is publishing.
    var currentEvent: EventChanges = []
    /// During a merge, the previous rows of the objects that it concerns.
    var rowsBeforeMerge: [ObjectIdentifier: Row] = [:]
    /// Whether an object of the context has become inaccessible.
    var hasLostRows = false
    /// Deleted objects whose delete rules have not been applied yet.
    var unpropagatedDeletions: [NSManagedObject] = []
    var deletionsInProgress = DeletionsInProgress()
    var isProcessingScheduled = false
    /// Whether a save is being prepared or written. Another one then throws.
    var isSaving = false
    /// Unchanged objects that the next save checks for conflicts; see `detectConflicts(for:)`.
    var checkedObjects: Set<NSManagedObject> = []
    /// Objects with values that live results have not been notified of: primitive values set in
    /// `willSave()`, and values that a merge policy assigned.
    var unreported: Set<NSManagedObject> = []
    /// The stores that new objects are assigned to, by temporary ID; see `assign(_:to:)`.
    var assignedStores: [RowID: NSPersistentStore] = [:]
    /// The destinations of relationships between `willChangeValue` and `didChangeValue`, as they
    /// were before the change.
    var changing: [ChangingRelationship: ChangingRelationship.Former] = [:]
    /// The pinned query generation; nil if the context reads the newest data. Children read it on
    /// their own queues.
    let generation = Mutex<NSQueryGenerationToken?>(nil)
    /// The live results of the context; nil until the first one is opened.
    var follower: (any ContextFollower)?
    /// Whether live results would notice a change.
    var isFollowed: Bool { follower?.isEmpty == false }
    /// The reads that failed where no error can be thrown.
    var failedReads = FailedReads()
    /// Deleted objects by row, while live results are being notified of their deletion.
    var removedObjects: [RowKey: NSManagedObject] = [:]
    /// The number of calls of `keepRemovedObjects(during:)` that are running.
    var removalsInUse = 0
    /// The permanent IDs of objects that were inserted in this context or an ancestor, by temporary
    /// ID.
    var permanentIDs = PermanentIDs()
    /// Whether objects have obtained permanent IDs since the last save, so that unsaved changes may
    /// still name the temporary ones.
    var mayNameReplacedIDs = false
    /// The entity hierarchies of a model to which relationships without an inverse lead.
    var unpaired: (model: NSManagedObjectModel, hierarchies: Set<ObjectIdentifier>)?
    /// The changes to be merged by `mergeDeferredChanges()`; nil for a context that merges on its
    /// queue or not at all.
    var deferredMerges: DeferredMerges? { mailbox.deferredMerges }
    /// The observation that merges deferred changes on the main queue; nil for a context that is not
    /// attached to it.
    var mainQueueMerges: DeferredMergesObservation?
    private var ownCoordinator: NSPersistentStoreCoordinator?
    /// The class that `layout(of:)` looked up last, with the result. Consecutively created objects
    /// are mostly of one class.
    var lastMade: (type: NSManagedObject.Type, model: NSManagedObjectModel, layout: EntityLayout)?
    /// The part of the context that the coordinator and the parent notify on any thread.
    let mailbox: ContextMailbox

    /// Creates a context. Set its `persistentStoreCoordinator` or its `parent` before using it.
    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        self.concurrencyType = concurrencyType
        queue = ContextQueue(concurrencyType)
        mailbox = ContextMailbox(queue)
        super.init()
        registry.context = self
        mailbox.context = self
    }

    /// Creates a context without a queue that merges automatically, whenever its owner calls
    /// `mergeDeferredChanges()`.
    // Not a designated initializer, since it is not public: subclasses in other modules would not
    // inherit the convenience initializers.
    package convenience init(deferringMerges: Void) {
        self.init(concurrencyType: .confinementConcurrencyType)
        mailbox.deferMerges()
        automaticallyMergesChangesFromParent = true
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
    open var automaticallyMergesChangesFromParent: Bool {
        get { mailbox.mergesAutomatically.load(ordering: .relaxed) }
        set { mailbox.mergesAutomatically.store(newValue, ordering: .relaxed) }
    }

    // MARK: What subclasses override

    // Swift cannot override a method of an extension. So these are declared here, and the extensions
    // have what they do.

    /// Whether the context has inserted, updated or deleted objects.
    open var hasChanges: Bool { isChanged }

    /// The objects of this context that are in use.
    open var registeredObjects: Set<NSManagedObject> { livingObjects }

    /// Returns the object for an ID if it is registered with the context; otherwise nil. Reads
    /// nothing from the store.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { objectInUse(for: objectID) }

    /// Returns the object for an ID, as a fault if the context has none yet. Does not check that
    /// the row exists. If it does not, the first access to a value marks the object as deleted; see
    /// `shouldDeleteInaccessibleFaults`.
    ///
    /// Traps for an ID from a store that the coordinator never had, since its row ID would identify
    /// a different row in this context.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject { identified(objectOrFault(with: objectID)) }

    /// Returns the object for an ID, and reads its values if it is a fault. Throws
    /// NSManagedObjectReferentialIntegrityError if the row does not exist, and the store's error if
    /// it cannot be read.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        identified(try storedObject(with: objectID))
    }

    /// Returns an object that an ID was resolved to. The live results that handed out the ID keep
    /// it.
    private func identified(_ object: NSManagedObject) -> NSManagedObject {
        follower?.keepIdentified(object)
        return object
    }

    /// Inserts a new object into this context, to be written by the next save. Withdraws the deletion
    /// of an object that the context has deleted and not saved; what its delete rules have deleted stays
    /// deleted.
    ///
    /// Traps for an object of another context, and for one of an abstract entity.
    open func insert(_ object: NSManagedObject) { insertObject(object) }

    /// Marks an object for deletion by the next save. An object that was never saved is only
    /// removed from the context.
    open func delete(_ object: NSManagedObject) { deleteObject(object) }

    /// Updates an object from its row.
    ///
    /// With `mergeChanges` true, the row is read again and unsaved changes are kept on top of it; a
    /// fault without changes reads its row when it is next used. With false, the object becomes a
    /// fault and its unsaved changes are lost. An object without changes whose row is deleted becomes
    /// a fault in both cases.
    open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, mergeChanges: flag) }

    /// Turns the registered objects without changes and transient values into faults, and updates the
    /// others from their rows, as `refresh(_:mergeChanges:)` does. Then processes pending changes.
    ///
    /// Reads a row for each object with unsaved changes or transient values. The others are read when
    /// they are next used.
    open func refreshAllObjects() { refreshLivingObjects() }

    /// Removes all objects from the context and discards all changes. Objects that the app still
    /// uses no longer belong to a context. Removes the context's actions from all undo managers.
    open func reset() { forgetObjects() }

    /// Discards all changes since the last save: removes inserted objects from the context, and
    /// restores the committed values of all others. Removes the context's actions from all undo
    /// managers.
    open func rollback() { discardChanges() }

    /// Saves all unsaved changes, or none of them: to the store, or to the parent context.
    ///
    /// Calls `willSave()` on the objects until they stop changing, validates them, writes them,
    /// posts the did-save notifications and calls `didSave()`. Without changes, only writes the
    /// metadata of stores that have been set.
    ///
    /// Throws NSManagedObjectValidationError and other validation errors with the object and the
    /// key in the user info; NSManagedObjectMergeError or NSManagedObjectConstraintMergeError with
    /// the conflicts under `conflictList`; or the store's own errors. Throws the code 132001 if a save
    /// of the context is being prepared or written, as in `willSave()`.
    open func save() throws { try saveChanges() }

    /// Executes a fetch, batch or history request.
    ///
    /// - Throws: `NSPersistentStoreUnsupportedRequestTypeError` for any other request.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult { try result(of: request) }

    /// Gives new objects their permanent IDs before they are saved. Costs one write for each store.
    ///
    /// Ignores saved objects. The ID of an object that is never saved is not reused. Throws if no
    /// store of the coordinator takes an object's entity.
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try identifyPermanently(objects) }

    /// Merges the changes that another context saved: those of its did-save notification, or of a
    /// history transaction's `objectIDNotification()`.
    ///
    /// Objects of this context read their rows again and keep their unsaved changes. Creates faults
    /// for inserted rows, which the objects-did-change notification lists. Waits for the context's
    /// queue.
    open func mergeChanges(fromContextDidSave notification: Notification) { mergeSave(notification) }

    /// Notifies live results and observers of the changes made since the last call.
    ///
    /// Runs automatically at the end of each `perform`, before a save, and soon after a change on
    /// the context's queue. Without a queue, call it yourself or save.
    ///
    /// Registers the changes with the undo manager, and ends the step of undo that they belong to,
    /// unless they are part of a window's event or of a group that the app has begun.
    open func processPendingChanges() { finishEvent() }

    /// Undoes the last step of the context's undo manager, after registering the changes made since.
    /// Does nothing without a manager. Traps as `UndoManager.undo()` does.
    open func undo() { undoLastStep() }

    /// Performs the last step of redo of the context's undo manager. Does nothing without a manager.
    /// Traps as `UndoManager.redo()` does.
    open func redo() { redoLastStep() }

    /// Runs `block` on the context's queue, later, and processes pending changes after it.
    @preconcurrency
    open func perform(_ block: @escaping @Sendable () -> Void) { enqueue(block) }

    /// Runs `block` on the context's queue and waits for it. May be nested.
    @preconcurrency
    open func performAndWait(_ block: @Sendable () -> Void) { queue.sync(block) }

    open override var description: String {
        "<NSManagedObjectContext: \(address(of: self))>"
    }
}
