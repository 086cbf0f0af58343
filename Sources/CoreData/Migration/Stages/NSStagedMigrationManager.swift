public import Foundation
internal import StrataModelDifference
internal import StrataTraps

/// A migration of a store through several versions of its model, in stages.
///
/// ```swift
/// let manager = NSStagedMigrationManager([
///     NSLightweightMigrationStage([checksum1, checksum2]),
///     NSCustomMigrationStage(migratingFrom: version2, to: version3),
/// ])
/// description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// ```
///
/// When the store is added, the stages from the store's version to the coordinator's model are
/// carried out one after another. Each leaves a whole store of its version, so a migration that was
/// interrupted continues with its stage when the store is added the next time. A second process
/// that adds the store meanwhile waits.
open class NSStagedMigrationManager: NSObject, StagedStoreMigration {
    /// The stages, in the order in which they are carried out.
    public let stages: [NSMigrationStage]
    /// The container with the store that is being migrated, while a handler of a custom stage runs; nil
    /// otherwise.
    open var container: NSPersistentContainer? { current }
    var current: NSPersistentContainer?

    /// Creates a manager.
    ///
    /// Traps if a version checksum is in two lightweight stages, or two custom stages migrate from or to
    /// the same version, where Apple's framework raises an exception.
    public init(_ stages: [NSMigrationStage]) {
        self.stages = stages
        var (listed, from, to) = (Set<String>(), Set<String>(), Set<String>())
        for stage in stages {
            let isNew =
                switch stage {
                case let stage as NSLightweightMigrationStage: stage.versionChecksums.allSatisfy { listed.insert($0).inserted }
                case let stage as NSCustomMigrationStage:
                    from.insert(stage.currentModel.versionChecksum).inserted
                        && to.insert(stage.nextModel.versionChecksum).inserted
                default: true
                }
            require(isNew, "Duplicate version checksums across stages detected. Each version is in one stage.")
        }
    }
}

extension NSStagedMigrationManager {
    /// Returns the index of the stage that a version is in: it is one of a lightweight stage's, or a
    /// custom stage migrates from it. The index after a custom stage that migrates to it, if no other
    /// stage has it. Nil for an unknown version.
    private func position(of checksum: String) -> Int? {
        let listed = stages.firstIndex { stage in
            switch stage {
            case let stage as NSLightweightMigrationStage: stage.versionChecksums.contains(checksum)
            case let stage as NSCustomMigrationStage: stage.currentModel.versionChecksum == checksum
            default: false
            }
        }
        return listed
            ?? stages.firstIndex { ($0 as? NSCustomMigrationStage)?.nextModel.versionChecksum == checksum }.map { $0 + 1 }
    }

    /// Carries out the stages from a store's version to a model. Does nothing for a new store and for
    /// one of the model's version.
    ///
    /// - Throws: NSManagedObjectModelReferenceNotFoundError if the store's version or the model is in no
    ///   stage, NSStagedMigrationBackwardMigrationError if the store is of a later stage than the model,
    ///   NSMigrationError if no stages lead from one to the other, and the errors of handlers and of the
    ///   migrations.
    func migrate(_ description: NSPersistentStoreDescription, to model: NSManagedObjectModel) throws {
        guard !description.isReadOnly, let stored = try version(of: description, model) else { return }
        let isInterrupted = try Self.metadata(description)[Self.interruptedKey] != nil
        guard isInterrupted || stored != model.versionChecksum else { return }
        try MigrationLock.with(description.url) {
            try run(description, to: model)
        }
    }

    private func run(_ description: NSPersistentStoreDescription, to model: NSManagedObjectModel) throws {
        try finishInterruptedStage(description, model)
        // Another process may have migrated the store while this one waited for the lock.
        guard let stored = try version(of: description, model), stored != model.versionChecksum else { return }
        let path = description.url?.path ?? ""
        guard let target = position(of: model.versionChecksum) else {
            throw MigrationError.failed(
                """
                Cannot use staged migration with an unknown coordinator model version: \(model.versionChecksum) is in no stage. \
                Add it to the last stage.
                """,
                code: NSManagedObjectModelReferenceNotFoundError)
        }
        guard let start = position(of: stored) else {
            throw MigrationError.failed(
                "The store at \(path) has the model version \(stored), which is in no stage. Add a stage for it.",
                code: NSManagedObjectModelReferenceNotFoundError)
        }
        guard start <= target, !isBackward(stored, model.versionChecksum, at: start, target) else {
            throw MigrationError.failed(
                "A store file cannot be migrated backwards with staged migration: \(path) has a later version than the model.",
                code: NSStagedMigrationBackwardMigrationError)
        }
        var checksum = stored
        for stage in try customStages(from: stored, at: start, to: model.versionChecksum, at: target, path) {
            try migrate(stage, description, from: checksum)
            checksum = stage.nextModel.versionChecksum
        }
        if checksum != model.versionChecksum { try upgrade(description, to: model) }
    }

    /// Returns the custom stages between two versions.
    ///
    /// Where a lightweight stage is between two of them, or behind the last one, a lightweight
    /// migration connects them, which skips the versions in between.
    ///
    /// - Throws: NSMigrationError if two custom stages, or the last one and the model, are not
    ///   connected.
    private func customStages(
        from stored: String, at start: Int, to wanted: String, at target: Int, _ path: String
    ) throws -> [NSCustomMigrationStage] {
        var found: [NSCustomMigrationStage] = []
        var (reached, isConnected) = (stored, false)
        func connect(to next: String) throws {
            guard !isConnected, reached != next else { return }
            throw MigrationError.failed(
                """
                The store at \(path) was not migrated: no stages lead from its version \(stored) to the model's, \(wanted). They \
                reach \(reached), and the next version is \(next). Add a stage between the two.
                """)
        }
        for stage in stages[start..<target] {
            guard let stage = stage as? NSCustomMigrationStage else {
                isConnected = true
                continue
            }
            try connect(to: stage.currentModel.versionChecksum)
            found.append(stage)
            (reached, isConnected) = (stage.nextModel.versionChecksum, false)
        }
        let isInLightweight = target < stages.count && stages[target] is NSLightweightMigrationStage
        if !isInLightweight { try connect(to: wanted) }
        return found
    }

    /// Whether both versions are in one lightweight stage, and the store's is the later one.
    private func isBackward(_ stored: String, _ wanted: String, at start: Int, _ target: Int) -> Bool {
        guard start == target, start < stages.count, let stage = stages[start] as? NSLightweightMigrationStage,
            let from = stage.versionChecksums.firstIndex(of: stored), let to = stage.versionChecksums.firstIndex(of: wanted)
        else { return false }
        return to < from
    }

    private func migrate(_ stage: NSCustomMigrationStage, _ description: NSPersistentStoreDescription, from checksum: String)
        throws
    {
        let (before, after) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
        if checksum != stage.currentModel.versionChecksum { try upgrade(description, to: before) }
        try call(stage.willMigrateHandler, stage, description, before)
        if stage.didMigrateHandler != nil { try setInterrupted(stage, description) }
        try upgrade(description, to: after)
        try complete(stage, description, after)
    }

    private func complete(
        _ stage: NSCustomMigrationStage, _ description: NSPersistentStoreDescription, _ model: NSManagedObjectModel
    ) throws {
        guard stage.didMigrateHandler != nil else { return }
        try call(stage.didMigrateHandler, stage, description, model)
        try setInterrupted(nil, description)
    }

    /// Calls a handler while `container` has the store.
    private func call(
        _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?, _ stage: NSCustomMigrationStage,
        _ description: NSPersistentStoreDescription, _ model: NSManagedObjectModel
    ) throws {
        guard let handler else { return }
        let name = description.url?.deletingPathExtension().lastPathComponent ?? ""
        let container = NSPersistentContainer.around(NSPersistentStoreCoordinator(unlisted: model), name: name)
        let store = try container.persistentStoreCoordinator.add(plain(description, migrating: false))
        current = container
        defer { current = nil }
        do {
            try handler(self, stage)
        } catch {
            container.persistentStoreCoordinator.close(store, after: error)
            throw error
        }
        try container.persistentStoreCoordinator.remove(store)
    }

    /// Migrates the store to a model by a lightweight migration.
    private func upgrade(_ description: NSPersistentStoreDescription, to model: NSManagedObjectModel) throws {
        let coordinator = NSPersistentStoreCoordinator(unlisted: model)
        try coordinator.remove(coordinator.add(plain(description, migrating: true)))
    }

    /// Returns the description without the stages.
    private func plain(_ description: NSPersistentStoreDescription, migrating: Bool) -> NSPersistentStoreDescription {
        let plain = description.copied()
        plain.setOption(nil, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        plain.setOption(true as NSNumber, forKey: Self.stageOption)
        plain.shouldAddStoreAsynchronously = false
        plain.shouldMigrateStoreAutomatically = migrating
        plain.shouldInferMappingModelAutomatically = migrating
        return plain
    }

    /// Returns the checksum of a store's version; nil if there is no store yet.
    ///
    /// A store of Apple's has other hashes for the same model, so its version is that of the model
    /// in its file.
    private func version(of description: NSPersistentStoreDescription, _ model: NSManagedObjectModel) throws -> String? {
        guard let url = description.url, url.path != "/dev/null", description.type == NSSQLiteStoreType,
            let stored = try StoredModel.inFile(at: url, unlessItHas: [:])
        else { return nil }
        let checksum = VersionHashes.checksum(stored.versionHashes)
        if checksum == model.versionChecksum || position(of: checksum) != nil { return checksum }
        return stored.model?.versionChecksum ?? checksum
    }

    /// The option of a store whose version is that of a stage.
    static let stageOption = "StrataMigrationStage"

    // MARK: Interrupted stages

    /// The key of the version in a store's metadata whose `didMigrateHandler` has not returned yet.
    private static let interruptedKey = "StrataInterruptedMigrationStage"

    private func setInterrupted(_ stage: NSCustomMigrationStage?, _ description: NSPersistentStoreDescription) throws {
        var metadata = try Self.metadata(description)
        metadata[Self.interruptedKey] = stage?.nextModel.versionChecksum
        try StoreKinds.kind(of: description).setMetadata(metadata, of: description)
    }

    private static func metadata(_ description: NSPersistentStoreDescription) throws -> [String: Any] {
        try StoreKinds.kind(of: description).metadata(of: description)
    }

    /// Calls the `didMigrateHandler` of a stage that was interrupted after its migration.
    private func finishInterruptedStage(_ description: NSPersistentStoreDescription, _ model: NSManagedObjectModel) throws {
        guard let interrupted = try Self.metadata(description)[Self.interruptedKey] as? String,
            try version(of: description, model) == interrupted,
            let stage = stages.lazy.compactMap({ $0 as? NSCustomMigrationStage })
                .first(where: { $0.nextModel.versionChecksum == interrupted })
        else { return }
        try complete(stage, description, stage.nextModel.resolve())
    }
}
