internal import Foundation
internal import Predicates
internal import Traps

extension LiveResults {
    /// A result as it was at one moment: what views hold while they are evaluated and acted on.
    ///
    /// Costs a few references; a change of the result while somebody holds a snapshot copies what it touches and the list of chunks.
    package struct Snapshot {
        private let results: LiveResults?
        private let numbers: KeyList
        package let sections: SectionRuns

        /// A result with nothing in it.
        package static var empty: Snapshot { Snapshot(results: nil, numbers: KeyList(), sections: SectionRuns()) }

        fileprivate init(results: LiveResults?, numbers: KeyList, sections: SectionRuns) {
            self.results = results
            self.numbers = numbers
            self.sections = sections
        }

        package var count: Int { numbers.count }

        /// The object at a position, or its identifier, as the type the caller knows it to have. Reads a page of neighbours where its row is not at hand.
        package func object<Object>(at position: Int) -> Object {
            guard let results else { trap("Position \(position) is not in a result with nothing in it.") }
            let found = results.object(at: position, among: numbers)
            // Or its identifier, where that is what the caller fetches.
            guard let object = found as? Object ?? found.objectID as? Object else {
                trap(
                    "The objects of \(results.query.layout.name) are no \(Object.self). Give the entity that class as its managedObjectClassName."
                )
            }
            return object
        }
    }

    /// The identifiers of rows, also of such as just left the result, each with the row's own entity; no objects are made.
    func objectIDs(_ numbers: some Collection<Int64>) -> [NSManagedObjectID] {
        var identifiers: [NSManagedObjectID] = []
        identifiers.reserveCapacity(numbers.count)
        // New objects that were saved since have other numbers.
        let numbers = numbers.map(context.permanentNumbers.current)
        for start in stride(from: 0, to: numbers.count, by: 512) {
            let page = numbers[start..<min(start + 512, numbers.count)]
            let stored = query.layout.entity.subentities.isEmpty ? [:] : rows(page.filter { known($0) == nil })
            for number in page {
                identifiers.append(
                    known(number)?.objectID
                        ?? NSManagedObjectID(
                            entity: entity(number, stored[number]), number: number,
                            store: context.coordinator.stores.store(of: number)))
            }
        }
        return identifiers
    }

    /// The object of a row that left the result, or nobody has looked at.
    func object(_ number: Int64) -> NSManagedObject {
        let number = context.permanentNumbers.current(number)
        if let object = known(number) { return object }
        let row = query.layout.entity.subentities.isEmpty ? nil : rows([number])[number]
        return context.object(entity(number, row).layout, number, row: row)
    }

    private func known(_ number: Int64) -> NSManagedObject? {
        let key = RowKey(query.layout, number)
        return context.departing[key] ?? context.registry[key]
    }

    /// A row's own entity; that of the query where nothing tells.
    private func entity(_ number: Int64, _ row: Row?) -> NSEntityDescription {
        if query.layout.entity.subentities.isEmpty { return query.layout.entity }
        return row?.layout.entity ?? context.coordinator.feed.entity(ofDeleted: number, query.layout) ?? query.layout.entity
    }

    package var snapshot: Snapshot { Snapshot(results: self, numbers: numbers, sections: sections) }
}

extension LiveResults.Section {
    /// The section's value as the type of the property that sections go by, or as the key path computed it. A missing value is nil, or zero or
    /// empty as accessors read it.
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
    /// Whether a section identifier of this type can be made from what the store has.
    static var isStorable: Bool { Self.self is any SlotValue.Type || Self.self is any OptionalSlotValue.Type }
}

/// An optional of a type that a managed property may have.
private protocol OptionalSlotValue {
    static func optional(stored: Value) -> Any
}

extension Optional: OptionalSlotValue where Wrapped: SlotValue {
    fileprivate static func optional(stored: Value) -> Any { Wrapped(stored: stored) as Any }
}
