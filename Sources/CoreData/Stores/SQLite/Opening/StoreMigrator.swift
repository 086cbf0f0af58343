internal import Foundation
internal import GRDB
internal import StrataModelDifference

/// Migrates a store's file to the model that it is opened with.
///
/// The store's own model is the one in Z_MODELCACHE, or the version among the program's models that
/// has the store's hashes. Everything is decided and checked on a read-only connection, so an error
/// of that kind changes no byte. Then one connection begins a write transaction, which waits for
/// other processes, and looks again: another process may have migrated the store meanwhile. What was
/// planned is done only if the store still has the version that it was planned for.
///
/// A model file with several versions lists all that the program knows. A store of none of them was
/// probably written by a newer version of the program, whose data a migration would delete, so it is
/// refused. A model in code, or one whose file has a single version, says nothing about others.
struct StoreMigrator {
    let url: URL
    let model: NSManagedObjectModel
    let layout: StoreLayout
    let schema: QuerySchema
    let versionHashes: [String: Data]
    let infersMapping: Bool
    /// Whether what a migration cleans up is left for later; see `DeferredCleanup`.
    let defersCleanup: Bool
    /// Whether the store's version is known to be an earlier one, because a stage has it.
    let isStage: Bool

    /// The step that a store needs before it can be opened.
    enum Need {
        /// The version hashes are the model's.
        case nothing
        /// The store is not of another version, as far as its model tells. The tables decide.
        case comparison
        /// A migration from a model, for a store with these version hashes.
        case migration(NSManagedObjectModel, hashes: [String: Data])
    }

    /// Returns what a store with this metadata needs.
    ///
    /// - Throws: NSMigrationMissingSourceModelError if the store's model is unknown, and its tables are
    ///   not those of the new model, or if it is none of the versions in the new model's file.
    func need(_ database: Database, _ metadata: StoreMetadata?) throws -> Need {
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
        if !isStage { try checkVersion(source, hashes, ownHashes, metadata) }
        return .migration(source, hashes: hashes)
    }

    /// Throws if the new model is one of several versions in a file, and the store has none of these.
    ///
    /// - Parameter ownHashes: The hashes of the stored model's entities that the store has.
    private func checkVersion(
        _ source: NSManagedObjectModel, _ hashes: [String: Data], _ ownHashes: [String: Data], _ metadata: StoreMetadata?
    ) throws {
        let versions = model.origin?.versions ?? []
        guard versions.count > 1,
            // A model that was changed after it was read is none of the file's versions itself.
            versions.contains(where: { $0.model.entityVersionHashesByName == model.entityVersionHashesByName })
        else { return }
        let isKnown = versions.contains { _, version in
            let known = version.entityVersionHashesByName
            if ownHashes.allSatisfy({ known[$0.key] == $0.value }) { return true }
            // A store of Apple's, whose model is described in other words.
            return hashes != ownHashes && Self.names(source, ownHashes) == Self.names(version, ownHashes)
        }
        guard !isKnown else { return }
        throw NSError(
            code: NSMigrationMissingSourceModelError,
            """
            The store at \(url.path) was not migrated, because it has another version of the model than those that the program \
            knows: \(versions.map(\.name).sorted().joined(separator: ", ")). A newer version of the program may have written it, and the \
            migration would delete what that has added. Open it with the newest version of the program, or add the store's version \
            to the program's model file.
            """,
            ["reason": "Can't find model for source store", "metadata": metadata?.dictionary ?? [:]])
    }

    /// Returns the names of the stored properties of some entities, each with its entity's name.
    private static func names(_ model: NSManagedObjectModel, _ entities: [String: Data]) -> Set<String> {
        Set(
            entities.keys.flatMap { name in
                (model.entitiesByName[name]?.properties ?? []).filter { !$0.isTransient && !($0 is NSFetchedPropertyDescription) }
                    .map { "\(name).\($0.name)" }
            })
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
            let made = StoreLayout(safe.model, safe.entities(stored), external: layout.external)
            let old = try made.renamed(asIn: database) ?? made
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

    /// Migrates the store, unless it has other version hashes than expected, as after a migration by
    /// another process.
    ///
    /// - Returns: Whether the store was migrated.
    func migrate(_ writer: any DatabaseWriter, _ derived: DerivedAttributes, hashes: [String: Data]) throws -> Bool {
        let progress = MigrationProgress(url)
        do {
            let isMigrated = try writer.write { database in
                guard case .migration(let source, hashes) = try need(database, StoreMetadata(in: database)) else { return false }
                let (plan, old) = try plan(from: source, database)
                try SQLiteMigration(
                    plan: plan, old: old, new: layout, schema: schema, database: database, derived: derived,
                    versionHashes: versionHashes, progress: progress, defersCleanup: defersCleanup
                ).run()
                return true
            }
            progress.finish()
            return isMigrated
        } catch let failure as MigrationFailure {
            throw error(failure.description)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw self.error(error.message ?? "\(error)")
        }
    }

    private func error(_ reason: String) -> NSError {
        NSError(
            code: NSMigrationError, "The store at \(url.path) was not migrated, and is as it was. \(reason)", ["reason": reason])
    }
}
