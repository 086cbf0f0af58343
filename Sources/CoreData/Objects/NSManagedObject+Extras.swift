internal import OpenCombine

extension NSManagedObject {
    /// State that most objects never have. It is in a separate allocation, so that objects without
    /// it are small and fast to create.
    final class Extras {
        fileprivate(set) var related: [Int: RelatedObjects] = [:]
        fileprivate var relatedOnes: [Int: NSManagedObject] = [:]
        fileprivate var provision: FaultProvision?
        fileprivate var unreadEdits: [UnreadEdit] = []
        fileprivate var recorder: SlotRecorder?
        fileprivate var publisher: ObservableObjectPublisher?
    }

    private final var neededExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
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
        set { if newValue != nil || extras != nil { neededExtras.provision = newValue } }
    }

    /// The changes of an unreadable object, which are applied when its row is read.
    final var unreadEdits: [UnreadEdit] {
        get { extras?.unreadEdits ?? [] }
        set { if !newValue.isEmpty || extras != nil { neededExtras.unreadEdits = newValue } }
    }

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

    /// Releases related objects and discards the state of relationships, including changed members.
    final func forgetRelated() {
        guard let extras else { return }
        extras.related = [:]
        extras.relatedOnes = [:]
    }
}
