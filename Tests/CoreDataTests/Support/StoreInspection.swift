import Foundation
import GRDB
import StrataPredicates

@testable import CoreData

/// Checks the invariants of a store: each reference leads to a row or a file, each file has a row
/// that refers to it, no key exceeds the recorded maximum, replaying the history gives the rows,
/// and the coordinator's row cache agrees with the file. The nodes of a binary or XML store agree
/// with its rows.
struct StoreInspection {
    private let database: Database
    private let layout: StoreLayout
    private let schema: QuerySchema
    private(set) var problems: [String] = []

    /// Returns a description of each violated invariant of a container's store.
    ///
    /// - Parameter isMigrated: Whether its history may have the changes of removed entities deleted.
    static func problems(_ container: NSPersistentContainer, isMigrated: Bool = false) throws -> [String] {
        let coordinator = container.persistentStoreCoordinator
        let store = try coordinator.requireStores().stores[0]
        let cached = try cacheProblems(coordinator.cache, store)
        if let plain = store.ownEngine as? PlainEngine { return cached + plain.content.problems }
        let model = container.managedObjectModel
        if let store = store as? DictionaryStore { return cached + store.database.problems(model) }
        let nodes = try (store as? DocumentStore).map { try nodeProblems($0, model) } ?? []
        return try cached + nodes
            + store.sqlite.read { database in
                var inspection = StoreInspection(database, model)
                try inspection.checkIntegrity()
                try inspection.checkReferences()
                try inspection.checkJoins()
                try inspection.checkKeys()
                try inspection.checkExternalData(store.url)
                if store.keepsHistory { try inspection.checkHistory(isMigrated: isMigrated) }
                return inspection.problems
            }
    }

    /// Returns a description of each cached row that differs from the row in the store.
    private static func cacheProblems(_ cache: RowCache, _ store: NSPersistentStore) throws -> [String] {
        let cached = Dictionary(grouping: cache.rows.filter { store.keySpace.holds($0.key.rowID) }) { $0.value.layout }
        return try cached.flatMap { layout, rows in
            let stored = try store.engine.rows(layout, rows.map(\.key.rowID))
            return rows.compactMap { key, row in
                guard let now = stored[key.rowID] else { return "the row cache has \(layout.name) \(key.rowID), which is gone" }
                guard now.version == row.version else {
                    return "the row cache has version \(row.version) of \(layout.name) \(key.rowID), the store \(now.version)"
                }
                let differing = row.values.differences(from: now.values).filter { !layout.properties[$0].isTransient }
                return differing.isEmpty
                    ? nil
                    : "the row cache has other values of \(layout.name) \(key.rowID): \(differing.map { layout.names[$0] })"
            }
        }
    }

    /// Returns a description of each node of a binary or XML store that differs from its row.
    private static func nodeProblems(_ store: DocumentStore, _ model: NSManagedObjectModel) throws -> [String] {
        let nodes = Dictionary(grouping: store.cacheNodes(), by: \.objectID.entity.layout)
        return try model.entities.map(\.layout).flatMap { layout in
            let all = try StoreQuery(layout, predicate: nil, sortDescriptors: nil, includesSubentities: false)
            let rows = try store.sqlite.rows(layout, store.sqlite.keys(all).map(\.rowID))
            let own = Dictionary(uniqueKeysWithValues: (nodes[layout] ?? []).map { ($0.objectID.rowID, $0) })
            let unpaired = Set(rows.keys).symmetricDifference(own.keys)
            let differing = try own.filter { rows[$0.key] != nil }.flatMap { rowID, node in
                try layout.kinds.indices.filter(layout.isInNodes).filter { slot in
                    try !agree(node, rows[rowID]?.values[slot] ?? .null, slot, store)
                }.map { "the node of \(layout.name) \(rowID) has another \(layout.names[$0]) than the row" }
            }
            return unpaired.map { "\(layout.name) \($0) has no node, or no row" } + differing
        }
    }

    /// Whether a property of a node has the value of its row, or the same members.
    private static func agree(
        _ node: NSAtomicStoreCacheNode, _ value: Value, _ slot: Int, _ store: DocumentStore
    ) throws -> Bool {
        let layout = node.objectID.entity.layout
        let found = node.value(forKey: layout.names[slot])
        guard layout.kinds[slot].isRelationship else { return (found as? NodeValue)?.value ?? .null == value }
        let related = NodeMembers.list(found).compactMap { member in
            ((member as? NSAtomicStoreCacheNode)?.objectID ?? member as? NSManagedObjectID)?.rowID
        }
        if case .object(let reference) = value { return related == [reference.rowID] }
        if !layout.kinds[slot].isToMany { return related.isEmpty }
        let members = try store.sqlite.members(of: node.objectID.rowID, layout, slot).map(\.rowID)
        return layout.kinds[slot] == .orderedToMany ? related == members : Set(related) == Set(members)
    }

    private init(_ database: Database, _ model: NSManagedObjectModel) {
        self.database = database
        layout = StoreLayout(model)
        schema = QuerySchema(model)
    }

    private mutating func count(_ what: String, _ sql: String) throws {
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(sql)") ?? 0
        if count > 0 { problems.append("\(what): \(count)") }
    }

    private mutating func checkIntegrity() throws {
        let answer = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        if answer != ["ok"] { problems.append("integrity_check: \(answer.joined(separator: ", "))") }
    }

    private mutating func checkReferences() throws {
        for entity in layout.entities {
            let table = schema.table(entity.layout)
            for slot in entity.layout.toOneSlots {
                let column = table.column(slot)
                let destination = schema.table(entity.layout.destination(slot)).table
                try count(
                    "\(entity.layout.name).\(entity.layout.names[slot]) refers to rows that are not there",
                    "\(table.table) WHERE Z_ENT = \(entity.number) AND \(column) IS NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(destination))"
                )
            }
        }
    }

    private mutating func checkJoins() throws {
        for join in layout.joins {
            for (column, relationship) in [(join.ownerColumn, join.inverse), (join.memberColumn, join.named)] {
                guard let destination = relationship.destinationEntity else { continue }
                let table = schema.table(destination.layout).table
                try count(
                    "\(join.name) has rows whose \(column) is not there",
                    "\(join.name) WHERE \(column) NOT IN (SELECT Z_PK FROM \(table))")
            }
        }
    }

    private mutating func checkKeys() throws {
        for table in layout.tables {
            let root = table.entities[0].number
            try count(
                "\(table.name) has keys beyond Z_MAX",
                "\(table.name) WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root))")
        }
    }

    /// Checks that the external data files are exactly those that rows refer to. Opening a store
    /// removes the files that a crash left behind.
    private mutating func checkExternalData(_ url: URL?) throws {
        let folder = url.map { ExternalData.supportFolder(of: $0).appending(path: "_EXTERNAL_DATA") }
        let files = Set((folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }) ?? [])
        var named: Set<String> = []
        for table in schema.allTables {
            for column in table.externalSlots.map(table.column) {
                let sql = "SELECT \(column) FROM \(table.table) WHERE \(column) IS NOT NULL"
                named.formUnion(try Data.fetchAll(database, sql: sql).compactMap(ExternalData.name))
            }
        }
        for name in named.subtracting(files) { problems.append("the file \(name) of external data is not there") }
        for name in files.subtracting(named) { problems.append("no row refers to the file \(name) of external data") }
    }

    // MARK: History

    private struct Row: Hashable {
        let entity: Int64
        let key: Int64
    }

    /// Replays the history from its start, and checks that the result has the same rows with the
    /// same versions as the tables.
    private mutating func checkHistory(isMigrated: Bool) throws {
        try count(
            "changes of a transaction that is not there", "ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)")
        if !isMigrated {
            try count(
                "transactions without a change", "ATRANSACTION WHERE Z_PK NOT IN (SELECT ZTRANSACTIONID FROM ACHANGE)")
        }
        var versions: [Row: Int64] = [:]
        // Deleted rows that a merge policy inserted again. Their versions begin at a random step after
        // the version that the object had read.
        var returned: Set<Row> = []
        var last: [Int64: Int64] = [:]
        let changes = try GRDB.Row.fetchCursor(
            database, sql: "SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE FROM ACHANGE ORDER BY ZTRANSACTIONID, Z_PK")
        while let change = try changes.next() {
            let row = Row(entity: change[0], key: change[1])
            switch (change[2] as Int64, versions[row]) {
            case (0, nil):
                versions[row] = 1
                if last[row.entity] ?? 0 >= row.key { returned.insert(row) }
            case (1, let version?): versions[row] = version + 1
            case (2, _?): versions[row] = nil
            case (let type, let version):
                problems.append(
                    "the history has a change of type \(type) for \(row), which was at version \(version.map(String.init) ?? "none")"
                )
            }
            last[row.entity] = max(last[row.entity] ?? 0, row.key)
        }
        var found: [Row: Int64] = [:]
        for table in layout.tables {
            let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT Z_ENT, Z_PK, Z_OPT FROM \(table.name)")
            while let row = try rows.next() { found[Row(entity: row[0], key: row[1])] = row[2] }
            // Primary keys are not reused, including those of deleted rows.
            let given =
                try Int64.fetchOne(
                    database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(table.entities[0].number)") ?? 0
            for entity in table.entities where last[entity.number] ?? 0 > given {
                problems.append(
                    "\(entity.layout.name) had the key \(last[entity.number] ?? 0), but only \(given) are written down as given")
            }
        }
        let differing = Set(found.keys).union(versions.keys).filter { row in
            returned.contains(row) ? (found[row] == nil) != (versions[row] == nil) : found[row] != versions[row]
        }
        for row in differing.prefix(5) {
            problems.append(
                "\(row): version \(found[row].map(String.init) ?? "none"), by the history \(versions[row].map(String.init) ?? "none")"
            )
        }
    }
}
