internal import StrataPredicates
internal import StrataTraps

extension SQLiteEngine {
    /// The most relationships that one statement follows: SQLite's parser rejects some ten nested
    /// selects.
    private static let mostHops = 6

    /// Returns the row IDs of the objects from which a path of relationships leads to one of the
    /// given objects, read with one statement for six relationships.
    ///
    /// Every foreign key has an index, so the path is followed backwards without a table scan. A
    /// deleted object is still found through foreign keys that refer to it.
    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        try read { database in
            var (rest, members) = (hops[...], Set(rowIDs))
            repeat {
                let part = rest.suffix(Self.mostHops)
                rest = rest.dropLast(part.count)
                members = try RawStatement(database, RootsSQL(part, self).text, keySpace).use { statement in
                    statement.bind(rowIDs: Array(members), at: 1)
                    var owners: Set<RowID> = []
                    while try statement.step() { owners.insert(statement.rowID(0)) }
                    return owners
                }
            } while !rest.isEmpty
            return members
        }
    }
}

/// The statement that follows a path of relationships backwards. Its one argument is a list of
/// primary keys.
///
/// For `author.agent` and a list of agents:
///
///     SELECT Z_PK FROM ZBOOK WHERE ZAUTHOR IN (
///         SELECT Z_PK FROM ZPERSON WHERE ZAGENT IN (SELECT value FROM strata_list(?)))
struct RootsSQL {
    let text: String

    init(_ hops: some BidirectionalCollection<QueryPath.Hop>, _ store: SQLiteEngine) {
        text = hops.reversed().reduce("SELECT value FROM \(ListTable.name)(?)") { members, hop in
            "\(Self.owners(hop, store)) IN (\(members))"
        }
    }

    /// Returns the SELECT of the owners whose relationship has one of the members in a list,
    /// without the final `IN (…)`.
    private static func owners(_ hop: QueryPath.Hop, _ store: SQLiteEngine) -> String {
        guard hop.isToMany else {
            let table = store.table(hop.layout)
            return "SELECT Z_PK FROM \(table.table) WHERE \(table.column(hop.slot))"
        }
        return switch store.relationships.access(hop.layout, hop.slot) {
        case .foreignKey(let sql): sql.owners
        case .join(let sql): sql.owners
        case nil: trap("\(hop.layout.name).\(hop.layout.names[hop.slot]) is not stored, so it cannot be followed backwards.")
        }
    }
}
