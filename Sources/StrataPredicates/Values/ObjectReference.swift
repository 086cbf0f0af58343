/// Identifies a managed object without retaining it: its entity and its row ID.
///
/// Two references are equal if their row IDs are equal and their entities share a root entity,
/// since a reference can have the object's entity or a superentity. Rows hold many references, so
/// the 16 bytes are copied without reference counting.
package struct ObjectReference: Hashable, Sendable {
    /// The object's entity: one immortal instance for all its objects.
    package unowned(unsafe) let kind: ObjectKind
    package let rowID: RowID

    /// - Parameter kind: Must live as long as the process; it is not retained.
    package init(kind: ObjectKind, rowID: RowID) {
        self.kind = kind
        self.rowID = rowID
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.rowID == b.rowID && a.kind.hierarchy == b.kind.hierarchy
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind.hierarchy)
        hasher.combine(rowID)
    }

    package func _rawHashValue(seed: Int) -> Int { rowID.hash(in: kind.hierarchy, seed: seed) }
}

extension ObjectReference: CustomStringConvertible {
    package var description: String { kind.spelling(rowID) }
}

/// An entity as the evaluators know it. Row IDs are unique within an entity's hierarchy, not across
/// hierarchies.
package final class ObjectKind: Sendable {
    private let root: ObjectKind?
    fileprivate let spelling: @Sendable (RowID) -> String
    /// The entity's layout in CoreData.
    // Written once, by the layout's initializer, before any other thread can access the kind.
    nonisolated(unsafe) package unowned(unsafe) var owner: AnyObject?

    /// - Parameters:
    ///   - root: The kind of the root entity; nil for the root itself.
    ///   - spelling: Returns the text that stands for an object in a printed predicate.
    package init(root: ObjectKind? = nil, spelling: @escaping @Sendable (RowID) -> String) {
        self.root = root
        self.spelling = spelling
    }

    /// Identifies the hierarchy: equal for all kinds whose objects share one sequence of row IDs.
    package var hierarchy: ObjectIdentifier { ObjectIdentifier(root ?? self) }
}
