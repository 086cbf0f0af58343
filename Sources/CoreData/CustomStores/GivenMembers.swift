internal import StrataPredicates
internal import Synchronization

/// The members of to-many relationships that an incremental store's nodes have among their values.
///
/// They are those of the last node that was read of an object. A save discards them, since it may
/// change the relationships of any object. They are then those of the next node.
final class GivenMembers: Sendable {
    private struct Relationship: Hashable {
        let layout: ObjectIdentifier
        let slot: Int
    }

    private struct State {
        var members: [RowID: [Int: [ObjectReference]]] = [:]
        /// The relationships that a node ever had.
        var relationships: Set<Relationship> = []
    }

    private let state = Mutex(State())

    /// Sets the members that the node of an object has, by slot.
    func set(_ members: [Int: [ObjectReference]], of rowID: RowID, _ layout: EntityLayout) {
        state.withLock { state in
            if members.isEmpty, state.relationships.isEmpty { return }
            state.members[rowID] = members.isEmpty ? nil : members
            for slot in members.keys {
                state.relationships.insert(Relationship(layout: ObjectIdentifier(layout), slot: slot))
            }
        }
    }

    /// Whether a node of the entity has had members of a relationship.
    func contains(_ layout: EntityLayout, _ slot: Int) -> Bool {
        state.withLock { $0.relationships.contains(Relationship(layout: ObjectIdentifier(layout), slot: slot)) }
    }

    /// Returns the members that the node of an object has; nil if it has none of the relationship, or a
    /// save has discarded them.
    func members(of rowID: RowID, _ slot: Int) -> [ObjectReference]? { state.withLock { $0.members[rowID]?[slot] } }

    func removeAll() { state.withLock { $0.members = [:] } }
}
