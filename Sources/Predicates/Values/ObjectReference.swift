/// Names an object of the graph without holding it: what it is of, and its number.
///
/// Two name the same object where their numbers are equal and their kinds have one root: an object may be named as one of its entity or
/// of an entity above. Sixteen bytes that are copied without counting references, since rows hold many.
package struct ObjectReference: Hashable, Sendable {
    /// What stands for the object's entity: one immortal instance for all objects of it.
    package unowned(unsafe) let kind: ObjectKind
    /// The primary key, or a negative number for an object that was not saved yet.
    package let number: Int64

    /// - Parameter kind: must live as long as the program.
    package init(kind: ObjectKind, number: Int64) {
        self.kind = kind
        self.number = number
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.number == b.number && a.kind.hierarchy == b.kind.hierarchy
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind.hierarchy)
        hasher.combine(number)
    }

    package func _rawHashValue(seed: Int) -> Int { Self.hash(number, kind.hierarchy, seed: seed) }

    /// A hash of a number within its hierarchy, for dictionaries that are asked once or more for every row that is read or saved.
    ///
    /// Numbers are the store's own and nobody's weapon, so that multiplying mixes them well enough; the standard hash costs more than the
    /// rest of a look-up.
    package static func hash(_ number: Int64, _ hierarchy: ObjectIdentifier, seed: Int) -> Int {
        let kind = UInt64(UInt(bitPattern: hierarchy)) &* 0xBF58_476D_1CE4_E5B9
        let mixed = (UInt64(bitPattern: number) &+ kind) ^ UInt64(truncatingIfNeeded: seed)
        let product = mixed.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}

extension ObjectReference {
    /// The place of a number among those of its hierarchy: saved objects by their keys and then new ones, whose numbers count down, in
    /// the order of their insertion. So a save, which gives new objects the next keys, moves nothing.
    package static func place(_ number: Int64) -> UInt64 {
        number < 0 ? UInt64(1) << 63 | number.magnitude : UInt64(number)
    }
}

extension ObjectReference: CustomStringConvertible {
    package var description: String { kind.spelling(number) }
}

/// What an object is of, as far as the evaluators are concerned: objects are numbered within their kind's hierarchy.
package final class ObjectKind: Sendable {
    private let root: ObjectKind?
    fileprivate let spelling: @Sendable (Int64) -> String
    /// What the object graph knows of the kind.
    // Written once, by the entity's layout while it is made and nobody else has it.
    nonisolated(unsafe) package unowned(unsafe) var owner: AnyObject?

    /// - Parameters:
    ///   - root: the topmost kind of the hierarchy; nil for that one itself.
    ///   - spelling: how the object with a number is shown to a reader of a predicate.
    package init(root: ObjectKind? = nil, spelling: @escaping @Sendable (Int64) -> String) {
        self.root = root
        self.spelling = spelling
    }

    /// What all kinds have in common whose objects share one row of numbers.
    package var hierarchy: ObjectIdentifier { ObjectIdentifier(root ?? self) }
}
