internal import Predicates
internal import Traps

/// The members of one to-many relationship of one object, a fault of their own: not read until somebody looks at them.
///
/// Changes made before that wait as edits and are laid over what is then read, so adding to a large relationship reads none
/// of it. Members are references and not objects: no cycle of strong references, and no object before it is wanted.
///
/// Once they are read there is one list, of the members as they are now, and its differences from
/// the store and from the beginning of the event. So adding and saving a member costs the same
/// however many there are.
final class RelatedObjects {
    enum Edit {
        case add(ObjectReference)
        case remove(ObjectReference)
        /// All members, in this order.
        case replace([ObjectReference])
    }

    /// Whether the members were not read yet.
    private(set) var isFault = true
    /// The members as they are now; empty until they are read.
    private var current: ReferenceList
    /// The difference from the members in the store, once they are read.
    private var sinceSave: MembersDifference
    /// The difference from the members at the beginning of the event, before the first change since
    /// the context processed its changes; nil where no change followed the reading of the members.
    private var sinceEvent: MembersDifference?
    /// The edits that waited at the beginning of the event, where the members were not read by then.
    private var editsAtEventStart: [Edit]?
    /// What was changed before the members were read.
    private var edits: [Edit] = []
    /// Members that were not saved yet, of those that were read.
    private var temporaries: Set<ObjectReference> = []
    /// The collection that was last handed out, until the members change.
    var collection: Any? {
        didSet { if collection == nil { revision &+= 1 } }
    }
    /// Another number whenever the members may be others.
    private(set) var revision = 0

    init(isOrdered: Bool) {
        current = ReferenceList(isOrdered: isOrdered)
        sinceSave = MembersDifference(isOrdered: isOrdered)
    }

    /// Whether members were added, removed or moved since the last save. True also for edits that turn out to change nothing.
    var isChanged: Bool { isFault ? !edits.isEmpty : !sinceSave.isEmpty(current) }

    /// Takes on what the store has, and lays the waiting edits over.
    func fire(_ references: some Sequence<ObjectReference>) {
        let list = ReferenceList(references, isOrdered: current.isOrdered)
        if let editsAtEventStart { sinceEvent = MembersDifference(from: list.applying(editsAtEventStart)) }
        editsAtEventStart = nil
        isFault = false
        (current, sinceSave) = (list, MembersDifference(isOrdered: list.isOrdered))
        temporaries = Set(list.references.lazy.filter { $0.number < 0 })
        let waiting = edits
        edits = []
        for edit in waiting {
            sinceSave.note(edit, on: current)
            change(edit)
        }
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
        sinceSave.note(edit, on: current)
        change(noted: edit)
    }

    private func change(_ edit: Edit) {
        current.apply(edit)
        switch edit {
        case .add(let reference): if reference.number < 0 { temporaries.insert(reference) }
        case .remove(let reference): if reference.number < 0 { temporaries.remove(reference) }
        case .replace(let references): temporaries = Set(references.lazy.filter { $0.number < 0 })
        }
    }

    // MARK: Events

    private func noteEventStart() {
        guard !isTouchedInEvent else { return }
        if isFault { editsAtEventStart = edits } else { sinceEvent = MembersDifference(isOrdered: current.isOrdered) }
    }

    /// Whether members may have been added, removed or moved since the context processed its changes.
    var isTouchedInEvent: Bool { sinceEvent != nil || editsAtEventStart != nil }

    /// The members as they were when the context last processed its changes, if they are others now; only after `fire`.
    var membersAtEventStart: ReferenceList? {
        guard let sinceEvent, !sinceEvent.isEmpty(members) else { return nil }
        return sinceEvent.earlierState(of: current)
    }

    func endEvent() { (sinceEvent, editsAtEventStart) = (nil, nil) }

    // MARK: The store

    /// What a save has to write.
    struct Changes {
        var added: [ObjectReference] = []
        var removed: [ObjectReference] = []
        /// All members in order; nil where only additions and removals are known, or there is no order.
        var order: ContiguousArray<ObjectReference>?
        /// The number of members at the beginning of the order that stand as in the store.
        var keptInOrder = 0
    }

    /// The difference from the store. Of members that were not read, what the edits come to.
    var changes: Changes {
        var changes = Changes()
        if !isFault {
            changes.added = sinceSave.additions(to: current)
            changes.removed = sinceSave.removals(from: current)
            if current.isOrdered {
                changes.order = current.references
                changes.keptInOrder = sinceSave.keptInOrder(of: current)
            }
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

    /// The members in the store; nil until they were read.
    var stored: ReferenceList? { isFault ? nil : sinceSave.earlierState(of: current) }

    /// Whether there were members in the store when they were read.
    var hasStored: Bool { !isFault && sinceSave.earlierCount(of: current) > 0 }

    /// Those of some references that were members in the store when they were read.
    func stored(among references: Set<ObjectReference>) -> [ObjectReference] {
        isFault ? [] : sinceSave.earlierMembers(among: references, of: current)
    }

    /// Those of some references that changes make members; where the members were not read, they may be some already.
    func added(_ references: Set<ObjectReference>) -> [ObjectReference] {
        isFault ? current.applying(edits).common(with: references) : sinceSave.additions(among: references, to: current)
    }

    /// Forgets the changes.
    func revert() {
        collection = nil
        noteEventStart()
        edits = []
        guard let stored else { return }
        let before = sinceEvent?.earlierState(of: current)
        sinceEvent = before.map(MembersDifference.init(from:))
        takeOn(stored)
    }

    /// Makes these the members, with no change.
    private func takeOn(_ list: ReferenceList) {
        (current, sinceSave) = (list, MembersDifference(isOrdered: list.isOrdered))
        temporaries = Set(list.references.lazy.filter { $0.number < 0 })
    }

    /// Forgets what was read, and keeps the changes as edits.
    func turnIntoFault() {
        collection = nil
        guard !isFault else { return }
        let changes = changes
        if let order = changes.order, sinceSave.isReordered(current) {
            edits = [.replace(Array(order))]
        } else {
            edits = changes.removed.map(Edit.remove) + changes.added.map(Edit.add)
        }
        isFault = true
        endEvent()
        takeOn(ReferenceList(isOrdered: current.isOrdered))
    }

    /// Names members by the numbers they have now.
    func renumber(_ current: (ObjectReference) -> ObjectReference) {
        collection = nil
        self.current = self.current.mapped(current)
        temporaries = Set(self.current.references.lazy.filter { $0.number < 0 })
        sinceSave.renumber(current)
        sinceEvent?.renumber(current)
        edits = edits.map { $0.renumbered(current) }
        editsAtEventStart = editsAtEventStart?.map { $0.renumbered(current) }
    }

    /// Takes on what was saved. Costs what was changed, and not what there is.
    ///
    /// - Parameters:
    ///   - gone: the objects whose rows are gone.
    ///   - permanent: gives what a temporary reference became; nil where it has no row.
    func settle(without gone: Set<ObjectReference>, _ permanent: (ObjectReference) -> ObjectReference?) {
        collection = nil
        edits = []
        guard !isFault else { return }
        for reference in current.common(with: gone) { change(noted: .remove(reference)) }
        let names = Dictionary(uniqueKeysWithValues: temporaries.map { ($0, permanent($0)) }.filter { $0 != $1 })
        if !names.isEmpty {
            temporaries.subtract(names.keys)
            current.replace(names)
            sinceEvent?.renumber { reference in names[reference].flatMap(\.self) ?? reference }
        }
        sinceSave = MembersDifference(isOrdered: current.isOrdered)
    }

    private func change(noted edit: Edit) {
        sinceEvent?.note(edit, on: current)
        change(edit)
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
