internal import Foundation
internal import StrataPredicates
internal import StrataTraps

// # How objects are read lazily
//
// A result of a million rows has row IDs only, and a view shows some dozens of them. So an object
// is created when its position is accessed. Its row comes from the first of these that has it:
//
// 1. the context's object, if it is registered and has its row,
// 2. the coordinator's row cache, if the context reads the store directly,
// 3. the context's source: the page of 64 positions around it, read together. If the source is the
//    store, the page goes into the row cache, and accesses to its other positions are cache hits.
//
// A list that scrolls through n rows thus reads the store n / 64 times. Without pages it would read
// n times, each with the overhead of a read; without laziness, opening a list would cost n objects.
// The object is still a fault: it has its row, but `awakeFromFetch()` has not been called.
//
// Views hold a `Snapshot` and not the live result. A body or an action that accesses a position
// twice must find the same object there, even if rows enter or leave in between. A snapshot keeps
// the members and their order. An object that it returns has its present values, or none if a save
// has deleted its row since.
//
//     let quakes = results.snapshot               1,000,000 rows: a few references
//     context.delete(quakes.object(at: 0))        the result has one row less
//     quakes.object(at: 1)                        still the second of the million
extension LiveResults {
    /// The members and order of a result at one moment, which views hold while they are evaluated
    /// and handle actions.
    ///
    /// Costs a few references. Lists are copied on write, by chunks: while a snapshot is in use, a
    /// change of the result copies the chunks that it changes and the list of chunks.
    package struct Snapshot {
        let results: LiveResults?
        private(set) var rowIDs: KeyList
        /// The sections in order; empty if the request has no section key.
        package let sections: SectionRuns
        /// The revision of the result that the snapshot shows.
        let revision: Int

        /// An empty result.
        package static var empty: Snapshot { Snapshot(results: nil, rowIDs: KeyList(), sections: SectionRuns(), revision: 0) }

        fileprivate init(results: LiveResults?, rowIDs: KeyList, sections: SectionRuns, revision: Int) {
            self.results = results
            self.rowIDs = rowIDs
            self.sections = sections
            self.revision = revision
        }

        /// The number of rows.
        package var count: Int { rowIDs.count }

        /// Replaces the temporary IDs of objects that were saved in a change, so that a snapshot that
        /// is kept finds them however many were saved since.
        package mutating func replaceIDs(_ change: Change) {
            guard !change.temporaryIDs.isEmpty else { return }
            rowIDs.replaceIDs(change.temporaryIDs)
        }

        /// Returns the object at a position, or its object ID if that is the type the caller
        /// expects. Reads the page around it if its row is not in memory.
        package func object<Object>(at position: Int) -> Object {
            guard let results else { trap("Position \(position) is out of range: the result is empty.") }
            let found = results.handOut(at: position, among: rowIDs)
            guard let object = found as? Object ?? found.objectID as? Object else {
                trap(
                    "The objects of \(results.query.layout.name) are not of type \(Object.self). Set the entity's managedObjectClassName to that class."
                )
            }
            return object
        }
    }

    /// Returns the object IDs of rows, each with the row's own entity, without creating objects.
    /// The rows may have just left the result.
    func objectIDs(_ rowIDs: some Collection<RowID>) -> [NSManagedObjectID] {
        if !handsOutIDs { handsOutIDs = true }
        var identifiers: [NSManagedObjectID] = []
        identifiers.reserveCapacity(rowIDs.count)
        // Objects that were saved since then have permanent IDs.
        let rowIDs = rowIDs.map(context.permanentIDs.current)
        for start in stride(from: 0, to: rowIDs.count, by: 512) {
            let page = rowIDs[start..<min(start + 512, rowIDs.count)]
            let stored = query.layout.entity.subentities.isEmpty ? [:] : knownRows(page.filter { known($0) == nil })
            for rowID in page {
                identifiers.append(
                    known(rowID)?.objectID
                        ?? NSManagedObjectID(
                            entity: entity(rowID, stored[rowID]), rowID: rowID,
                            store: context.coordinator.stores.store(of: rowID)))
            }
        }
        return identifiers
    }

    /// Returns the object of a row, also if the row left the result or could not be read.
    func object(_ rowID: RowID) -> NSManagedObject {
        let rowID = context.permanentIDs.current(rowID)
        if let object = known(rowID) { return object }
        if query.layout.entity.subentities.isEmpty { return context.object(query.layout, rowID, row: nil) }
        do {
            let row = try rows([rowID])[rowID]
            return context.object(entity(rowID, row).layout, rowID, row: row)
        } catch {
            return unreadableObject(rowID, error)
        }
    }

    /// Returns the registered object of a row, or the object whose removal is being reported; nil
    /// if there is neither.
    func known(_ rowID: RowID) -> NSManagedObject? {
        let key = RowKey(query.layout, rowID)
        return context.removedObjects[key] ?? context.registry[key]
    }

    /// Returns a row's own entity, or the query's if neither the row nor the feed has it.
    private func entity(_ rowID: RowID, _ row: Row?) -> NSEntityDescription {
        if query.layout.entity.subentities.isEmpty { return query.layout.entity }
        return row?.layout.entity ?? context.coordinator.feed.entity(ofDeleted: rowID, query.layout) ?? query.layout.entity
    }

    /// The present members and order of the result.
    package var snapshot: Snapshot { Snapshot(results: self, rowIDs: rowIDs, sections: sections, revision: revision) }
}

extension ResultSection {
    /// Returns the section's value as the type of the section's property, or as the section's key
    /// path computed it. A missing value is nil, or zero or empty if the type is not optional, as
    /// property accessors return it.
    package func identifier<Identifier>(as type: Identifier.Type) -> Identifier {
        if case .opaque(let opaque) = value, let computed = opaque.object as? ComputedIdentifier,
            let identifier = computed.identifier.base as? Identifier
        {
            return identifier
        }
        let identifier: Any? =
            if let optional = type as? any OptionalSlotValue.Type {
                optional.optional(stored: value)
            } else if let plain = type as? any SlotValue.Type {
                plain.init(stored: value) ?? plain.zero
            } else {
                nil
            }
        guard let identifier = identifier as? Identifier else {
            trap(
                "A section identifier of type \(type) cannot be made from \(value). Use the attribute's own type.")
        }
        return identifier
    }
}

extension Hashable {
    /// Whether an attribute can have this type, so that a stored value can be a section identifier.
    static var isStorable: Bool { Self.self is any SlotValue.Type || Self.self is any OptionalSlotValue.Type }
}

/// An optional of a type that a managed property can have.
private protocol OptionalSlotValue {
    static func optional(stored: Value) -> Any
}

extension Optional: OptionalSlotValue where Wrapped: SlotValue {
    fileprivate static func optional(stored: Value) -> Any { Wrapped(stored: stored) as Any }
}
