package import CoreData
public import Foundation
internal import StrataTraps
internal import StrataUndo
internal import Synchronization

/// The models that one actor works with, and their unsaved changes.
///
/// Make one for each actor or queue: a context and its models are not Sendable. Containers and
/// identifiers are. The saves of other contexts reach this one when it is next used. They reach the
/// main context, and one in the environment of views, with the next turn of the main queue.
public class ModelContext: Equatable, CustomDebugStringConvertible {
    /// The container whose models these are.
    public var container: ModelContainer {
        if let container = ownContainer ?? mainContainer { return container }
        let container = ModelContainer(storage, main: self)
        mainContainer = container
        return container
    }

    let storage: ContainerStorage
    /// The container of any but the main context, which its container keeps.
    private let ownContainer: ModelContainer?
    private weak var mainContainer: ModelContainer?
    let managed: ModelObjectContext
    /// The reference to the managed context that the models share.
    let keeper: ContextKeeper
    /// The managed context behind this one.
    package var managedObjectContext: NSManagedObjectContext { managed }
    private let saver: Autosaver?
    private var changeObserver: ChangeObserver?
    /// The values of models that refer to one of the context and are not known yet, in the order of
    /// their creation.
    var pending: [ObjectIdentifier: (order: Int, anchor: ModelAnchor)] = [:]
    var pendingCount = 0
    /// Whether a context of the main queue was used off it, which is logged once.
    let hasLeftQueue = Atomic(false)
    /// The choice of the undo manager of the context's changes.
    var undoFollowing = UndoFollowing()

    /// Creates a context. It does not save by itself.
    public init(_ container: ModelContainer) {
        storage = container.storage
        ownContainer = container
        managed = ModelObjectContext(deferringMerges: ())
        keeper = ContextKeeper(managed)
        saver = nil
        connect()
    }

    /// Creates the context of the main actor.
    @MainActor init(main container: ModelContainer) {
        storage = container.storage
        ownContainer = nil
        mainContainer = container
        managed = ModelObjectContext(concurrencyType: .mainQueueConcurrencyType)
        keeper = ContextKeeper(managed)
        saver = Autosaver()
        connect()
        managed.automaticallyMergesChangesFromParent = true
        saver?.context = self
        saver?.start(managed)
    }

    deinit {
        // On another thread, since a deinitialization must not wait for a fetch of another context.
        if !storage.bridges.isEmpty {
            DispatchQueue.global().async { [storage, editingState] in
                storage.forEachDataStore { $0.invalidateState(for: editingState) }
            }
        }
        // Models with unsaved changes keep the managed context, which keeps them. The last reference to
        // the main context may go on any thread, while models are in use on the main actor.
        managed.performOnQueue { [managed] in
            for objects in [managed.insertedList, managed.updatedList, managed.deletedList] {
                for object in objects { (object as? _ModelObject)?.releaseModel() }
            }
        }
    }

    private func connect() {
        managed.persistentStoreCoordinator = storage.coordinator
        managed.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        managed.model = self
        managed.rowHashes = storage.rowHashes
        storage.forEachDataStore { $0.initializeState(for: editingState) }
        changeObserver = ChangeObserver(managed)
    }

    /// Whether changes are saved soon after they were made, and those that were made before it became
    /// true soon after that. True for a container's main context, and without effect for others, which
    /// save when the app says so.
    public var autosaveEnabled: Bool {
        get { saver?.isEnabled ?? false }
        set {
            guard let saver, saver.isEnabled != newValue else { return }
            saver.isEnabled = newValue
            if newValue { DispatchQueue.main.async { MainActor.assumeIsolated { saver.schedule() } } }
        }
    }

    /// The author of the changes, which the history names.
    public var author: String? {
        get { managed.transactionAuthor }
        set { managed.transactionAuthor = newValue }
    }

    /// The identity of the context's edits, with their author.
    public var editingState: EditingState { managed.editingState }

    // MARK: Changes

    /// Whether models were inserted, changed or deleted since the last save.
    public var hasChanges: Bool {
        onQueue {
            insertPending()
            return managed.hasChanges
        }
    }

    /// The models that the next save inserts.
    public var insertedModelsArray: [any PersistentModel] {
        onQueue {
            insertPending()
            return models(managed.insertedObjects)
        }
    }

    /// The stored models with changes that are not saved.
    public var changedModelsArray: [any PersistentModel] { onQueue { models(managed.updatedObjects) } }

    /// The models that the next save deletes.
    public var deletedModelsArray: [any PersistentModel] { onQueue { models(managed.deletedObjects) } }

    private func models(_ objects: Set<NSManagedObject>) -> [any PersistentModel] {
        objects.sorted { $0.objectID.rowID.sortPosition < $1.objectID.rowID.sortPosition }
            .compactMap { ($0 as? _ModelObject)?.madeModel }
    }

    /// Inserts a new model, and all new models that its relationships reach.
    ///
    /// Has no effect on a model that the context has, unless that is marked for deletion: the deletion
    /// is withdrawn, and a stored model has its stored values again. Its related models refer to it
    /// again, as stored; what a cascade had deleted by then stays deleted, and what refers to a third
    /// model by now stays with that. Traps for a model of another context, and for one of a type that
    /// the container's schema lacks. A schema without any types is that of views whose container could
    /// not be made: the call is logged, and the model stays as it is.
    public func insert<T: PersistentModel>(_ model: T) {
        onQueue {
            pull()
            insertAny(model)
        }
    }

    /// Marks a model for deletion at the next save. A model that was never saved is removed at once.
    /// Has no effect on a model that is in no context.
    public func delete<T: PersistentModel>(_ model: T) {
        onQueue {
            pull()
            guard let object = model.anchor.object, let owner = object.modelContext else { return }
            require(
                owner === self,
                "The \(T.self) to be deleted belongs to another context. Get it here with model(for: model.persistentModelID).")
            object.keepModel()
            managed.delete(object)
        }
    }

    /// Marks all models of a type that satisfy a condition for deletion at the next save.
    ///
    /// - Parameter includeSubclasses: Whether models of subclasses are deleted, too.
    /// - Throws: The errors of `fetch(_:)`.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        try onQueue {
            if try deleteInDataStore(model, predicate, includeSubclasses) { return }
            let request = try request(FetchDescriptor<T>(predicate: predicate), NSManagedObject.self)
            request.includesSubentities = includeSubclasses
            for object in try evaluating({ try managed.fetch(request) }) { managed.delete(object) }
        }
    }

    /// Deletes all models of one class.
    func deleteAll(_ layout: ModelLayout) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: layout.modelClass.name)
        request.includesSubentities = false
        for object in try managed.fetch(request) { managed.delete(object) }
    }

    /// Makes the changes visible to queries and observers without saving them.
    public func processPendingChanges() {
        onQueue {
            pull()
            managed.processPendingChanges()
        }
    }

    /// Saves all changes, or none of them.
    ///
    /// Does nothing without changes. After an error, the changes are as they were.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if a model does not satisfy the rules of the
    ///   schema; the code 132001 of Core Data if a save of the context is being prepared, as for an
    ///   observer of `willSave`; otherwise the error of the store.
    public func save() throws { try onQueue(saveChanges) }

    private func saveChanges() throws {
        pull()
        guard managed.hasChanges else {
            // Removes models that were inserted and deleted since the last save.
            managed.processPendingChanges()
            return
        }
        do {
            try managed.refusingSaves { NotificationCenter.default.post(name: Self.willSave, object: self) }
            var preparation = SavePreparation(self)
            let changes = try managed.amendingUndo {
                managed.displacedObjects = []
                defer { (managed.slotsEmptiedForSave, managed.displacedObjects) = ([:], nil) }
                do {
                    try managed.refusingSaves {
                        try preparation.prepare()
                        // Applies delete rules, so that the models that these delete are known.
                        managed.processPendingChanges()
                    }
                    var changes = SavedIdentifiers(managed)
                    try managed.save()
                    changes.displaced = managed.displacedObjects ?? []
                    return changes
                } catch {
                    preparation.revert()
                    throw error
                }
            }
            managed.endUndoStep()
            preparation.finish(changes.inserted)
            // A data store may have other values than it was given.
            if !storage.bridges.isEmpty { pull() }
            // The relationships of a deleted model read as empty from now on.
            for object in changes.deleted { (object as? _ModelObject)?.reportChange(\.isRelationship) }
            NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: changes.userInfo)
        } catch {
            throw Self.error(of: error)
        }
    }

    private static func error(of error: any Error) -> any Error {
        let code = (error as NSError).code
        guard (NSManagedObjectValidationError...NSValidationInvalidURIError).contains(code) else { return error }
        return SwiftDataError.modelValidationFailure.because(error.localizedDescription)
    }

    /// Discards all changes since the last save.
    public func rollback() {
        onQueue {
            pull()
            let changed = managed.updatedObjects.union(managed.deletedObjects)
            managed.rollback()
            for object in changed { (object as? _ModelObject)?.reportChange { _ in true } }
        }
    }

    /// Runs a closure, and saves.
    ///
    /// - Throws: The error of the closure, after which nothing is saved, or that of the save.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    // MARK: Models by identifier

    /// Returns the model with an identifier. It is not checked that the model exists: if it does
    /// not, its properties have their default values.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let model = knownModel(for: persistentModelID) { return model }
        // An identifier of another container may name a type that this one lacks. It may come from a
        // file or another process, so it must not trap; the cast to the expected type fails.
        // A schema without types is that of the views whose container could not be made.
        let layout = layout(named: persistentModelID.entityName) ?? storage.firstLayout
        guard let modelClass = layout?.modelClass ?? ModelClass.known(named: persistentModelID.entityName) else {
            return UnknownModel()
        }
        func make<Model: PersistentModel>(_ type: Model.Type) -> Model {
            Model(backingData: ModelBackingData<Model.Root>(ModelAnchor(modelClass)))
        }
        return make(modelClass.type)
    }

    /// Returns the model with an identifier if the context has it in use; otherwise nil.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        onQueue {
            pull()
            guard let id = storage.objectID(of: persistentModelID), let object = registered(id), !object.isDeletedElsewhere
            else { return nil }
            return object.model as? T
        }
    }

    /// Returns the model with an identifier; nil if no store has it.
    ///
    /// - Throws: The error of a store that cannot be read.
    func existingModel(for identifier: PersistentIdentifier) throws -> (any PersistentModel)? {
        try onQueue {
            pull()
            guard let id = storage.objectID(of: identifier) else { return nil }
            if let registered = registered(id), !registered.isDeleted { return registered.madeModel }
            return try existingObject(id)?.madeModel
        }
    }

    /// Returns the object of a row; nil if the row does not exist.
    ///
    /// - Throws: The error of a store that cannot be read.
    func existingObject(_ id: NSManagedObjectID) throws -> _ModelObject? {
        do {
            return try managed.existingObject(with: id) as? _ModelObject
        } catch let error as NSError where error.code == NSManagedObjectReferentialIntegrityError {
            return nil
        }
    }

    private func knownModel(for identifier: PersistentIdentifier) -> (any PersistentModel)? {
        onQueue {
            pull()
            guard let id = storage.objectID(of: identifier) else { return nil }
            if id.isTemporaryID { return registered(id)?.madeModel }
            return (managed.object(with: id) as? _ModelObject)?.madeModel
        }
    }

    /// Returns the object that the context has in use for an ID.
    func registered(_ id: NSManagedObjectID) -> _ModelObject? {
        (id.isTemporaryID ? managed.registeredObject(withTemporaryID: id) : managed.registeredObject(for: id)) as? _ModelObject
    }

    private func layout(named name: String) -> ModelLayout? {
        storage.coordinator.managedObjectModel.entitiesByName[name]?.modelLayout as? ModelLayout
    }

    /// Returns the model that shows a managed object; nil for one of another layer.
    package static func model(of object: NSManagedObject) -> (any PersistentModel)? { (object as? _ModelObject)?.madeModel }

    // MARK: Changes of other contexts

    /// Merges what other contexts and processes have saved since the last call.
    func pull() {
        storage.publishDataStoreChanges(foundBy: managed)
        managed.mergeDeferredChanges()
        insertPending()
    }

    /// Has a context that belongs to no queue follow the main queue, because views use it: its changes
    /// are processed, and those of other contexts are merged, after each turn. It does not save by
    /// itself. Has no effect on the main context.
    package func attachToMainQueue() { managed.attachToMainQueue() }

    /// Schedules the insertion of pending models in a context that views use, after which the main
    /// context saves.
    func schedulePending() {
        guard managed.isUsedOnMainQueue else { return }
        DispatchQueue.main.async { [weak managed] in managed?.model?.insertPending() }
    }

    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

    public var debugDescription: String {
        "ModelContext(\(storage.schema.entities.map(\.name).joined(separator: ", ")))"
    }
}

@available(*, unavailable, message: "A context belongs to one actor. Send the container, and make a context of it there.")
extension ModelContext: Sendable {}

/// A strong reference to a managed context, which the models of one `ModelContext` share.
///
/// There are weak references to a managed context, so it has a side table, which slows down every
/// retain and release. Each fetched model would do both. It retains the keeper instead.
final class ContextKeeper {
    private let context: NSManagedObjectContext

    init(_ context: NSManagedObjectContext) { self.context = context }
}
