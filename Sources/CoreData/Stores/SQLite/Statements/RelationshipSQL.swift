internal import Predicates

/// The SQL texts of to-many relationships, by relationship.
final class RelationshipSQL: Sendable {
    /// How the members of one relationship are read and written.
    enum Access: Sendable {
        /// The members' rows name the owner in a column; only what no property of theirs holds is written here.
        case foreignKey(ForeignKeySQL)
        case join(JoinSQL)
    }

    struct ForeignKeySQL: Sendable {
        let select: String
        /// Selects the members of each owner of a list, behind the owner.
        let selectEach: String
        /// Sets the owner of a member; nil where the members' own to-one relationship does.
        let setOwner: String?
        /// Takes a member from an owner; nil as above.
        let clearOwner: String?
        /// Sets the position of a member; nil where there is no order.
        let setOrder: String?
        /// Selects the position of a member; nil as above.
        let selectOrder: String?
        /// Takes all members from an owner.
        let clearAll: String
        /// Selects the owners of members, up to the list of those.
        let owners: String
    }

    struct JoinSQL: Sendable {
        let select: String
        /// Selects the members of each owner of a list, behind the owner.
        let selectEach: String
        let insert: String
        let delete: String
        /// Sets the position of a member; nil where there is no order.
        let setOrder: String?
        /// Selects the position of a member; nil as above.
        let selectOrder: String?
        /// Deletes all rows of an owner.
        let clear: String
        /// Selects the owners of members, up to the list of those.
        let owners: String
    }

    private let accesses: [ObjectIdentifier: Access]

    init(_ store: StoreLayout) {
        var accesses: [ObjectIdentifier: Access] = [:]
        for entity in store.entities {
            for slot in entity.layout.ownRelationships where entity.layout.kinds[slot].isToMany {
                guard let storage = store.storage(entity.layout, slot) else { continue }
                let relationship = entity.layout.relationship(slot)
                let destination = store.table(entity.layout.destination(slot))
                accesses[ObjectIdentifier(relationship)] = Self.access(
                    storage, destination, hasInverse: relationship.inverseRelationship != nil)
            }
        }
        self.accesses = accesses
    }

    /// nil for a transient relationship, of which the store keeps nothing.
    func access(_ layout: EntityLayout, _ slot: Int) -> Access? {
        accesses[ObjectIdentifier(layout.relationship(slot))]
    }

    private static func access(_ storage: MemberStorage, _ destination: TableLayout, hasInverse: Bool) -> Access {
        switch storage {
        case .foreignKey(let table, let column, let order):
            let sort = (order.map { [$0] } ?? []) + ["Z_PK"]
            return .foreignKey(
                ForeignKeySQL(
                    select: "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(column) = ? ORDER BY \(sort.joined(separator: ", "))",
                    selectEach: """
                        SELECT \(column), Z_PK, Z_ENT FROM \(table) WHERE \(column) IN \(ListTable.name)(?) \
                        ORDER BY \(([column] + sort).joined(separator: ", "))
                        """,
                    setOwner: hasInverse ? nil : "UPDATE \(table) SET \(column) = ?1 WHERE Z_PK = ?2",
                    clearOwner: hasInverse ? nil : "UPDATE \(table) SET \(column) = NULL WHERE Z_PK = ?2 AND \(column) = ?1",
                    setOrder: order.map { "UPDATE \(table) SET \($0) = ?3 WHERE Z_PK = ?2 AND \(column) = ?1" },
                    selectOrder: order.map { "SELECT \($0) FROM \(table) WHERE Z_PK = ?2 AND \(column) = ?1" },
                    clearAll: "UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?",
                    owners: "SELECT \(column) FROM \(table) WHERE Z_PK"
                )
            )
        case .join(let join, let side):
            let (owner, member, order) =
                switch side {
                case .named: (join.ownerColumn, join.memberColumn, join.orderColumn)
                case .inverse: (join.memberColumn, join.ownerColumn, join.inverseOrderColumn)
                }
            let sort = (order.map { ["j.\($0)"] } ?? []) + ["j.\(member)"]
            return .join(
                JoinSQL(
                    select: """
                        SELECT t.Z_PK, t.Z_ENT FROM \(join.name) j JOIN \(destination.name) t ON t.Z_PK = j.\(member) \
                        WHERE j.\(owner) = ? ORDER BY \(sort.joined(separator: ", "))
                        """,
                    selectEach: """
                        SELECT j.\(owner), t.Z_PK, t.Z_ENT FROM \(join.name) j JOIN \(destination.name) t ON t.Z_PK = j.\(member) \
                        WHERE j.\(owner) IN \(ListTable.name)(?) ORDER BY \((["j.\(owner)"] + sort).joined(separator: ", "))
                        """,
                    // Somebody else may have deleted the member meanwhile.
                    insert: """
                        INSERT INTO \(join.name) (\(owner), \(member)) \
                        SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM \(destination.name) WHERE Z_PK = ?2) ON CONFLICT DO NOTHING
                        """,
                    delete: "DELETE FROM \(join.name) WHERE \(owner) = ?1 AND \(member) = ?2",
                    setOrder: order.map { "UPDATE \(join.name) SET \($0) = ?3 WHERE \(owner) = ?1 AND \(member) = ?2" },
                    selectOrder: order.map { "SELECT \($0) FROM \(join.name) WHERE \(owner) = ?1 AND \(member) = ?2" },
                    clear: "DELETE FROM \(join.name) WHERE \(owner) = ?",
                    owners: "SELECT \(owner) FROM \(join.name) WHERE \(member)"
                )
            )
        }
    }
}
