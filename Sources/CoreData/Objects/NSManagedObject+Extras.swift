internal import OpenCombine

extension NSManagedObject {
    /// What most objects never have: in an object of its own, so that the others are small and quickly made.
    final class Extras {
        fileprivate(set) var related: [Int: RelatedObjects] = [:]
        fileprivate var relatedOnes: [Int: NSManagedObject] = [:]
        fileprivate var provision: FaultProvision?
        fileprivate var recorder: SlotRecorder?
        fileprivate var publisher: ObservableObjectPublisher?
    }

    private final var neededExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
    }

    /// The to-many relationships that were looked at or changed, by slot.
    final var related: [Int: RelatedObjects] {
        get { extras?.related ?? [:] }
        _modify { yield &neededExtras.related }
    }

    final var hasRelated: Bool { extras?.related.isEmpty == false }

    /// What to-one relationships were last found to refer to, by slot: kept alive, so that it is not made anew at each look.
    final var relatedOnes: [Int: NSManagedObject] {
        get { extras?.relatedOnes ?? [:] }
        _modify { yield &neededExtras.relatedOnes }
    }

    /// What a fetch left for the time when the fault fires.
    final var provision: FaultProvision? {
        get { extras?.provision }
        set { if newValue != nil || extras != nil { neededExtras.provision = newValue } }
    }

    final var recorder: SlotRecorder? {
        get { extras?.recorder }
        set { neededExtras.recorder = newValue }
    }

    /// Made when somebody asks for it; see `objectWillChange`.
    final var publisher: ObservableObjectPublisher? {
        get { extras?.publisher }
        set { neededExtras.publisher = newValue }
    }

    /// Lets go of related objects and of what was known of them.
    final func forgetRelated() {
        guard let extras else { return }
        extras.related = [:]
        extras.relatedOnes = [:]
    }
}
