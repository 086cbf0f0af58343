internal import StrataPredicates

/// A list of references without duplicates.
///
/// Lookup, appending and, in an unordered list, removal are O(1). Insertion, and removal from an
/// ordered list, are O(n).
struct ReferenceList: Equatable {
    private(set) var references: ContiguousArray<ObjectReference> = []
    /// The index of each reference. In an ordered list, only the keys are kept up to date.
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

    /// Returns the references that are also in a set. O(n) in the number of elements of the smaller
    /// collection.
    func common(with other: Set<ObjectReference>) -> [ObjectReference] {
        count < other.count ? references.filter(other.contains) : other.filter(contains)
    }

    func firstIndex(of reference: ObjectReference) -> Int? {
        guard let position = positions[reference] else { return nil }
        return isOrdered ? references.firstIndex(of: reference) : position
    }

    /// Appends a reference. A reference that is in the list already keeps its position.
    mutating func append(_ reference: ObjectReference) {
        if let known = positions.updateValue(references.count, forKey: reference) {
            positions[reference] = known
        } else {
            references.append(reference)
        }
    }

    /// Inserts a reference at an index. A reference that is in the list already keeps its position.
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

    /// Replaces a reference, or removes it if `new` is nil or in the list already.
    mutating func replace(_ old: ObjectReference, with new: ObjectReference?) {
        guard let new, !contains(new) else { return remove(old) }
        // Searches from the end, because a save replaces the references of new members, which are
        // usually there.
        guard let known = positions.removeValue(forKey: old) else { return }
        guard let position = isOrdered ? references.lastIndex(of: old) : known else { return }
        references[position] = new
        positions[new] = position
    }

    /// Replaces several references, or removes those whose replacement is nil. O(n) at most.
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
