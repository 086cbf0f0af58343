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
    /// Whether the query reads properties of subentities, which have no slots here: any change may
    /// affect it.
    private(set) var readsSubentities = false
    /// The properties that the query reads of related objects, by relationship. The relationship may
    /// be one of a subentity.
    private(set) var related: [QueryPath.Hop: QueryReads] = [:]

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
        if hop.layout === layout || layout.isKind(of: hop.layout) { slots.insert(hop.slot) } else { readsSubentities = true }
        related[hop, default: QueryReads(hop.destination)].add(hops.dropFirst(), slot: slot)
    }

    /// Adds the properties that subentities have in addition, of the objects at the end of some
    /// relationships.
    mutating func addSubentities(_ hops: ArraySlice<QueryPath.Hop>) {
        guard let hop = hops.first else {
            readsSubentities = true
            return
        }
        related[hop, default: QueryReads(hop.destination)].addSubentities(hops.dropFirst())
    }

    /// Adds a to-one relationship whose reference is read, but no property of the related object.
    mutating func addReference(_ hops: ArraySlice<QueryPath.Hop>) {
        guard let last = hops.last else { return }
        let owner = hops.dropLast().last?.destination ?? layout
        if owner.isKind(of: last.layout) { add(hops.dropLast(), slot: last.slot) } else { add(hops, slot: nil) }
    }

    /// Calls `body` with each chain of relationships in the tree and the properties read at its
    /// end.
    func forEachRelated(_ body: ([QueryPath.Hop], QueryReads) throws -> Void) rethrows {
        try forEachRelated(behind: [], body)
    }

    private func forEachRelated(behind hops: [QueryPath.Hop], _ body: ([QueryPath.Hop], QueryReads) throws -> Void) rethrows {
        for (hop, reads) in related {
            let chain = hops + [hop]
            try body(chain, reads)
            try reads.forEachRelated(behind: chain, body)
        }
    }

    /// Whether the query reads properties of subentities, of its own entity or of a related one.
    var readsSubentitiesAnywhere: Bool { readsSubentities || related.values.contains(where: \.readsSubentitiesAnywhere) }

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
