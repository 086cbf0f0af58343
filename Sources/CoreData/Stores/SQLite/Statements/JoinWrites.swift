/// The statements that write the rows of a join table, with the owner as `?1`, the member as `?2`
/// and the position as `?3`.
struct JoinWrites {
    /// Inserts a pair of owner and member unless it exists.
    let insert: String
    /// Deletes a pair of owner and member.
    let delete: String
    /// Sets the position of a member; nil for an unordered relationship.
    let setOrder: String?
    /// Deletes all pairs of an owner.
    let clear: String

    /// Creates the statements for one end of a relationship.
    init(_ join: JoinTable, _ side: JoinTable.Side, _ destination: TableLayout) {
        let (owner, member, order) =
            switch side {
            case .named: (join.ownerColumn, join.memberColumn, join.orderColumn)
            case .inverse: (join.memberColumn, join.ownerColumn, join.inverseOrderColumn)
            }
        insert = """
            INSERT INTO \(join.name) (\(owner), \(member)) SELECT ?1, ?2 \
            WHERE \(Self.hasMember(destination)) ON CONFLICT DO NOTHING
            """
        delete = "DELETE FROM \(join.name) WHERE \(owner) = ?1 AND \(member) = ?2"
        setOrder = order.map { "UPDATE \(join.name) SET \($0) = ?3 WHERE \(owner) = ?1 AND \(member) = ?2" }
        clear = "DELETE FROM \(join.name) WHERE \(owner) = ?1"
    }

    /// Creates the statements for a relationship that is its own inverse. They write both rows of a
    /// pair, since a save may have the change of one end only.
    init(reflexive join: JoinTable, _ destination: TableLayout) {
        let (owner, member) = (join.ownerColumn, join.memberColumn)
        let pair = "(\(owner) = ?1 AND \(member) = ?2) OR (\(owner) = ?2 AND \(member) = ?1)"
        insert = """
            INSERT INTO \(join.name) (\(owner), \(member)) SELECT ?1, ?2 WHERE \(Self.hasMember(destination)) \
            UNION SELECT ?2, ?1 WHERE \(Self.hasMember(destination)) ON CONFLICT DO NOTHING
            """
        delete = "DELETE FROM \(join.name) WHERE \(pair)"
        // The position in the owner's list is in one row that of the member, and in the other one that
        // of the object on the owner's side.
        if let order = join.orderColumn, let inverse = join.inverseOrderColumn {
            setOrder = """
                UPDATE \(join.name) SET \(order) = iif(\(owner) = ?1, ?3, \(order)), \
                \(inverse) = iif(\(member) = ?1, ?3, \(inverse)) WHERE \(pair)
                """
        } else {
            setOrder = nil
        }
        clear = "DELETE FROM \(join.name) WHERE \(owner) = ?1 OR \(member) = ?1"
    }

    /// Returns the condition that the member exists. Another writer may have deleted it, and a row for
    /// it would be a dangling reference.
    private static func hasMember(_ destination: TableLayout) -> String {
        "EXISTS (SELECT 1 FROM \(destination.name) WHERE Z_PK = ?2)"
    }
}
