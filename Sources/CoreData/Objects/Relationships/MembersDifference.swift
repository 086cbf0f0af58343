internal import Predicates

/// The difference between a list of members and an earlier state of it, in space O(changes).
///
/// Each edit is noted before it is applied. Additions at the end and, where the order means nothing, removals are
/// kept as such, so that neither noting one nor asking for the difference costs what the list has. An edit
/// that these cannot say, such as a removal from an ordered list, has the earlier state kept as a list.
struct MembersDifference {
    /// The members that the earlier state lacks, and those that only it has; empty where it is kept as a list.
    private var added: ReferenceList
    private var removed = ReferenceList(isOrdered: false)
    private var earlier: ReferenceList?

    /// No difference.
    init(isOrdered: Bool) {
        added = ReferenceList(isOrdered: isOrdered)
    }

    /// The difference from a list that may have nothing to do with the present one.
    init(from earlier: ReferenceList) {
        self.init(isOrdered: earlier.isOrdered)
        self.earlier = earlier
    }

    /// Takes in an edit that is about to be applied to a list.
    mutating func note(_ edit: RelatedObjects.Edit, on list: ReferenceList) {
        guard earlier == nil else { return }
        switch edit {
        case .add(let reference): noteAddition(of: reference, to: list)
        case .remove(let reference): noteRemoval(of: reference, from: list)
        case .replace(let references): noteReplacement(of: list, with: references)
        }
    }

    private mutating func noteAddition(of reference: ObjectReference, to list: ReferenceList) {
        if list.contains(reference) { return }
        if removed.contains(reference) { removed.remove(reference) } else { added.append(reference) }
    }

    private mutating func noteRemoval(of reference: ObjectReference, from list: ReferenceList) {
        guard list.contains(reference) else { return }
        if added.contains(reference) {
            added.remove(reference)
        } else if list.isOrdered {
            keep(earlierState(of: list))
        } else {
            removed.append(reference)
        }
    }

    private mutating func noteReplacement(of list: ReferenceList, with references: [ObjectReference]) {
        if list.isOrdered { return keep(earlierState(of: list)) }
        let new = Set(references)
        for reference in list.references where !new.contains(reference) { noteRemoval(of: reference, from: list) }
        for reference in references { noteAddition(of: reference, to: list) }
    }

    private mutating func keep(_ list: ReferenceList) { self = MembersDifference(from: list) }

    // MARK: Asking; each with the list as it is now

    /// Whether there is no difference.
    func isEmpty(_ list: ReferenceList) -> Bool {
        earlier.map { $0 == list } ?? (added.count == 0 && removed.count == 0)
    }

    /// Returns the list as it was.
    func earlierState(of list: ReferenceList) -> ReferenceList {
        if let earlier { return earlier }
        var state = list
        for reference in added.references { state.remove(reference) }
        for reference in removed.references { state.append(reference) }
        return state
    }

    func additions(to list: ReferenceList) -> [ObjectReference] {
        earlier.map { earlier in list.references.filter { !earlier.contains($0) } } ?? Array(added.references)
    }

    func removals(from list: ReferenceList) -> [ObjectReference] {
        earlier?.references.filter { !list.contains($0) } ?? Array(removed.references)
    }

    /// Whether the order is another one than removals, and additions at the end, would make.
    func isReordered(_ list: ReferenceList) -> Bool {
        guard let earlier, list.isOrdered else { return false }
        return !(earlier.references.filter(list.contains) + additions(to: list)).elementsEqual(list.references)
    }

    /// The number of members at the beginning of the list that have not moved; 0 where the earlier
    /// state is kept as a list.
    func keptInOrder(of list: ReferenceList) -> Int { earlier == nil ? list.count - added.count : 0 }

    /// Those of some references that the list had.
    func earlierMembers(among references: Set<ObjectReference>, of list: ReferenceList) -> [ObjectReference] {
        if let earlier { return earlier.common(with: references) }
        return list.common(with: references).filter { !added.contains($0) } + removed.common(with: references)
    }

    /// Those of some references that the list has and did not have.
    func additions(among references: Set<ObjectReference>, to list: ReferenceList) -> [ObjectReference] {
        guard let earlier else { return added.common(with: references) }
        return list.common(with: references).filter { !earlier.contains($0) }
    }

    /// The number of members in the earlier state.
    func earlierCount(of list: ReferenceList) -> Int { earlier?.count ?? list.count - added.count + removed.count }

    /// Names members by the numbers they have now.
    mutating func renumber(_ current: (ObjectReference) -> ObjectReference) {
        added = added.mapped(current)
        removed = removed.mapped(current)
        earlier = earlier?.mapped(current)
    }
}
