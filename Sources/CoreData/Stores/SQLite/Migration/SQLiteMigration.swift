internal import Foundation
internal import GRDB
internal import StrataPredicates

/// Executes a migration plan on an SQLite file, in one transaction.
///
/// 1. The members of relationships that are stored differently are collected into temporary tables
///    (`RelationshipConversion`).
/// 2. Triggers, R-trees, and the indexes that the new model does not have are dropped.
/// 3. Each old table either becomes its new one (`TableMigration.change`) or is renamed out of the
///    way, copied (`TableMigration.copy`) and dropped. So do the join tables.
/// 4. Members are stored, references to removed objects cleared, positions written.
/// 5. The missing indexes are created. A violated uniqueness constraint is an error that names the
///    entity and the values.
/// 6. Derived attributes are computed, the history is rewritten (`HistoryMigration`), and
///    Z_PRIMARYKEY, Z_METADATA and Z_MODELCACHE get the new model's content.
///
/// A deferred migration changes tables in place also if they lose columns, and drops nothing in
/// steps 3 and 5: it renames what the new model does not have, and leaves out indexes that nothing
/// but the app's own fetches needs (`DeferredCleanup`).
///
/// **Invariant:** after the commit the schema is the one that a new store of the new model has, up
/// to the order of columns and what is deferred. Before it, nothing has changed: every step is in
/// the transaction, external data files are neither written nor removed, and the temporary tables
/// belong to the connection. So a process that is killed, a full disk and an error leave the old
/// store.
struct SQLiteMigration {
    let plan: MigrationPlan
    let old: StoreLayout
    let new: StoreLayout
    let schema: QuerySchema
    let database: Database
    let derived: DerivedAttributes
    let versionHashes: [String: Data]
    let progress: MigrationProgress
    /// Whether what is no longer needed stays in the file for now.
    let defersCleanup: Bool

    var cleanup: DeferredCleanup { DeferredCleanup(layout: new, schema: schema) }

    struct KeptTable {
        let migration: TableMigration
        let isInPlace: Bool
        /// The name of the old table while the new ones are created.
        var present: String
    }

    /// Executes the plan. Call it in a write transaction, which the caller commits.
    ///
    /// - Throws: an NSError. The transaction is then to be rolled back.
    func run() throws {
        for function in MigratedValues.functions(new.external) { try function.register(in: database) }
        let tables = try keptTables()
        progress.begin(try tables.filter { !$0.isInPlace }.reduce(0) { $0 + (try keySpan($1.migration.old.name)) })
        let conversions = plan.operations.compactMap { operation -> KeptRelationship? in
            if case .convertRelationship(let relationship) = operation { relationship } else { nil }
        }.enumerated().map { RelationshipConversion($1, place: $0) }
        for conversion in conversions { try conversion.collect(old, database) }
        let joins = try keptJoins()
        // Values are unique when they have been computed, and not before.
        let late = computedUniqueIndexes
        let wanted = new.createStatements(schema).filter { !late.contains(Self.name(in: $0)) }
        try dropTriggers()
        try dropIndexes(tables, wanted)
        try moveTables(tables, joins)
        for conversion in conversions { try conversion.store(new, database) }
        try storeEntityNumbers(tables)
        for case .clearReferences(let layout, let slot) in plan.operations { try clearReferences(layout, slot) }
        for case .orderMembers(let layout, let slot) in plan.operations { try orderMembers(layout, slot) }
        try createIndexes(wanted)
        try rewritePrimaryKeys()
        try computeDerived()
        if !late.isEmpty {
            try createIndexes(new.createStatements(schema).filter { late.contains(Self.name(in: $0)) })
        }
        for case .requireValue(let layout, let slot, let change) in plan.operations {
            try requireValue(layout, slot, change)
        }
        try HistoryMigration(
            kept: numberedEntities, tombstones: new.entities.map(\.layout.tombstoneCount).max() ?? 0, database: database
        ).run()
        try writeModel()
    }

    // MARK: Numbers

    /// The kept entities with their old and new numbers.
    private var numberedEntities: [(entity: KeptEntity, old: Int64, new: Int64)] {
        plan.kept.compactMap { entity in
            guard let old = old.number(entity.old), let new = new.number(entity.new) else { return nil }
            return (entity, old, new)
        }
    }

    private var renumbered: [Int64: Int64] {
        Dictionary(uniqueKeysWithValues: numberedEntities.map { ($0.old, $0.new) })
    }

    /// The number of keys in a table between the lowest and the highest. A number with a fraction part,
    /// because keys of a damaged table may be further apart than 64 bits can count.
    private func keySpan(_ table: String) throws -> Double {
        try Double.fetchOne(database, sql: "SELECT CAST(max(Z_PK) AS REAL) - min(Z_PK) FROM \(table)") ?? 0
    }

    // MARK: Tables

    /// Returns the migrations of the tables that keep rows.
    private func keptTables() throws -> [KeptTable] {
        let numbered = numberedEntities
        var tables: [KeptTable] = []
        for table in new.tables {
            let members = numbered.filter { new.table($0.entity.new).name == table.name }
            guard let first = members.first else { continue }
            let source = old.table(first.entity.old)
            let kept = try members.map { member in
                (entity: member.entity, old: try require(old.entities.first { $0.number == member.old }))
            }
            let numbers = Set(members.map(\.old))
            let migration = TableMigration(
                new: table, old: source, columns: try MigratedColumns(table, kept: kept, old, new, plan.kept), numbers: numbers,
                renumbered: renumbered, leavesColumns: defersCleanup,
                leavesRows: source.entities.contains { !numbers.contains($0.number) })
            let isSplit = numbered.contains { old.table($0.entity.old).name == source.name && !numbers.contains($0.old) }
            let existing = Dictionary(
                try database.columns(in: source.name).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            tables.append(
                KeptTable(migration: migration, isInPlace: !isSplit && migration.isInPlace(existing), present: source.name))
        }
        return tables
    }

    private func require<T>(_ value: T?) throws -> T {
        guard let value else { throw MigrationFailure("The store's entities are numbered differently than its model says.") }
        return value
    }

    /// Renames, creates and fills the tables, and drops the old ones.
    private func moveTables(_ tables: [KeptTable], _ joins: [KeptJoin]) throws {
        // Names may be exchanged between tables. So all that do not keep theirs get a free one first.
        var present: [String: String] = [:]
        var removed = try RemovedNames(database)
        let staying = Set(
            tables.filter { $0.isInPlace && $0.migration.new.name == $0.migration.old.name }.map(\.migration.old.name)
        )
        .union(joins.filter { $0.isInPlace && $0.new.name == $0.old?.name }.map(\.new.name))
        for (place, name) in (old.tables.map(\.name) + old.joins.map(\.name)).enumerated() {
            present[name] = name
            guard !staying.contains(name), try database.tableExists(name) else { continue }
            let free = "STRATA_TABLE_\(place)"
            try database.execute(sql: "ALTER TABLE \(name) RENAME TO \(free)")
            present[name] = free
        }
        for table in tables where table.isInPlace {
            try rename(present.removeValue(forKey: table.migration.old.name), to: table.migration.new.name)
            try table.migration.change(database, &removed)
            try progress.check()
        }
        for table in tables where !table.isInPlace {
            guard let name = present[table.migration.old.name] else { continue }
            try table.migration.copy(from: name, database) { try progress.advance($0) }
        }
        let copied = Set(tables.map(\.migration.new.name))
        for table in new.tables where !copied.contains(table.name) { try database.execute(sql: table.createTable) }
        for join in joins {
            let name = join.old.flatMap { join.isInPlace ? present.removeValue(forKey: $0.name) : present[$0.name] }
            if join.isInPlace {
                try rename(name, to: join.new.name)
                try join.renameColumns(database, &removed)
            } else {
                try database.execute(sql: join.new.createTable)
                if let name { try join.copy(from: name, database) }
            }
        }
        for (original, name) in present.sorted(by: { $0.key < $1.key }) where !staying.contains(original) {
            if defersCleanup, try database.tableExists(name) {
                try rename(name, to: removed.next())
            } else {
                try database.execute(sql: "DROP TABLE IF EXISTS \(name)")
            }
        }
        if !defersCleanup {
            for name in try DeferredCleanup.tables(database) { try database.execute(sql: "DROP TABLE \(name)") }
        }
        if removesExternalData, let support = new.external.supportFolder { try ExternalMarker.leave(in: support) }
    }

    private func rename(_ name: String?, to new: String) throws {
        guard let name, name != new else { return }
        try database.execute(sql: "ALTER TABLE \(name) RENAME TO \(new)")
    }

    /// Whether files of external data may have lost their rows or columns.
    private var removesExternalData: Bool {
        old.entities.contains { entity in
            entity.layout.kinds.indices.contains { slot in
                entity.layout.kinds[slot] == .attribute && !entity.layout.properties[slot].isTransient
                    && entity.layout.attribute(slot).isExternal
            }
        }
    }

    /// Returns the join tables of the new model, with the old ones that they continue.
    private func keptJoins() throws -> [KeptJoin] {
        try new.joins.map { join in
            for relationship in [join.named, join.inverse] {
                guard let layout = relationship.owner?.layout, let slot = layout.slot(of: relationship.name) else { continue }
                let isCopied = plan.operations.contains { operation in
                    if case .copyRelationship(let kept) = operation { kept.entity === layout && kept.slot == slot } else { false }
                }
                guard isCopied, let source = KeptRelationship.sources(layout, slot, among: plan.kept).first,
                    case .join(let was, let side)? = old.storage(source.entity, source.slot)
                else { continue }
                return KeptJoin(
                    new: join, old: was, isSwapped: (relationship === join.named) != (side == .named),
                    columns: Set(try database.columns(in: was.name).map(\.name)), leavesColumns: defersCleanup)
            }
            return KeptJoin(new: join, old: nil, isSwapped: false, columns: [], leavesColumns: defersCleanup)
        }
    }

    // MARK: Keys, derived values and the model

    private func rewritePrimaryKeys() throws {
        var last: [String: Int64] = [:]
        for row in try GRDB.Row.fetchAll(database, sql: "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") {
            // Not by the subscripts, which end the process for a value of another type.
            if let name = String.fromDatabaseValue(row[0]) { last[name] = Int64.fromDatabaseValue(row[1]) ?? 0 }
        }
        let oldNumbers = old.entities.map(\.number)
        try database.execute(
            sql: "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN (\(oldNumbers.map(String.init).joined(separator: ", ")))")
        for entity in new.entities {
            let isRoot = new.table(entity.layout).entities[0].number == entity.number
            // The greatest key of the old table, for each table that its rows are in now: keys are
            // not used again.
            let sources = plan.kept.filter { $0.new.isKind(of: entity.layout) }.compactMap { last[$0.old.root.name] }
            let max = isRoot ? sources.max() ?? 0 : 0
            try database.execute(
                sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
                arguments: [entity.number, entity.layout.name, entity.superNumber, max])
        }
    }

    private func computeDerived() throws {
        let wanted = plan.operations.compactMap { operation -> (EntityLayout, Int)? in
            if case .computeDerived(let layout, let slot) = operation { (layout, slot) } else { nil }
        }
        try derived.compute(wanted, in: new, database)
    }

    private func writeModel() throws {
        guard var metadata = try StoreMetadata(in: database) else {
            throw MigrationFailure("The store's Z_METADATA table is empty.")
        }
        metadata.setModel(plan.destination, versionHashes)
        let isLeft = try defersCleanup && !cleanup.tasks(database).isEmpty
        metadata.values[NSPersistentStoreDeferredLightweightMigrationOptionKey] = isLeft ? true : nil
        try metadata.write(to: database)
        if try database.tableExists("Z_MODELCACHE") {
            try database.execute(sql: "DELETE FROM Z_MODELCACHE")
        } else {
            try ModelCache.createTable(database)
        }
        try ModelCache.write(plan.destination, to: database)
    }
}
