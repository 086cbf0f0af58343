internal import Predicates
internal import Traps

/// The members of one to-many relationship of one object, a fault of their own: not read until somebody looks at them.
///
/// Changes made before that wait as edits and are laid over what is then read, so adding to a large relationship reads none
/// of it. Members are references and not objects: no cycle of strong references, and no object before it is wanted.
final class RelatedObjects {
    enum Edit {
        case add(ObjectReference)
        case remove(ObjectReference)
        /// All members, in this order.
        case replace([ObjectReference])
    }

    /// The members in the store; nil until they were read.
    private(set) var stored: ReferenceList?
    private var current: ReferenceList
    /// What was changed before the members were read.
    private var edits: [Edit] = []
    private var eventStart: EventStart?
    /// The collection that was last handed out, until the members change.
    var collection: Any? {
        didSet { if collection == nil { revision &+= 1 } }
    }
    /// Another number whenever the members may be others.
    private(set) var revision = 0

    /// What there was before the first change since the context processed its changes.
    private enum EventStart {
        case members(ReferenceList)
        /// The members were not read; these edits waited for them.
        case edits([Edit])
    }

    init(isOrdered: Bool) {
        current = ReferenceList(isOrdered: isOrdered)
    }

    var isFault: Bool { stored == nil }

    /// Whether members were added, removed or moved since the last save. True also for edits that turn out to change nothing.
    var isChanged: Bool {
        guard let stored else { return !edits.isEmpty }
        return stored != current
    }

    /// Takes on what the store has, and lays the waiting edits over.
    func fire(_ references: some Sequence<ObjectReference>) {
        let list = ReferenceList(references, isOrdered: current.isOrdered)
        (stored, current) = (list, list)
        let waiting = edits
        edits = []
        if case .edits(let before) = eventStart { eventStart = .members(list.applying(before)) }
        current = list.applying(waiting)
    }

    /// The members; only after `fire`.
    var members: ReferenceList {
        // The members must have been read before they are looked at.
        precondition(!isFault)
        return current
    }

    func apply(_ edit: Edit) {
        collection = nil
        noteEventStart()
        guard !isFault else {
            if case .replace = edit { edits = [] }
            edits.append(edit)
            return
        }
        current.apply(edit)
    }

    // MARK: Events

    private func noteEventStart() {
        if eventStart == nil { eventStart = isFault ? .edits(edits) : .members(current) }
    }

    /// Whether members may have been added, removed or moved since the context processed its changes.
    var isTouchedInEvent: Bool { eventStart != nil }

    /// The members as they were when the context last processed its changes, if they are others now; only after `fire`.
    var membersAtEventStart: ReferenceList? {
        guard case .members(let list) = eventStart, list != members else { return nil }
        return list
    }

    func endEvent() { eventStart = nil }

    /// What a save has to write.
    struct Changes {
        var added: [ObjectReference] = []
        var removed: [ObjectReference] = []
        /// All members in order; nil where only additions and removals are known, or there is no order.
        var order: [ObjectReference]?
    }

    /// The difference from the store. Of members that were not read, what the edits come to.
    var changes: Changes {
        var changes = Changes()
        if let stored {
            changes.added = current.references.filter { !stored.contains($0) }
            changes.removed = stored.references.filter { !current.contains($0) }
            if current.isOrdered { changes.order = Array(current.references) }
            return changes
        }
        var last: [ObjectReference: Bool] = [:]
        var touched: [ObjectReference] = []
        for edit in edits {
            let (reference, isAdded) =
                switch edit {
                case .add(let reference): (reference, true)
                case .remove(let reference): (reference, false)
                case .replace: trap("All members were replaced before they were read.")
                }
            if last.updateValue(isAdded, forKey: reference) == nil { touched.append(reference) }
        }
        changes.added = touched.filter { last[$0] == true }
        changes.removed = touched.filter { last[$0] == false }
        return changes
    }

    /// Those of some references that changes make members; where the members were not read, they may be some already.
    func added(_ references: Set<ObjectReference>) -> [ObjectReference] {
        if let stored { return current.common(with: references).filter { !stored.contains($0) } }
        return current.applying(edits).common(with: references)
    }

    /// Forgets the changes.
    func revert() {
        collection = nil
        noteEventStart()
        edits = []
        if let stored { current = stored }
    }

    /// Forgets what was read, and keeps the changes as edits.
    func turnIntoFault() {
        collection = nil
        guard let stored else { return }
        let changes = changes
        if let order = changes.order, order != orderAfterEdits(stored, changes) {
            edits = [.replace(order)]
        } else {
            edits = changes.removed.map(Edit.remove) + changes.added.map(Edit.add)
        }
        self.stored = nil
        eventStart = nil
        current = ReferenceList(isOrdered: current.isOrdered)
    }

    /// The order that removals and additions at the end alone would make.
    private func orderAfterEdits(_ stored: ReferenceList, _ changes: Changes) -> [ObjectReference] {
        let removed = Set(changes.removed)
        return stored.references.filter { !removed.contains($0) } + changes.added
    }

    /// Names members by the numbers they have now.
    func renumber(_ current: (ObjectReference) -> ObjectReference) {
        collection = nil
        stored = stored?.mapped(current)
        self.current = self.current.mapped(current)
        edits = edits.map { $0.renumbered(current) }
        switch eventStart {
        case .members(let list): eventStart = .members(list.mapped(current))
        case .edits(let edits): eventStart = .edits(edits.map { $0.renumbered(current) })
        case nil: break
        }
    }

    /// Takes on what was saved; temporary references give way to what they became.
    func settle(_ permanent: (ObjectReference) -> ObjectReference?) {
        collection = nil
        edits = []
        guard stored != nil else { return }
        let list = ReferenceList(current.references.compactMap(permanent), isOrdered: current.isOrdered)
        (stored, current) = (list, list)
    }
}

extension RelatedObjects.Edit {
    fileprivate func renumbered(_ current: (ObjectReference) -> ObjectReference) -> Self {
        switch self {
        case .add(let reference): .add(current(reference))
        case .remove(let reference): .remove(current(reference))
        case .replace(let references): .replace(references.map(current))
        }
    }
}

extension ReferenceList {
    fileprivate mutating func apply(_ edit: RelatedObjects.Edit) {
        switch edit {
        case .add(let reference): append(reference)
        case .remove(let reference): remove(reference)
        case .replace(let references): self = ReferenceList(references, isOrdered: isOrdered)
        }
    }

    fileprivate func applying(_ edits: [RelatedObjects.Edit]) -> ReferenceList {
        var list = self
        for edit in edits { list.apply(edit) }
        return list
    }
}
