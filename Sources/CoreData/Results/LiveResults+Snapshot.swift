internal import Foundation
internal import Predicates

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
            guard let results else { preconditionFailure("Position \(position) is not in a result with nothing in it.") }
            let found = results.object(at: position, among: numbers)
            // Or its identifier, where that is what the caller fetches.
            guard let object = found as? Object ?? found.objectID as? Object else {
                preconditionFailure(
                    "The objects of \(results.query.layout.name) are no \(Object.self). Give the entity that class as its managedObjectClassName."
                )
            }
            return object
        }
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
            preconditionFailure(
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
