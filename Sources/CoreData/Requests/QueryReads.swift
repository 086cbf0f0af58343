internal import Predicates

/// What a query reads of the objects it asks about and of those that relationships lead to: a tree of relationships.
///
/// Tells which changes matter to the query, and how one finds the objects they matter to.
struct QueryReads {
    let layout: EntityLayout
    /// The properties that are read of these objects.
    private(set) var slots: Set<Int> = []
    /// What is read of the objects that a relationship leads to, by its slot.
    private(set) var related: [Int: QueryReads] = [:]

    init(_ layout: EntityLayout) {
        self.layout = layout
    }

    /// Adds that a property, or nil for the objects alone, is read of the objects that relationships lead to.
    mutating func add(_ hops: ArraySlice<QueryPath.Hop>, slot: Int?) {
        guard let hop = hops.first else {
            if let slot { slots.insert(slot) }
            return
        }
        slots.insert(hop.slot)
        related[hop.slot, default: QueryReads(hop.destination)].add(hops.dropFirst(), slot: slot)
    }

    /// Adds that the relationship itself is read: which object it refers to, and nothing of that object.
    mutating func addReference(_ hops: ArraySlice<QueryPath.Hop>) {
        guard let last = hops.last else { return }
        add(hops.dropLast(), slot: last.slot)
    }

    /// Calls `body` with each chain of relationships in the tree and with what is read at its end.
    func forEachRelated(_ body: ([QueryPath.Hop], QueryReads) throws -> Void) rethrows {
        try forEachRelated(behind: [], body)
    }

    private func forEachRelated(behind hops: [QueryPath.Hop], _ body: ([QueryPath.Hop], QueryReads) throws -> Void) rethrows {
        for (slot, reads) in related {
            let chain = hops + [QueryPath.Hop(layout: layout, slot: slot)]
            try body(chain, reads)
            try reads.forEachRelated(behind: chain, body)
        }
    }

    /// Whether a change touches objects of the entities in the tree.
    func areTouched(by changes: ChangeSet) -> Bool {
        changes.touches(layout) || related.values.contains { $0.areTouched(by: changes) }
    }
}

extension ChangeSet {
    /// Whether rows of an entity, or of one below it, changed.
    func touches(_ layout: EntityLayout) -> Bool {
        entities.contains { !$0.isEmpty && $0.entity.layout.isKind(of: layout) }
    }
}
