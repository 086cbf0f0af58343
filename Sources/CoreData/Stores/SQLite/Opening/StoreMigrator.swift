internal import Foundation
internal import GRDB
internal import StrataModelDifference

/// Migrates a store's file to the model that it is opened with.
///
/// The store's own model is the one in Z_MODELCACHE, or the version among the program's models that
/// has the store's hashes. Everything is decided and checked on a read-only connection, so an error
/// of that kind changes no byte. Then one connection begins a write transaction, which waits for
/// other processes, and looks again: another process may have migrated the store meanwhile.
struct StoreMigrator {
    let url: URL
    let model: NSManagedObjectModel
    let layout: StoreLayout
    let schema: QuerySchema
    let versionHashes: [String: Data]
    let infersMapping: Bool
    /// Whether what a migration cleans up is left for later; see `DeferredCleanup`.
    let defersCleanup: Bool

    /// The step that a store needs before it can be opened.
    enum Need {
        /// The version hashes are the model's.
        case nothing
        /// The store is not of another version, as far as its model tells. The tables decide.
        case comparison
        case migration(NSManagedObjectModel)
    }

    /// Returns what a store needs.
    ///
    /// - Throws: NSMigrationMissingSourceModelError if the store's model is unknown, and its tables are
    ///   not those of the new model.
    func need(_ database: Database) throws -> Need {
        let metadata = try StoreMetadata(in: database)
        let hashes = metadata?.values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        if hashes == versionHashes { return .nothing }
        guard let source = try sourceModel(database, metadata) else {
            if metadata == nil { return .comparison }
            if try StoreSchemaCheck(layout: layout, allowsMore: false).difference(database) == nil { return .comparison }
            throw NSError(
                code: NSMigrationMissingSourceModelError,
                """
                The store at \(url.path) was not migrated, because the model that it was created with is unknown: the file has \
                none that can be read, and no version of the program's models has its version hashes. Add that version to the \
                program's models.
                """,
                ["reason": "Can't find model for source store", "metadata": metadata?.dictionary ?? [:]])
        }
        // Stores of Apple's have other hashes for the same model.
        let stored = try SourceModel.storedNames(database)
        let ownHashes = source.entityVersionHashesByName.filter { stored.contains($0.key) }
        if ownHashes == versionHashes { return .comparison }
        if hashes != ownHashes, source.difference(to: model).changes.isEmpty { return .comparison }
        return .migration(source)
    }

    /// Returns the model that the store was created with; nil if it is unknown.
    private func sourceModel(_ database: Database, _ metadata: StoreMetadata?) throws -> NSManagedObjectModel? {
        // Ignored: a model that cannot be decoded counts as none.
        if let cached = try? ModelCache.model(in: database) { return cached }
        guard let metadata else { return nil }
        return NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata.dictionary)
    }

    /// Returns the plan of the migration from a model, and the tables of that model.
    ///
    /// - Throws: an NSError if a lightweight migration is impossible, or if the file's tables are not
    ///   those of its model.
    func plan(from source: NSManagedObjectModel, _ database: Database) throws -> (MigrationPlan, StoreLayout) {
        guard infersMapping else {
            throw NSError(
                code: NSMigrationMissingMappingModelError,
                """
                The store at \(url.path) was not migrated, because there is no mapping model, and \
                NSInferMappingModelAutomaticallyOption is off. Turn it on, or add a mapping model.
                """,
                [
                    "reason": "Can't find mapping model for migration", "sourceModel": source, "destinationModel": model,
                ])
        }
        do {
            let stored = try SourceModel.storedNames(database)
            let safe = try SourceModel(source, storing: stored)
            let old = StoreLayout(safe.model, safe.entities(stored), external: layout.external)
            if let difference = try StoreSchemaCheck(layout: old, allowsMore: true).difference(database) {
                throw MigrationFailure(difference)
            }
            let planner = try MigrationPlanner(
                from: source, old.entities.map(\.layout), to: model, layout.entities.map(\.layout))
            return (planner.plan(), old)
        } catch let failure as MigrationFailure {
            throw NSError(
                code: NSMigrationError,
                "The store at \(url.path) was not migrated, because it does not fit its own model: \(failure).",
                ["reason": failure.description])
        }
    }

    /// Migrates the store, unless another process has done so.
    func migrate(_ writer: any DatabaseWriter, _ derived: DerivedAttributes) throws {
        let progress = MigrationProgress(url)
        do {
            try writer.write { database in
                guard case .migration(let source) = try need(database) else { return }
                let (plan, old) = try plan(from: source, database)
                try SQLiteMigration(
                    plan: plan, old: old, new: layout, schema: schema, database: database, derived: derived,
                    versionHashes: versionHashes, progress: progress, defersCleanup: defersCleanup
                ).run()
            }
        } catch let failure as MigrationFailure {
            throw error(failure.description)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw self.error(error.message ?? "\(error)")
        }
        progress.finish()
    }

    private func error(_ reason: String) -> NSError {
        NSError(
            code: NSMigrationError, "The store at \(url.path) was not migrated, and is as it was. \(reason)", ["reason": reason])
    }
}
