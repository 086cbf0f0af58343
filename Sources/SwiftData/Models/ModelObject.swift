internal import CStrataRuntime
public import CoreData
internal import Synchronization
internal import StrataTraps

/// The managed object behind a model that belongs to a context.
///
/// A model keeps its object; the object knows its model without keeping it, so that a model that the
/// app no longer uses is released. While the object has unsaved changes, it keeps its model, which
/// may have transient properties that are not in the row.
///
/// The pointer to the model is cleared by `ModelAnchor.deinit`, which runs while the memory of the
/// model is still allocated. A reader turns it into a strong reference with `swift_tryRetain`, under
/// a lock that the anchor also takes: see `ObjectRegistry`, which does the same.
public final class _ModelObject: NSManagedObject {
    @exclusivity(unchecked) private var modelPointer: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var changedModel: AnyObject?

    private static let lock = Mutex(())

    /// The model, if the app uses one.
    var model: AnyObject? {
        var found: UnsafeMutableRawPointer?
        Self.lock.withLock { _ in found = modelPointer.flatMap { swift_tryRetain($0) } }
        return found.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }

    func attach(_ model: AnyObject) {
        Self.lock.withLock { _ in modelPointer = Unmanaged.passUnretained(model).toOpaque() }
    }

    /// Forgets a model that is being deinitialized. The row may have a newer one.
    func detach(_ model: UnsafeMutableRawPointer) {
        Self.lock.withLock { _ in if modelPointer == model { modelPointer = nil } }
    }

    /// The class and the slots of the object's entity.
    var modelLayout: ModelLayout {
        guard let layout = entity.modelLayout as? ModelLayout else {
            trap("The entity '\(entity.name ?? "")' has no model class.")
        }
        return layout
    }

    /// The context that the object belongs to; nil before its insertion and after its deletion.
    var modelContext: ModelContext? { isDeletedElsewhere ? nil : (managedObjectContext as? ModelObjectContext)?.model }

    /// Whether the app has an identifier of the model from before its first save.
    @exclusivity(unchecked) var hasEarlyIdentifier = false

    /// Whether values can be read: the object has a row, or a context that reads it.
    var isReadable: Bool { !isFault || managedObjectContext != nil || isProbe }

    /// Whether relationships can be read, which takes a context.
    var isRelated: Bool { managedObjectContext != nil && !isDeletedElsewhere || isProbe }

    /// Keeps the model until the changes are saved, rolled back or lost in another way. Has no
    /// effect on an object without a row, which is never saved.
    func keepModel() {
        guard changedModel == nil, managedObjectContext != nil, !isDeletedElsewhere else { return }
        changedModel = model
    }

    /// Stops keeping the model, whose context was released.
    func releaseModel() { changedModel = nil }

    // A new object that is deleted is never saved, so that nothing else would release the model.
    public override func prepareForDeletion() {
        super.prepareForDeletion()
        if isInserted { releaseModel() }
    }

    public override func didSave() {
        super.didSave()
        changedModel = nil
    }

    public override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        if flags == .rollback { changedModel = nil }
        guard !flags.isDisjoint(with: [.undoInsertion, .undoDeletion, .undoUpdate]) else { return }
        keepModel()
        reportChange { _ in true }
    }

    public override func _didLoseChanges() { changedModel = nil }
}

/// The managed context of a model context.
// Safe to share: as its superclass. The model context is set once.
final class ModelObjectContext: NSManagedObjectContext, @unchecked Sendable {
    weak var model: ModelContext?
}
