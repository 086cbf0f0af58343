internal import GRDB
internal import StrataPredicates

extension SQLiteTransaction {
    func write(
        _ change: SaveRequest.MemberChange, of owner: RowID, key: @escaping (ObjectReference) -> RowID?
    ) throws {
        func run(_ sql: String?, _ members: [ObjectReference]) throws {
            guard let sql, !members.isEmpty else { return }
            let statement = try RawStatement(database, sql, store.keySpace)
            for member in members {
                guard let rowID = key(member) else { continue }
                statement.bind(rowID: owner, at: 1)
                statement.bind(rowID: rowID, at: 2)
                try statement.run()
            }
        }
        let setOrder: String?
        let selectOrder: String?
        switch store.relationships.access(change.layout, change.slot) {
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
        let positions = try MemberPositions(setOrder, selectOrder, owner: owner, key: key, database, store.keySpace)
        try positions.write(change.changes)
    }

    func removeMembers(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws {
        switch store.relationships.access(layout, slot) {
        case nil: break
        case .foreignKey(let sql): try run(sql.clearAll, of: rowID)
        case .join(let sql): try run(sql.clear, of: rowID)
        }
    }
}
