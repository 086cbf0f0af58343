internal import Predicates
internal import Traps

/// The rows that a change may bring into a result, move in it or take out.
struct Touched {
    /// Those that changed themselves.
    var own: Set<Int64> = []
    /// Those that are related to an object that changed.
    var related: Set<Int64> = []

    var isEmpty: Bool { own.isEmpty && related.isEmpty }
    var count: Int { own.count + related.count }
    var all: Set<Int64> { related.isEmpty ? own : own.union(related) }

    mutating func formUnion(_ other: Touched) {
        own.formUnion(other.own)
        related.formUnion(other.related)
        related.subtract(own)
    }
}

extension LiveResults {
    /// The rows that changes may concern; nil where that is not known, or where they are too many to be looked for.
    ///
    /// A change of an object that the query's relationships lead to concerns whatever they lead from, which the store tells: one statement for each chain
    /// of relationships with changes at its end.
    func touched(by changes: [ChangeSet]) -> Touched? {
        var touched = Touched()
        for changes in changes { touched.own.formUnion(changes.numbers(of: query.layout)) }
        if query.isRowLocal { return touched }
        do {
            var isRelated = false
            for changes in changes {
                try query.reads.forEachRelated { hops, reads in
                    guard let numbers = related(hops, reads, changes) else { throw Unknown() }
                    if numbers.isEmpty { return }
                    isRelated = true
                    let stored = numbers.filter { $0 > 0 }
                    if !stored.isEmpty {
                        touched.related.formUnion(try context.coordinator.requireStores().roots(hops, leadingTo: stored))
                    }
                }
            }
            // The store does not know what unsaved relationships lead to; whatever has some is looked at again.
            if isRelated, context.hasChanges { touched.related.formUnion(try context.numbersAffected(query)) }
        } catch is Unknown {
            return nil
        } catch {
            trap("Objects of \(query.layout.name) could not be read: \(error.localizedDescription)")
        }
        touched.related.subtract(touched.own)
        return touched
    }

    private struct Unknown: Error {}

    /// The objects at the end of a chain of relationships that changed in what the query reads of them; nil where the store does not tell what led to them.
    private func related(_ hops: [QueryPath.Hop], _ reads: QueryReads, _ changes: ChangeSet) -> [Int64]? {
        // A store keeps such a relationship with its members, each of which has one owner: who takes one over takes it from another unheard.
        let isUnheard = hops.contains { $0.isToMany && $0.layout.inverseSlot($0.slot) == nil && changes.touches($0.layout) }
        if isUnheard { return nil }
        var numbers: [Int64] = []
        let before = changes.edited.isEmpty ? [:] : changes.rowsBefore(of: reads.layout)
        for entity in changes.entities where entity.entity.layout.isKind(of: reads.layout) {
            // A deletion by a context is one of all that referred to the object, too, where they are known.
            if !entity.deleted.isEmpty, !changes.isSettled, !isKnownFromDestination(hops) { return nil }
            numbers += entity.inserted + entity.deleted
            for number in entity.updated {
                if changes.edited.contains(number), let before = before[number],
                    let after = context.registry[RowKey(reads.layout, number)]?.row,
                    before.isAlike(after, in: reads.slots)
                {
                    continue
                }
                numbers.append(number)
            }
        }
        return numbers.count <= Self.mostRelated ? numbers : nil
    }

    /// Whether a deletion of the object that relationships lead to changes those that they lead from.
    private func isKnownFromDestination(_ hops: [QueryPath.Hop]) -> Bool {
        guard let last = hops.last, let slot = last.layout.inverseSlot(last.slot) else { return false }
        return last.destination.relationship(slot).deleteRule != .noActionDeleteRule
    }

    /// More changed objects than these are not followed back.
    private static let mostRelated = 4_096
}

extension Row {
    /// Whether both have the same values of some properties, all of which rows have.
    fileprivate func isAlike(_ other: Row, in slots: Set<Int>) -> Bool {
        slots.allSatisfy { !layout.kinds[$0].isToMany && layout.kinds[$0] != .fetched && values[$0] == other.values[$0] }
    }
}
