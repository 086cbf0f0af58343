internal import CoreData
internal import Foundation

/// Migrates a store by the stages of a plan: several, or one with code of the app. A single
/// lightweight stage needs nothing but what opening the store does anyway.
///
/// Each stage is a step from one version to a later one:
///
/// 1. The store is migrated to the stage's first version, if it is of an earlier one.
/// 2. `willMigrate` gets a context with the classes of that version.
/// 3. The store is migrated to the stage's second version, as Core Data infers.
/// 4. `didMigrate` gets a context with the classes of that version.
///
/// All of it happens in a copy beside the store, whose content replaces the store's in one
/// transaction at the end. So an error of the app's code, or the end of the process, leaves the
/// store at its old version, and the stages run again next time.
///
/// Another process that opens the store meanwhile waits for a lock. It has found the old version by
/// then, so everyone looks at the store again when it has the lock.
struct StagedMigration {
    private let configuration: ModelConfiguration
    private let versions: PlanVersions

    /// - Throws: `SwiftDataError.loadIssueModelContainer` for a store that cannot be migrated by code:
    ///   one for reading only, or one of several in a container.
    init(_ configuration: ModelConfiguration, _ versions: PlanVersions, isAlone: Bool) throws {
        self.configuration = configuration
        self.versions = versions
        guard configuration.allowsSave else {
            throw SwiftDataError.loadIssueModelContainer.because(
                """
                The store at \(configuration.url.displayPath) needs a migration, and is opened for reading only (\(NSMigrationError)). \
                Open it once with allowsSave. It was not changed.
                """)
        }
        guard isAlone else {
            throw SwiftDataError.loadIssueModelContainer.because(
                """
                The store at \(configuration.url.displayPath) needs a custom stage (\(NSMigrationError)), which knows all models of \
                its versions, but the container divides its models among several stores. Open the store in a container of its own \
                first. It was not changed.
                """)
        }
    }

    /// Migrates the store, unless another process has done so.
    ///
    /// - Parameter check: Returns how the store fits now.
    /// - Returns: How the store fitted before its migration.
    func run(_ check: () throws -> StoreFit) throws -> StoreFit {
        try MigrationLock.with(configuration.url) {
            let fit = try check()
            guard !fit.steps.isEmpty else { return fit }
            do {
                try run(fit.steps)
            } catch let error as SwiftDataError {
                throw error
            } catch {
                throw fit.explained(error)
            }
            return fit
        }
    }

    private func run(_ steps: [MigrationStep]) throws {
        let store = configuration.url.resolvingSymlinksInPath()
        let work = store.deletingLastPathComponent().appending(path: ".\(store.lastPathComponent).migration")
        // What a process left that was killed. No other uses the folder while this one has the lock.
        if FileManager.default.fileExists(atPath: work.path) { try FileManager.default.removeItem(at: work) }
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        // Ignored: the next migration removes a folder that remains.
        defer { try? FileManager.default.removeItem(at: work) }
        let copy = work.appending(path: configuration.url.lastPathComponent)
        try NSPersistentStoreCoordinator.copyStore(at: configuration.url, to: copy)
        for step in steps { try run(step, on: copy) }
        try NSPersistentStoreCoordinator.copyStore(at: copy, to: configuration.url)
    }

    private func run(_ step: MigrationStep, on copy: URL) throws {
        switch step.stage {
        case .lightweight:
            // A rename may be that of the stage's first version only.
            try withContext(of: step.from, on: copy) { _ in }
            try withContext(of: step.to, on: copy) { _ in }
        case .custom(_, _, let willMigrate, let didMigrate):
            try withContext(of: step.from, on: copy) { try willMigrate?($0) }
            try withContext(of: step.to, on: copy) { try didMigrate?($0) }
        }
    }

    /// Opens the copy with a version, migrating it if needed, and calls `body` with a context.
    private func withContext(of version: Int, on copy: URL, _ body: (ModelContext) throws -> Void) throws {
        let schema = try versions.schema(version)
        let storage = try ContainerStorage(schema, nil, [ModelConfiguration(url: copy)])
        defer { storage.close() }
        let context = ModelContext(ModelContainer(storage))
        context.autosaveEnabled = false
        try body(context)
    }
}

extension ContainerStorage {
    /// Closes the stores.
    fileprivate func close() {
        // Ignored: the connections end with the container.
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }
}
