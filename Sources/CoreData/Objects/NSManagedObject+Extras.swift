internal import OpenCombine

extension NSManagedObject {
    /// State that most objects never have. It is in a separate allocation, so that objects without
    /// it are small and fast to create.
    final class Extras {
        fileprivate(set) var related: [Int: RelatedObjects] = [:]
        fileprivate var relatedOnes: [Int: NSManagedObject] = [:]
        fileprivate var provision: FaultProvision?
        fileprivate var unreadEdits: [UnreadEdit] = []
        fileprivate var original: Row?
        fileprivate var recorder: SlotRecorder?
        fileprivate var publisher: ObservableObjectPublisher?
        /// Whether all faults of a page share this state. It has nothing but the page then, and does
        /// not change.
        fileprivate let isShared: Bool

        fileprivate init() {
            isShared = false
        }

        /// Creates the state that the faults of a page share, which saves an allocation for each of
        /// them.
        init(sharedBy page: FaultPage) {
            isShared = true
            provision = .page(page)
        }
    }

    /// The state of this object alone.
    private final var neededExtras: Extras {
        if let extras, !extras.isShared { return extras }
        let made = Extras()
        made.provision = extras?.provision
        extras = made
        return made
    }

    /// Attaches a page to this fault.
    ///
    /// - Parameter shared: The state with the page, which the faults of the page share.
    final func join(_ shared: Extras) {
        if extras == nil { extras = shared } else { provision = shared.provision }
    }

    /// The state of to-many relationships and fetched properties that were read or changed, by
    /// slot.
    final var related: [Int: RelatedObjects] {
        get { extras?.related ?? [:] }
        _modify { yield &neededExtras.related }
    }

    final var hasRelated: Bool { extras?.related.isEmpty == false }

    /// The objects that to-one relationships referred to when last read, by slot. They are retained
    /// so that repeated reads do not create them again.
    final var relatedOnes: [Int: NSManagedObject] {
        get { extras?.relatedOnes ?? [:] }
        _modify { yield &neededExtras.relatedOnes }
    }

    /// The page or the values that are attached to this fault.
    final var provision: FaultProvision? {
        get { extras?.provision }
        set {
            if newValue == nil, extras?.isShared == true {
                extras = nil
            } else if newValue != nil || extras != nil {
                neededExtras.provision = newValue
            }
        }
    }

    /// Whether a fault has nothing but the page that it shares with other faults.
    final var hasOnlyPage: Bool { slots == nil && extras?.isShared == true }

    /// The changes of an unreadable object, which are applied when its row is read.
    final var unreadEdits: [UnreadEdit] {
        get { extras?.unreadEdits ?? [] }
        set { if !newValue.isEmpty || !unreadEdits.isEmpty { neededExtras.unreadEdits = newValue } }
    }

    /// The row as it was read, with the transient values before the first tracked change, if
    /// `awakeFromFetch()` or a primitive setter has set other stored values while the object was
    /// unchanged.
    ///
    /// A save compares with it, and so writes these values with the first tracked change. An undo or a
    /// rollback, which compare with the snapshot, keep them.
    final var original: Row? {
        get { extras?.original?.keepingTransients(of: snapshot ?? row) }
        set { if newValue != nil || extras?.original != nil { neededExtras.original = newValue } }
    }

    final var hasOriginal: Bool { extras?.original != nil }

    /// The recorder of the key path for which this object was created; `nil` for all other objects.
    final var recorder: SlotRecorder? {
        get { extras?.recorder }
        set { neededExtras.recorder = newValue }
    }

    /// The publisher of changes, created on first use; see `objectWillChange`.
    final var publisher: ObservableObjectPublisher? {
        get { extras?.publisher }
        set { neededExtras.publisher = newValue }
    }

    /// Releases related objects, which may refer back to this one.
    final func releaseRelated() {
        guard let extras, !extras.isShared else { return }
        relatedOnes = [:]
        for related in extras.related.values { related.collection = nil }
    }

    /// Releases related objects and discards the state of relationships, including changed members.
    final func forgetRelated() {
        guard let extras, !extras.isShared else { return }
        extras.related = [:]
        extras.relatedOnes = [:]
    }
}
