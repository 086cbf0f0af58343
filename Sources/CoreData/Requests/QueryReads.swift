internal import StrataPredicates

/// The properties that a query reads: of its own entity, and of related entities as a tree of
/// relationships.
///
/// From this tree, live results and contexts determine which changes can affect the query, and
/// along which relationships to find the affected objects.
struct QueryReads {
    let layout: EntityLayout
    /// The slots that the query reads of these objects.
    private(set) var slots: Set<Int> = []
    /// The properties that the query reads of related objects, by the relationship's slot.
    private(set) var related: [Int: QueryReads] = [:]

    init(_ layout: EntityLayout) {
        self.layout = layout
    }

    /// Adds a property of the objects at the end of some relationships. `slot` is nil if the query
    /// only reads which objects these are.
    mutating func add(_ hops: ArraySlice<QueryPath.Hop>, slot: Int?) {
        guard let hop = hops.first else {
            if let slot { slots.insert(slot) }
            return
        }
        slots.insert(hop.slot)
        related[hop.slot, default: QueryReads(hop.destination)].add(hops.dropFirst(), slot: slot)
    }

    /// Adds a to-one relationship whose reference is read, but no property of the related object.
    mutating func addReference(_ hops: ArraySlice<QueryPath.Hop>) {
        guard let last = hops.last else { return }
        add(hops.dropLast(), slot: last.slot)
    }

    /// Calls `body` with each chain of relationships in the tree and the properties read at its
    /// end.
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

    /// Whether changes contain objects of an entity in the tree.
    func areTouched(by changes: ChangeSet) -> Bool {
        changes.touches(layout) || related.values.contains { $0.areTouched(by: changes) }
    }
}

extension ChangeSet {
    /// Whether rows of an entity or of one of its subentities changed.
    func touches(_ layout: EntityLayout) -> Bool {
        entities.contains { !$0.isEmpty && $0.entity.layout.isKind(of: layout) }
    }
}
