internal import CStrataRuntime
public import CoreData
internal import Foundation
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
    /// The address of the model; 0 if the app uses none. The lowest bit is set while the object keeps
    /// its model. No other model is attached meanwhile.
    private let address = Atomic<UInt>(0)

    private static let lock = Mutex(())

    /// The model, if the app uses one.
    var model: AnyObject? {
        guard hasModel else { return nil }
        var found: UnsafeMutableRawPointer?
        Self.lock.withLock { _ in found = modelPointer.flatMap { swift_tryRetain($0) } }
        return found.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }

    /// Whether the app uses a model of the object, which may be deinitialized meanwhile.
    var hasModel: Bool { address.load(ordering: .relaxed) != 0 }

    private var keepsModel: Bool { address.load(ordering: .relaxed) & 1 == 1 }
    private var modelPointer: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: address.load(ordering: .relaxed) & ~1)
    }

    // Without the lock: the thread of the context is the only one that attaches models.
    func attach(_ model: AnyObject) {
        guard modelPointer != Unmanaged.passUnretained(model).toOpaque() else { return }
        releaseModel()
        address.store(UInt(bitPattern: Unmanaged.passUnretained(model).toOpaque()), ordering: .releasing)
    }

    /// Forgets a model that is being deinitialized. The row may have a newer one.
    func detach(_ model: UnsafeMutableRawPointer) {
        Self.lock.withLock { _ in
            _ = address.compareExchange(expected: UInt(bitPattern: model), desired: 0, ordering: .relaxed)
        }
    }

    /// Forgets a model that becomes one of another object, or of none, and stops keeping it.
    func leave(_ model: UnsafeMutableRawPointer) {
        guard modelPointer == model else { return }
        releaseModel()
        detach(model)
    }

    /// The class and the slots of the object's entity.
    var modelLayout: ModelLayout {
        guard let address = layerAddress else { trap("The entity '\(entity.name ?? "")' has no model class.") }
        return Unmanaged<ModelLayout>.fromOpaque(address).takeUnretainedValue()
    }

    /// The context that the object belongs to; nil before its insertion and after its deletion.
    var modelContext: ModelContext? { isDeletedElsewhere ? nil : (managedObjectContext as? ModelObjectContext)?.model }

    /// The identity of the model from before its first save; nil if its identifier was not read then.
    @exclusivity(unchecked) var earlyIdentity: EarlyIdentity?

    /// Whether a model of the object has a hash from before its first save.
    var hasEarlyHash: Bool {
        get { isMarkedByLayer }
        set { isMarkedByLayer = newValue }
    }

    /// The model's identifier.
    var identifier: PersistentIdentifier {
        let id = objectID
        guard id.isTemporaryID else { return PersistentIdentifier(id) }
        let early = earlyIdentity ?? EarlyIdentity()
        earlyIdentity = early
        early.access()
        return PersistentIdentifier(id, early)
    }

    /// Whether values can be read: the object has a row, or a context that reads it.
    var isReadable: Bool { hasReadableValues || isProbe }

    /// Whether relationships can be read, which takes a context.
    var isRelated: Bool { managedObjectContext != nil && !isDeletedElsewhere || isProbe }

    /// Keeps the model until the changes are saved, rolled back or lost in another way. Has no
    /// effect on an object without a row, which is never saved.
    func keepModel() {
        guard !keepsModel, managedObjectContext != nil, !isDeletedElsewhere, let model else { return }
        keep(model)
    }

    /// Keeps the model of an object that has just been inserted.
    func keep(_ model: AnyObject) {
        let kept = Unmanaged.passRetained(model)
        let known = UInt(bitPattern: kept.toOpaque())
        if !address.compareExchange(expected: known, desired: known | 1, ordering: .acquiringAndReleasing).exchanged {
            kept.release()
        }
    }

    /// Stops keeping the model: its changes are saved or lost, or its context was released.
    func releaseModel() {
        let known = address.load(ordering: .relaxed)
        guard known & 1 == 1, let pointer = UnsafeMutableRawPointer(bitPattern: known & ~1),
            // The thread that clears the bit releases the model.
            address.compareExchange(expected: known, desired: known & ~1, ordering: .acquiringAndReleasing).exchanged
        else { return }
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }

    // A new object that is deleted is never saved, so that nothing else would release the model.
    public override func prepareForDeletion() {
        super.prepareForDeletion()
        if isInserted { releaseModel() }
    }

    public override func didSave() {
        super.didSave()
        if hasEarlyHash, let model = model as? any PersistentModel { model.anchor.shareHash(of: self) }
        releaseModel()
    }

    /// The hashes of rows in the stores of the object's context.
    var rowHashes: RowHashes? { (managedObjectContext as? ModelObjectContext)?.rowHashes }

    public override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        if flags == .rollback { releaseModel() }
        guard !flags.isDisjoint(with: [.undoInsertion, .undoDeletion, .undoUpdate]) else { return }
        keepModel()
        reportChange { _ in true }
    }

    public override func _didLoseChanges() { releaseModel() }
}

/// The managed context of a model context.
// Safe to share: as its superclass. The properties are set once.
final class ModelObjectContext: NSManagedObjectContext, @unchecked Sendable {
    weak var model: ModelContext?
    /// The identity of the context's edits.
    private lazy var editingID = UUID()
    /// The identity of the context's edits, with their author.
    var editingState: EditingState { EditingState(id: editingID, author: transactionAuthor) }
    /// The hashes of rows, which stay known after the model context was released.
    var rowHashes: RowHashes?
}
