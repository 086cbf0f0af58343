internal import GRDB

/// The members of one relationship whose storage changes: collected from the old tables into a
/// temporary table, and stored in the new ones.
///
/// The temporary table has a row for each owner and member, with the member's position among the
/// owner's members, and the owner's position among those of the inverse relationship. So each way to
/// store members is read and written in one place, and no pair of ways needs code of its own.
///
/// If a relationship becomes to-one, the first member stays; without an order, the one with the
/// lowest key.
struct RelationshipConversion {
    let kept: KeptRelationship
    let name: String

    init(_ kept: KeptRelationship, place: Int) {
        self.kept = kept
        name = "temp.strata_pairs_\(place)"
    }

    private var relationship: NSRelationshipDescription { kept.entity.relationship(kept.slot) }

    // MARK: Collecting

    /// Creates the temporary table from the old tables, before any of them changes.
    func collect(_ old: StoreLayout, _ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(name) (owner INTEGER, member INTEGER, position INTEGER, back INTEGER, \
                PRIMARY KEY (owner, member)) WITHOUT ROWID
                """)
        for source in kept.sources {
            guard let number = old.number(source.entity) else { continue }
            let owners = old.table(source.entity).name
            for select in pairs(source, owners, number, old) {
                try database.execute(sql: "INSERT OR IGNORE INTO \(name) \(select)")
            }
        }
    }

    private func pairs(_ source: KeptRelationship.Source, _ owners: String, _ number: Int64, _ old: StoreLayout) -> [String] {
        let relationship = source.entity.relationship(source.slot)
        if !relationship.isToMany {
            let table = old.table(source.entity)
            guard case .toOne(let column, _) = table.slots(source.entity)[source.slot] else { return [] }
            let name = table.columns[column].name
            let inverse = relationship.inverseRelationship
            // The position of this object among the members of the other one.
            let back = inverse.flatMap { inverse in
                inverse.isOrdered ? old.table(source.entity).orderColumn(of: inverse) : nil
            }
            return [
                "SELECT Z_PK, \(name), NULL, \(back ?? "NULL") FROM \(owners) WHERE Z_ENT = \(number) AND \(name) IS NOT NULL"
            ]
        }
        switch old.storage(source.entity, source.slot) {
        case .foreignKey(let table, let column, let order)?:
            return [
                """
                SELECT m.\(column), m.Z_PK, \(order.map { "m.\($0)" } ?? "NULL"), NULL FROM \(table) m \
                JOIN \(owners) o ON o.Z_PK = m.\(column) WHERE o.Z_ENT = \(number)
                """
            ]
        case .join(let join, let side)?:
            let (owner, member) =
                side == .named ? (join.ownerColumn, join.memberColumn) : (join.memberColumn, join.ownerColumn)
            let (order, back) =
                side == .named ? (join.orderColumn, join.inverseOrderColumn) : (join.inverseOrderColumn, join.orderColumn)
            return [
                """
                SELECT j.\(owner), j.\(member), \(order.map { "j.\($0)" } ?? "NULL"), \(back.map { "j.\($0)" } ?? "NULL") \
                FROM \(join.name) j JOIN \(owners) o ON o.Z_PK = j.\(owner) WHERE o.Z_ENT = \(number)
                """
            ]
        case nil: return []
        }
    }

    // MARK: Storing

    /// Writes the members into the new tables, and drops the temporary one.
    func store(_ new: StoreLayout, _ database: Database) throws {
        let owners = new.rows(of: kept.entity)
        let members = new.rows(of: kept.entity.destination(kept.slot))
        try database.execute(
            sql: "DELETE FROM \(name) WHERE NOT \(owners.contains("owner")) OR NOT \(members.contains("member"))")
        let inverse = relationship.inverseRelationship
        if relationship.isToMany, inverse === relationship { try mirror(database) }
        if !relationship.isToMany { try keepFirst(of: "owner", "position", "member", database) }
        if inverse?.isToMany == false { try keepFirst(of: "member", "back", "owner", database) }
        if relationship.isOrdered { try number("position", of: "owner", by: "member", database) }
        if inverse?.isOrdered == true { try number("back", of: "member", by: "owner", database) }
        if inverse?.isToMany == true, relationship.isToMany {
            try storeList(new, database)
        } else {
            try database.execute(
                sql: "CREATE INDEX temp.\(name.dropFirst(5))_members ON \(name.dropFirst(5)) (member)")
            if !relationship.isToMany { try storeReferences(kept.entity, kept.slot, "member", of: "owner", new, database) }
            try storeInMembers(new, database)
        }
        try database.execute(sql: "DROP TABLE \(name)")
    }

    /// Adds the other direction of each pair, for a relationship that has become its own inverse.
    private func mirror(_ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO \(name) (owner, member, position, back) \
                SELECT member, owner, back, position FROM \(name)
                """)
    }

    /// Removes the pairs of an object after its first.
    private func keepFirst(of object: String, _ position: String, _ key: String, _ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM \(name) WHERE (owner, member) IN (SELECT owner, member FROM (SELECT owner, member, row_number() OVER \
                (PARTITION BY \(object) ORDER BY \(position) IS NULL, \(position), \(key)) AS place FROM \(name)) WHERE place > 1)
                """)
    }

    /// Gives all members of an object positions: those that they had, or the order of their keys.
    private func number(_ position: String, of object: String, by key: String, _ database: Database) throws {
        let table = name.dropFirst(5)
        try database.execute(
            sql: """
                UPDATE \(name) SET \(position) = n.place FROM (SELECT owner, member, 1024 + 1024 * row_number() OVER \
                (PARTITION BY \(object) ORDER BY \(position) IS NULL, \(position), \(key)) AS place FROM \(name)) AS n \
                WHERE \(table).owner = n.owner AND \(table).member = n.member
                """)
    }

    private func storeList(_ new: StoreLayout, _ database: Database) throws {
        for join in new.joins {
            guard let side = join.side(of: relationship) else { continue }
            let pairs: [(String?, String)] =
                side == .named
                ? [
                    (join.ownerColumn, "owner"), (join.memberColumn, "member"), (join.orderColumn, "position"),
                    (join.inverseOrderColumn, "back"),
                ]
                : [
                    (join.ownerColumn, "member"), (join.memberColumn, "owner"), (join.orderColumn, "back"),
                    (join.inverseOrderColumn, "position"),
                ]
            let columns = pairs.compactMap { column, value in column.map { ($0, value) } }
            try database.execute(sql: "DELETE FROM \(join.name)")
            try database.execute(
                sql: """
                    INSERT INTO \(join.name) (\(columns.map(\.0).joined(separator: ", "))) \
                    SELECT \(columns.map(\.1).joined(separator: ", ")) FROM \(name)
                    """)
        }
    }

    /// Writes what the members' own table holds: the inverse to-one relationship or the owner's key,
    /// and the positions.
    private func storeInMembers(_ new: StoreLayout, _ database: Database) throws {
        let destination = kept.entity.destination(kept.slot)
        let table = new.table(destination)
        if let inverse = relationship.inverseRelationship, let owner = inverse.owner?.layout, !inverse.isToMany,
            let slot = owner.slot(of: inverse.name), inverse !== relationship
        {
            try storeReferences(owner, slot, "owner", of: "member", new, database)
        } else if let column = table.ownerColumn(of: relationship) {
            try set(table.name, column, "owner", of: "member", nil, database)
        }
        if let column = table.orderColumn(of: relationship) {
            try set(table.name, column, "position", of: "member", nil, database)
        }
        if let inverse = relationship.inverseRelationship, inverse.isOrdered,
            let column = new.table(kept.entity).orderColumn(of: inverse)
        {
            try set(new.table(kept.entity).name, column, "back", of: "owner", nil, database)
        }
    }

    private func storeReferences(
        _ layout: EntityLayout, _ slot: Int, _ value: String, of key: String, _ new: StoreLayout, _ database: Database
    ) throws {
        let table = new.table(layout)
        guard case .toOne(let column, let entity) = table.slots(layout)[slot] else { return }
        try set(table.name, table.columns[column].name, value, of: key, new.rows(of: layout).numbers, database)
        guard let entity else { return }
        let destination = new.table(layout.destination(slot)).name
        try database.execute(
            sql: """
                UPDATE \(table.name) SET \(table.columns[entity].name) = (SELECT d.Z_ENT FROM \(destination) d \
                WHERE d.Z_PK = \(table.name).\(table.columns[column].name))
                """)
    }

    private func set(
        _ table: String, _ column: String, _ value: String, of key: String, _ numbers: [Int64]?, _ database: Database
    ) throws {
        let rows = numbers.map { " WHERE Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        try database.execute(
            sql: "UPDATE \(table) SET \(column) = (SELECT p.\(value) FROM \(name) p WHERE p.\(key) = \(table).Z_PK)\(rows)")
    }
}
