internal import GRDB

// References to objects, and the order of members.
extension SQLiteMigration {
    /// Writes the entity numbers of references that had none.
    func storeEntityNumbers(_ tables: [KeptTable]) throws {
        for table in tables {
            for column in table.migration.columns.columns {
                guard let lookup = column.lookup else { continue }
                let (name, destination) = (table.migration.new.name, new.table(lookup.destination).name)
                try database.execute(
                    sql: """
                        UPDATE \(name) SET \(column.column.name) = (SELECT d.Z_ENT FROM \(destination) d \
                        WHERE d.Z_PK = \(name).\(lookup.reference)) WHERE \(lookup.reference) IS NOT NULL \
                        AND \(column.column.name) IS NULL
                        """)
            }
        }
    }

    func clearReferences(_ layout: EntityLayout, _ slot: Int) throws {
        let destination = new.rows(of: layout.destination(slot))
        let table = new.table(layout)
        if case .toOne(let column, let entity) = table.slots(layout)[slot] {
            let name = table.columns[column].name
            let columns = [name] + (entity.map { [table.columns[$0].name] } ?? [])
            try database.execute(
                sql: """
                    UPDATE \(table.name) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) \
                    WHERE \(name) IS NOT NULL AND NOT \(destination.contains("\(table.name).\(name)"))
                    """)
            return
        }
        switch new.storage(layout, slot) {
        case .foreignKey(let members, let column, _)?:
            try database.execute(
                sql: """
                    UPDATE \(members) SET \(column) = NULL \
                    WHERE \(column) IS NOT NULL AND NOT \(new.rows(of: layout).contains("\(members).\(column)"))
                    """)
        case .join(let join, _)?:
            guard let named = join.named.owner?.layout, let member = join.named.destinationEntity?.layout else { return }
            let owners = new.rows(of: named).contains("\(join.name).\(join.ownerColumn)")
            let members = new.rows(of: member).contains("\(join.name).\(join.memberColumn)")
            try database.execute(sql: "DELETE FROM \(join.name) WHERE NOT \(owners) OR NOT \(members)")
        case nil: break
        }
    }

    /// Writes the positions of members without one, in the order of their keys.
    func orderMembers(_ layout: EntityLayout, _ slot: Int) throws {
        func number(_ table: String, _ order: String, _ owner: String, _ member: String) throws {
            try database.execute(
                sql: """
                    UPDATE \(table) SET \(order) = n.place FROM (SELECT rowid AS row, 1024 + 1024 * row_number() OVER \
                    (PARTITION BY \(owner) ORDER BY \(order) IS NULL, \(order), \(member)) AS place FROM \(table) \
                    WHERE \(owner) IS NOT NULL) AS n WHERE \(table).rowid = n.row
                    """)
        }
        switch new.storage(layout, slot) {
        case .foreignKey(let table, let column, let order?)?: try number(table, order, column, "Z_PK")
        case .join(let join, .named)?:
            if let order = join.orderColumn { try number(join.name, order, join.ownerColumn, join.memberColumn) }
            // The inverse of a reflexive relationship is on the same side.
            if join.isReflexive, let order = join.inverseOrderColumn {
                try number(join.name, order, join.memberColumn, join.ownerColumn)
            }
        case .join(let join, .inverse)?:
            if let order = join.inverseOrderColumn { try number(join.name, order, join.memberColumn, join.ownerColumn) }
        default: break
        }
    }
}
