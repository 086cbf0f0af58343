internal import StrataPredicates

/// The difference between a list of members and an earlier state of it, in O(changes) memory.
///
///     in the store    [a, b, c]
///     edits           add d, remove b
///     difference      added [d], removed [b]
///
/// Each edit is recorded before it is applied to the list. An appended member and, in an unordered
/// list, a removed member are recorded alone, so that neither recording the edit nor reading the
/// difference costs O(members). For any other edit, such as a removal from an ordered list, the
/// whole earlier state is kept as a list.
struct MembersDifference {
    /// The members added since the earlier state, and those removed. Both are empty if the earlier
    /// state is kept as a list.
    private var added: ReferenceList
    private var removed = ReferenceList(isOrdered: false)
    private var earlier: ReferenceList?

    /// Creates a difference without changes.
    init(isOrdered: Bool) {
        added = ReferenceList(isOrdered: isOrdered)
    }

    /// Creates the difference from an earlier list, which can be any list.
    init(from earlier: ReferenceList) {
        self.init(isOrdered: earlier.isOrdered)
        self.earlier = earlier
    }

    /// Records an edit that is about to be applied to a list.
    mutating func record(_ edit: RelatedObjects.Edit, on list: ReferenceList) {
        guard earlier == nil else { return }
        switch edit {
        case .add(let reference): recordAddition(of: reference, to: list)
        case .remove(let reference): recordRemoval(of: reference, from: list)
        case .replace(let new): recordReplacement(of: list, with: new)
        }
    }

    private mutating func recordAddition(of reference: ObjectReference, to list: ReferenceList) {
        if list.contains(reference) { return }
        if removed.contains(reference) { removed.remove(reference) } else { added.append(reference) }
    }

    private mutating func recordRemoval(of reference: ObjectReference, from list: ReferenceList) {
        guard list.contains(reference) else { return }
        if added.contains(reference) {
            added.remove(reference)
        } else if list.isOrdered {
            keep(earlierState(of: list))
        } else {
            removed.append(reference)
        }
    }

    private mutating func recordReplacement(of list: ReferenceList, with new: ReferenceList) {
        if list.isOrdered { return keep(earlierState(of: list)) }
        for reference in list.references where !new.contains(reference) { recordRemoval(of: reference, from: list) }
        for reference in new.references { recordAddition(of: reference, to: list) }
    }

    private mutating func keep(_ list: ReferenceList) { self = MembersDifference(from: list) }

    // MARK: Results. Each method needs the current list.

    /// Returns whether there is no difference.
    func isEmpty(_ list: ReferenceList) -> Bool {
        earlier.map { $0 == list } ?? (added.count == 0 && removed.count == 0)
    }

    /// Returns the earlier state of the list.
    func earlierState(of list: ReferenceList) -> ReferenceList {
        if let earlier { return earlier }
        var state = list
        for reference in added.references { state.remove(reference) }
        for reference in removed.references { state.append(reference) }
        return state
    }

    /// Returns the members that the earlier state does not have.
    func additions(to list: ReferenceList) -> [ObjectReference] {
        earlier.map { earlier in list.references.filter { !earlier.contains($0) } } ?? Array(added.references)
    }

    /// Returns the members that only the earlier state has.
    func removals(from list: ReferenceList) -> [ObjectReference] {
        earlier?.references.filter { !list.contains($0) } ?? Array(removed.references)
    }

    /// Returns whether the list was reordered: whether more than removals, and additions at the end,
    /// leads from the earlier state to it.
    func isReordered(_ list: ReferenceList) -> Bool {
        guard let earlier, list.isOrdered else { return false }
        return !(earlier.references.filter(list.contains) + additions(to: list)).elementsEqual(list.references)
    }

    /// Returns the ranges of an ordered list whose members were added or moved, in ascending order
    /// and not adjacent. The members outside them kept their order, and are as many as possible.
    func moved(in list: ReferenceList) -> [Range<Int>] {
        if let earlier { return list.references.moved(since: earlier.references) }
        return added.count == 0 ? [] : [list.count - added.count..<list.count]
    }

    /// Returns those of the references that the earlier state has.
    func earlierMembers(among references: Set<ObjectReference>, of list: ReferenceList) -> [ObjectReference] {
        if let earlier { return earlier.common(with: references) }
        return list.common(with: references).filter { !added.contains($0) } + removed.common(with: references)
    }

    /// Returns those of the references that the list has and the earlier state does not.
    func additions(among references: Set<ObjectReference>, to list: ReferenceList) -> [ObjectReference] {
        guard let earlier else { return added.common(with: references) }
        return list.common(with: references).filter { !earlier.contains($0) }
    }

    /// Returns the number of members in the earlier state.
    func earlierCount(of list: ReferenceList) -> Int { earlier?.count ?? list.count - added.count + removed.count }

    /// Replaces each member's reference with the one that `current` returns for it.
    mutating func replaceTemporaryIDs(_ current: (ObjectReference) -> ObjectReference) {
        added = added.mapped(current)
        removed = removed.mapped(current)
        earlier = earlier?.mapped(current)
    }
}
