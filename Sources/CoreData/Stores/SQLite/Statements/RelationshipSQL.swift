internal import StrataPredicates

/// The SQL texts that read and write the members of to-many relationships, created once,
/// when they are first used.
///
/// In statements about one member, the owner is `?1`, the member `?2` and the position `?3`.
final class RelationshipSQL: Sendable {
    /// The statements of one relationship, which depend on how its members are stored.
    enum Access: Sendable {
        /// A foreign key in the members' table. If the relationship has an inverse, the key is the
        /// members' to-one relationship and is written with their rows.
        case foreignKey(ForeignKeySQL)
        /// A join table with a row for each pair of owner and member.
        case join(JoinSQL)
    }

    struct ForeignKeySQL: Sendable {
        /// Selects the members of an owner, in order.
        let select: String
        /// Selects the owner and the member for each owner of a list.
        let selectEach: String
        /// Sets the owner of a member; nil if the members' to-one relationship stores it.
        let setOwner: String?
        /// Clears the owner of a member; nil if the members' to-one relationship stores it.
        let clearOwner: String?
        /// Sets the position of a member; nil for an unordered relationship.
        let setOrder: String?
        /// Selects the position of a member; nil for an unordered relationship.
        let selectOrder: String?
        /// Clears the owner column in all members of an owner.
        let clearAll: String
        /// Selects the owners of members. The caller appends `IN` with a list of their keys.
        let owners: String
    }

    struct JoinSQL: Sendable {
        /// Selects the members of an owner, in order.
        let select: String
        /// Selects the owner and the member for each owner of a list.
        let selectEach: String
        /// Inserts a pair of owner and member unless it exists.
        let insert: String
        /// Deletes a pair of owner and member.
        let delete: String
        /// Sets the position of a member; nil for an unordered relationship.
        let setOrder: String?
        /// Selects the position of a member; nil for an unordered relationship.
        let selectOrder: String?
        /// Deletes all pairs of an owner.
        let clear: String
        /// Selects the owners of members. The caller appends `IN` with a list of their keys.
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

    /// Returns the statements of a relationship; nil for a transient one, which is not stored.
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
            let writes = join.isReflexive ? JoinWrites(reflexive: join, destination) : JoinWrites(join, side, destination)
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
                    insert: writes.insert,
                    delete: writes.delete,
                    setOrder: writes.setOrder,
                    selectOrder: order.map { "SELECT \($0) FROM \(join.name) WHERE \(owner) = ?1 AND \(member) = ?2" },
                    clear: writes.clear,
                    owners: "SELECT \(owner) FROM \(join.name) WHERE \(member)"
                )
            )
        }
    }
}
