internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the members of a to-many relationship, read with one statement.
    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        if relationships.access(layout, slot) == nil { return [] }
        return try read { try members(of: rowID, layout, slot, $0) }
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int, _ database: Database) throws -> [ObjectReference] {
        let select: String
        switch relationships.access(layout, slot) {
        case nil: return []
        case .foreignKey(let sql): select = sql.select
        case .join(let sql): select = sql.select
        }
        return try references(select, database) { $0.bind(rowID: rowID, at: 1) }
    }

    /// Returns the members of a to-many relationship of several owners, read with one statement.
    /// Owners without members have no entry.
    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        let select: String
        switch relationships.access(layout, slot) {
        case nil: return [:]
        case .foreignKey(let sql): select = sql.selectEach
        case .join(let sql): select = sql.selectEach
        }
        return try read { database in
            try RawStatement(database, select, keySpace).use { statement in
                statement.bind(rowIDs: rowIDs, at: 1)
                var members: [RowID: [ObjectReference]] = [:]
                while try statement.step() {
                    guard let member = self.entityNumbers.layout(statement.int(2)) else { continue }
                    members[statement.rowID(0), default: []].append(ObjectReference(member, statement.rowID(1)))
                }
                return members
            }
        }
    }
}
