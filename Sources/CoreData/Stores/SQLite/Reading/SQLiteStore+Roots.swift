internal import Predicates
internal import Traps

extension SQLiteStore {
    /// The keys of the objects from which relationships, followed in this order, lead to one of some objects; one statement, by
    /// the indexes that every reference has.
    ///
    /// An object that is gone still has those that refer to it by a to-one relationship.
    func roots(_ hops: [QueryPath.Hop], leadingTo numbers: [Int64]) throws -> Set<Int64> {
        return try read { database in
            try RawStatement(database, RootsSQL(hops, self).text, keySpace).use { statement in
                statement.bind(keys: numbers, at: 1)
                var roots: Set<Int64> = []
                while try statement.step() { roots.insert(statement.key(0)) }
                return roots
            }
        }
    }
}

/// The statement that goes back along relationships; its one argument is a list of keys.
struct RootsSQL {
    let text: String

    init(_ hops: [QueryPath.Hop], _ store: SQLiteStore) {
        text = hops.reversed().reduce("SELECT value FROM \(ListTable.name)(?)") { members, hop in
            "\(Self.owners(hop, store)) IN (\(members))"
        }
    }

    /// Selects those whose relationship holds the objects of a list, up to the list.
    private static func owners(_ hop: QueryPath.Hop, _ store: SQLiteStore) -> String {
        guard hop.isToMany else {
            let table = store.table(hop.layout)
            return "SELECT Z_PK FROM \(table.table) WHERE \(table.column(hop.slot))"
        }
        return switch store.relationships.access(hop.layout, hop.slot) {
        case .foreignKey(let sql): sql.owners
        case .join(let sql): sql.owners
        case nil: trap("The store keeps nothing of \(hop.layout.name).\(hop.layout.names[hop.slot]).")
        }
    }
}
