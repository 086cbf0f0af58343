internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the members of a to-many relationship, read with one statement.
    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        let select: String
        switch relationships.access(layout, slot) {
        case nil: return []
        case .foreignKey(let sql): select = sql.select
        case .join(let sql): select = sql.select
        }
        return try read { database in
            try RawStatement(database, select, keySpace).use { statement in
                statement.bind(rowID: rowID, at: 1)
                var members: [ObjectReference] = []
                while try statement.step() {
                    guard let member = entityNumbers.layout(statement.int(1)) else { continue }
                    members.append(ObjectReference(member, statement.rowID(0)))
                }
                return members
            }
        }
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

    /// Writes those changes of a to-many relationship that the members' own to-one relationships do
    /// not store: join-table rows, positions, and the foreign keys of a relationship without an
    /// inverse.
    ///
    /// - Parameter key: Returns the permanent row ID of a reference, including one to an object
    ///   that this save inserts; nil if the object is not saved.
    func write(
        _ change: SaveRequest.MemberChange, of owner: RowID, key: @escaping (ObjectReference) -> RowID?,
        _ transaction: WriteTransaction
    ) throws {
        let database = transaction.database
        func run(_ sql: String?, _ members: [ObjectReference]) throws {
            guard let sql, !members.isEmpty else { return }
            let statement = try RawStatement(database, sql, keySpace)
            for member in members {
                guard let rowID = key(member) else { continue }
                statement.bind(rowID: owner, at: 1)
                statement.bind(rowID: rowID, at: 2)
                try statement.run()
            }
        }
        let setOrder: String?
        let selectOrder: String?
        switch relationships.access(change.layout, change.slot) {
        case nil:
            return
        case .foreignKey(let sql):
            try run(sql.clearOwner, change.changes.removed)
            try run(sql.setOwner, change.changes.added)
            (setOrder, selectOrder) = (sql.setOrder, sql.selectOrder)
        case .join(let sql):
            try run(sql.delete, change.changes.removed)
            try run(sql.insert, change.changes.added)
            (setOrder, selectOrder) = (sql.setOrder, sql.selectOrder)
        }
        guard let setOrder, let selectOrder else { return }
        let positions = try MemberPositions(setOrder, selectOrder, owner: owner, key: key, database, keySpace)
        try positions.write(change.changes)
    }

    /// Removes the references to a row that a batch deletion is about to delete: its join-table
    /// rows, and the foreign keys of the members of to-many relationships that have no inverse or
    /// whose delete rule is Nullify.
    func unlink(_ rowID: RowID, _ layout: EntityLayout, _ transaction: WriteTransaction) throws {
        for slot in layout.toManySlots {
            let clear: String
            switch relationships.access(layout, slot) {
            case nil: continue
            case .foreignKey(let sql) where sql.setOwner == nil && layout.relationship(slot).deleteRule != .nullifyDeleteRule:
                continue
            case .foreignKey(let sql): clear = sql.clearAll
            case .join(let sql): clear = sql.clear
            }
            let statement = try RawStatement(transaction.database, clear, keySpace)
            statement.bind(rowID: rowID, at: 1)
            try statement.run()
        }
    }
}
