internal import Foundation
internal import GRDB
internal import Predicates
internal import Synchronization

extension SQLiteStore {
    /// What others wrote since the last look.
    enum OthersWrites {
        case nothing
        case changes(ChangeSet)
        /// The history of it was deleted already.
        case unknown
    }

    var hasUnseenTransactions: Bool { position.withLock { $0.hasUnseen } }

    /// Finds what others wrote since the last look in the history, and hands it to `tell` before anybody else can look.
    ///
    /// Costs the reading of a number where there is nothing new.
    func lookForOthers(_ tell: (OthersWrites) -> Void) throws {
        try looking.withLock { _ in
            // The database before the position, as in a write: the other way round, two that share one connection would wait for each other.
            tell(try read { database in try position.withLock { try transactionsOfOthers(&$0, database) } })
        }
    }

    /// Returns whether others wrote since the last look into a store without a history; nil where a write of this
    /// process is under way, which it does not wait for.
    func hasExternalCommits() throws -> Bool? {
        try looking.withLock { _ in
            guard let version = try gate.ask({ try HistoryPosition.dataVersion(database) }) else { return nil }
            return position.withLock { position in
                defer { position.dataVersion = version }
                return position.dataVersion != version
            }
        }
    }

    private func transactionsOfOthers(_ position: inout HistoryPosition, _ database: Database) throws -> OthersWrites {
        let last = try HistoryPosition.lastTransaction(database)
        guard last > position.seen else { return .nothing }
        let own = position.own.filter { $0 <= last }
        let first = position.seen
        position.seen = last
        position.own.subtract(own)
        guard Int64(own.count) < last - first else { return .nothing }
        return try changes(after: first, through: last, without: own, database)
    }

    /// What the transactions of a range did, but for some; unknown where the history does not have all of them any more.
    func changes(
        after first: Int64, through last: Int64, without own: Set<Int64>, _ database: Database
    ) throws -> OthersWrites {
        guard try isComplete(after: first, through: last, own, database) else { return .unknown }
        var net = NetChanges()
        let statement = try RawStatement(
            database,
            """
            SELECT ZTRANSACTIONID, ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE \
            WHERE ZTRANSACTIONID > ? AND ZTRANSACTIONID <= ? ORDER BY ZTRANSACTIONID, Z_PK
            """,
            keySpace
        )
        try statement.use { statement in
            statement.bind(first, at: 1)
            statement.bind(last, at: 2)
            while try statement.step() {
                // Entities that this model does not have are nobody's here.
                guard !own.contains(statement.int(0)), let layout = numbers.layout(statement.int(1)),
                    let type = NSPersistentHistoryChangeType(rawValue: Int(statement.int(3)))
                else { continue }
                net.add(type, RowKey(layout, statement.key(2)), layout, statement.data(4))
            }
        }
        return .changes(net.changes)
    }

    /// Whether the history still has all transactions of others in a range.
    private func isComplete(after first: Int64, through last: Int64, _ own: Set<Int64>, _ database: Database) throws -> Bool {
        let kept = try Int64.fetchSet(
            database, sql: "SELECT Z_PK FROM ATRANSACTION WHERE Z_PK > ? AND Z_PK <= ?", arguments: [first, last]
        )
        return Int64(kept.union(own).count) == last - first
    }
}

/// What several transactions did to each row altogether.
private struct NetChanges {
    private struct Net {
        let layout: EntityLayout
        let number: Int64
        let wasThere: Bool
        var isThere: Bool
        var relationships: Set<Int> = []
    }

    private var rows: [RowKey: Int] = [:]
    private var net: [Net] = []

    mutating func add(_ type: NSPersistentHistoryChangeType, _ key: RowKey, _ layout: EntityLayout, _ columns: Data?) {
        let index =
            rows[key]
            ?? {
                net.append(Net(layout: layout, number: key.number, wasThere: type != .insert, isThere: true))
                rows[key] = net.count - 1
                return net.count - 1
            }()
        net[index].isThere = type != .delete
        if let columns {
            let slots = HistoryColumns.decode(columns, of: layout)
            net[index].relationships.formUnion(slots.filter { layout.kinds[$0].isRelationship })
        }
    }

    var changes: ChangeSet {
        var entities: [ObjectIdentifier: ChangeSet.Entity] = [:]
        for row in net {
            let key = ObjectIdentifier(row.layout)
            var entity = entities.removeValue(forKey: key) ?? ChangeSet.Entity(entity: row.layout.entity)
            switch (row.wasThere, row.isThere) {
            case (false, true): entity.inserted.append(row.number)
            case (true, false): entity.deleted.append(row.number)
            case (true, true):
                entity.updated.append(row.number)
                entity.note(relationships: row.relationships.sorted(), of: row.number)
            case (false, false): break
            }
            entities[key] = entity
        }
        var changes = ChangeSet()
        for entity in entities.values { changes.add(entity) }
        return changes
    }
}
