internal import StrataPredicates

extension NSManagedObjectContext {
    /// Reads the destinations of chains of relationships, starting at some objects. For each
    /// relationship, executes one statement for the members if it is to-many, and one for the rows.
    ///
    /// A to-one relationship retains its destination until it changes. A to-many relationship
    /// retains its destinations until its members change or are read as a collection.
    func prefetch(_ chains: [[QueryPath.Hop]], of objects: [NSManagedObject]) throws {
        for chain in chains {
            var objects = objects
            for hop in chain {
                let sources = objects.filter { $0.layout.isKind(of: hop.layout) && !$0.isInserted }
                objects = hop.isToMany ? try prefetchMembers(hop, of: sources) : try prefetchObject(hop, of: sources)
                if objects.isEmpty { break }
            }
        }
    }

    private func prefetchObject(_ hop: QueryPath.Hop, of sources: [NSManagedObject]) throws -> [NSManagedObject] {
        let unread = sources.filter { $0.row == nil }
        if !unread.isEmpty {
            let rows = try coordinator.readRows(hop.layout, unread.map(\.rowID))
            for source in unread { if let row = rows[source.rowID] { source.provide(row) } }
        }
        let references = sources.map { source -> ObjectReference? in
            guard case .object(let reference)? = source.row?.values[hop.slot], reference.rowID.isPermanent else { return nil }
            return reference
        }
        var objects: [ObjectReference: NSManagedObject] = [:]
        for (source, reference) in zip(sources, references) {
            guard let reference else { continue }
            let object = objects[reference] ?? object(reference)
            objects[reference] = object
            source.relatedOnes[hop.slot] = object
        }
        let found = Array(objects.values)
        try provideRows(hop.destination, found)
        return found
    }

    private func prefetchMembers(_ hop: QueryPath.Hop, of sources: [NSManagedObject]) throws -> [NSManagedObject] {
        let unread = sources.filter { $0.relatedObjects(at: hop.slot).isFault }
        let members = try coordinator.requireStores().members(ofEach: unread.map(\.rowID), hop.layout, hop.slot)
        for source in unread {
            source.relatedObjects(at: hop.slot).fire(members[source.rowID] ?? [])
            removeMoved(from: source, at: hop.slot)
        }
        var objects: [NSManagedObject] = []
        var seen: Set<ObjectIdentifier> = []
        var distinct: [NSManagedObject] = []
        for source in sources {
            let related = source.relatedObjects(at: hop.slot)
            let members = related.members.references.lazy.filter { $0.rowID.isPermanent }.map(object)
            let start = objects.count
            objects.append(contentsOf: members)
            if related.collection == nil { related.collection = PrefetchedMembers(objects: objects[start...]) }
            for object in objects[start...] where seen.insert(ObjectIdentifier(object)).inserted { distinct.append(object) }
        }
        try provideRows(hop.destination, distinct)
        // Returns each object once, even if it has several owners, so that the next relationship is
        // read only once for it.
        return distinct
    }

    /// Retains the prefetched members of a relationship until its collection is created.
    private final class PrefetchedMembers {
        let objects: [NSManagedObject]

        init(objects: some Sequence<NSManagedObject>) {
            self.objects = Array(objects)
        }
    }

    /// Reads the rows of objects that have none. Bypasses the row cache, since the objects keep the
    /// rows.
    func provideRows(_ layout: EntityLayout, _ objects: [NSManagedObject]) throws {
        let unread = objects.filter { $0.row == nil }
        if unread.isEmpty { return }
        let rows = try coordinator.requireStores().rows(layout, unread.map(\.rowID))
        for object in unread { if let row = rows[object.rowID] { object.provide(row) } }
    }

    /// Groups the faults among a relationship's members into pages of 256. When one of them fires,
    /// the rows of its whole page are read.
    func provideTogether(_ members: [NSManagedObject], _ layout: EntityLayout) {
        // With a staleness interval, a row must not be read before it is needed.
        guard stalenessInterval < 0 else { return }
        let faults = members.filter { $0.isFault && $0.row == nil && $0.provision == nil && $0.rowID.isPermanent }
        guard faults.count > 1 else { return }
        if coordinator.executesRequests, store(of: faults[0].rowID)?.executesRequests == true { return }
        for start in stride(from: 0, to: faults.count, by: 256) {
            let neighbours = faults[start..<min(start + 256, faults.count)]
            let shared = NSManagedObject.Extras(sharedBy: FaultPage(layout, neighbours.map(\.rowID)))
            for fault in neighbours { fault.join(shared) }
        }
    }

    /// Reads the rows of a page of faults in one statement, and the relationships that were
    /// requested for prefetching. The rows of a fetch bypass the row cache, as those of a fetch
    /// without a batch size do. If that fails, each fault reads its own row when it fires.
    func read(_ page: FaultPage) {
        do {
            var rows =
                try page.takesKnownRows
                ? knownRows(page) : coordinator.requireStores().rows(page.layout, inOrder: page.rowIDs)
            var faults: [NSManagedObject] = []
            for (index, rowID) in page.rowIDs.enumerated() {
                guard let fault = registry[RowKey(page.layout, rowID)], fault.isFault else { continue }
                fault.provision = nil
                // Moved out of the array, since a copy would count one more reference to the row.
                if fault.slots == nil, let row = rows[index].take() { fault.provide(row) }
                if !page.prefetched.isEmpty { faults.append(fault) }
            }
            if !faults.isEmpty { try prefetch(page.prefetched, of: faults) }
        } catch {
            // Ignored: the fault that has asked for the page reads its row next, and records an error.
        }
    }

    /// Returns the rows of a page in order, from the memory of the context's source if it has them.
    private func knownRows(_ page: FaultPage) throws -> [Row?] {
        let rows = try source.rows(page.layout, page.rowIDs, maxAge: stalenessInterval)
        return page.rowIDs.map { rows[$0] }
    }
}
