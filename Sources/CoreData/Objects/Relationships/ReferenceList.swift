internal import Predicates

/// References without duplicates, in an order.
///
/// Asking for one, adding one and, where the order means nothing, removing one cost O(1). Removing from an ordered list and
/// inserting into it cost O(n).
struct ReferenceList: Equatable {
    private(set) var references: ContiguousArray<ObjectReference> = []
    /// Where each is; in an ordered list, only which there are.
    private var positions: [ObjectReference: Int] = [:]
    let isOrdered: Bool

    init(_ references: some Sequence<ObjectReference> = [], isOrdered: Bool) {
        self.isOrdered = isOrdered
        self.references.reserveCapacity(references.underestimatedCount)
        positions.reserveCapacity(references.underestimatedCount)
        for reference in references { append(reference) }
    }

    var count: Int { references.count }

    func contains(_ reference: ObjectReference) -> Bool { positions[reference] != nil }

    /// Those of some references that are in the list; costs as many look-ups as the fewer of both are.
    func common(with other: Set<ObjectReference>) -> [ObjectReference] {
        count < other.count ? references.filter(other.contains) : other.filter(contains)
    }

    func firstIndex(of reference: ObjectReference) -> Int? {
        guard let position = positions[reference] else { return nil }
        return isOrdered ? references.firstIndex(of: reference) : position
    }

    mutating func append(_ reference: ObjectReference) {
        if let known = positions.updateValue(references.count, forKey: reference) {
            positions[reference] = known
        } else {
            references.append(reference)
        }
    }

    /// Puts a reference in at a position; one that is there already keeps its place.
    mutating func insert(_ reference: ObjectReference, at position: Int) {
        guard !contains(reference) else { return }
        positions[reference] = position
        references.insert(reference, at: position)
    }

    mutating func remove(_ reference: ObjectReference) {
        guard let position = firstIndex(of: reference) else { return }
        positions[reference] = nil
        if isOrdered {
            references.remove(at: position)
        } else if let last = references.popLast(), last != reference {
            references[position] = last
            positions[last] = position
        }
    }

    /// Puts another reference, or nothing, in the place of one. What is in the list already is not put in once more.
    mutating func replace(_ old: ObjectReference, with new: ObjectReference?) {
        guard let new, !contains(new) else { return remove(old) }
        // New members are at the end mostly.
        guard let known = positions.removeValue(forKey: old) else { return }
        guard let position = isOrdered ? references.lastIndex(of: old) : known else { return }
        references[position] = new
        positions[new] = position
    }

    /// Puts other references, or nothing, in the place of some. Costs O(n) at most.
    mutating func replace(_ names: [ObjectReference: ObjectReference?]) {
        guard isOrdered, names.count > 8 else {
            for (old, new) in names { replace(old, with: new) }
            return
        }
        let replaced = references.compactMap { reference in
            if let new = names[reference] { new } else { reference }
        }
        self = ReferenceList(replaced, isOrdered: true)
    }

    func mapped(_ transform: (ObjectReference) -> ObjectReference) -> ReferenceList {
        ReferenceList(references.map(transform), isOrdered: isOrdered)
    }

    static func == (a: Self, b: Self) -> Bool {
        a.isOrdered ? a.references == b.references : a.positions.keys == b.positions.keys
    }
}
