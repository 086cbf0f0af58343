internal import CoreData
internal import Foundation
internal import Synchronization

/// The open stores of a container, with the managed object model.
// Safe to share: constants, and a mutex.
final class ContainerStorage: @unchecked Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let coordinator: NSPersistentStoreCoordinator
    let configurations: Mutex<Set<ModelConfiguration>>
    /// The stores that ask a data store. Set once, before the container is in use.
    private(set) var bridges: [DataStoreBridge] = []
    /// The layouts of the model classes.
    let layouts: [ObjectIdentifier: ModelLayout]
    /// The identifiers of models from before their first save.
    let aliases = IdentifierAliases()
    /// The hashes of models from before their first save.
    let rowHashes = RowHashes()
    /// The to-one relationships without an inverse.
    let oneWayReferences: [OneWayReference]
    /// The entities with uniqueness constraints of their own or of a superentity, and relationships to
    /// many models.
    let uniqueOwners: Set<ObjectIdentifier>

    /// A to-one relationship without an inverse.
    struct OneWayReference {
        let name: String
        let entity: NSEntityDescription
        let destination: NSEntityDescription
    }

    /// Opens the stores of a schema. No store is changed before all of them were found to fit.
    ///
    /// - Throws: A ``SwiftDataError`` with the reason.
    init(
        _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [any DataStoreConfiguration]
    ) throws {
        let versions = migrationPlan.map(PlanVersions.init)
        let target = try versions?.index(of: schema)
        let built = ManagedModel(
            schema, configurations: configurations.map { ($0.name, $0.schema) },
            version: target.flatMap { versions?.version($0) })
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = Mutex(Set(configurations.compactMap { $0 as? ModelConfiguration }))
        layouts = built.layouts
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: built.model)
        oneWayReferences = built.model.entities.flatMap { entity in
            let inherited = entity.superentity?.relationshipsByName ?? [:]
            return entity.relationshipsByName.compactMap { name, relationship -> OneWayReference? in
                guard !relationship.isToMany, relationship.inverseRelationship == nil, inherited[name] == nil,
                    let destination = relationship.destinationEntity
                else { return nil }
                return OneWayReference(name: name, entity: entity, destination: destination)
            }
        }
        let unique = built.model.entities.filter { entity in
            sequence(first: entity) { $0.superentity }.contains { !$0.uniquenessConstraints.isEmpty }
        }
        uniqueOwners = Set(
            unique.filter { $0.relationshipsByName.values.contains(where: \.isToMany) }.map { ObjectIdentifier($0) })
        // Only `ModelConfiguration`s; an app's own data stores check their files themselves.
        let files = zip(configurations, built.configurationNames).compactMap { configuration, name in
            (configuration as? ModelConfiguration).map { StoreFile(configuration: $0, name: name) }
        }
        let isAlone = configurations.count == 1
        let check = StoreVersionCheck(model: built.model, versions: versions, target: target)
        var fits = try checkFits(of: files, check, isAlone: isAlone)
        if let versions { try runStages(of: versions, files, check, &fits, isAlone: isAlone) }
        // Made before the files are migrated to the model, since an app's store may throw.
        var dataStores: [(store: any DataStore, name: String?)] = []
        for (configuration, name) in zip(configurations, built.configurationNames) where !(configuration is ModelConfiguration) {
            dataStores.append((try dataStore(configuration), name))
        }
        for (file, fit) in zip(files, fits) { try open(file.configuration, file.name, fit) }
        try add(dataStores)
    }

    /// A file of the container, with the name of its configuration in the managed model.
    private struct StoreFile {
        let configuration: ModelConfiguration
        let name: String?
    }

    /// Returns how the files fit the model, without changing one. Of several, each that differs is
    /// opened for a trial, so that none is migrated if another one cannot be.
    ///
    /// - Parameter isAlone: Whether the container has a single configuration.
    private func checkFits(of files: [StoreFile], _ check: StoreVersionCheck, isAlone: Bool) throws -> [StoreFit] {
        let fits: [StoreFit] = try files.map { file in
            try Self.explaining(file.configuration) {
                file.configuration.isStoredInMemoryOnly
                    ? .fits : try check.fit(of: file.configuration.url, configuration: file.name)
            }
        }
        if !isAlone {
            for (file, fit) in zip(files, fits) where fit.isDifferent {
                try open(file.configuration, file.name, fit, isTrial: true)
            }
        }
        return fits
    }

    /// Migrates the files that need a stage with the app's code, or several stages, and updates how
    /// they fit.
    private func runStages(
        of versions: PlanVersions, _ files: [StoreFile], _ check: StoreVersionCheck, _ fits: inout [StoreFit], isAlone: Bool
    ) throws {
        for (index, file) in files.enumerated() {
            let steps = fits[index].steps
            guard steps.contains(where: \.isCustom) || (isAlone && steps.count > 1) else { continue }
            fits[index] = try Self.explaining(file.configuration) {
                try StagedMigration(file.configuration, versions, isAlone: isAlone).run {
                    try check.fit(of: file.configuration.url, configuration: file.name)
                }
            }
        }
    }

    /// Adds the stores of an app's own configurations.
    private func add(_ dataStores: [(store: any DataStore, name: String?)]) throws {
        for (store, name) in dataStores {
            guard !coordinator.persistentStores.contains(where: { $0.identifier == store.identifier }) else {
                throw SwiftDataError.duplicateConfiguration.because("Two stores have the identifier '\(store.identifier)'.")
            }
            bridges.append(try DataStoreBridge.add(store, configuration: name, to: coordinator))
        }
    }

    /// Makes the store of an app's own configuration.
    private func dataStore<Configuration: DataStoreConfiguration>(_ configuration: Configuration) throws -> any DataStore {
        var configuration = configuration
        if configuration.schema == nil { configuration.schema = schema }
        return try Configuration.Store(configuration, migrationPlan: migrationPlan)
    }

    /// Whether all stores are those of an app's own kind.
    var hasOnlyDataStores: Bool { bridges.count == coordinator.persistentStores.count }

    /// Tells contexts about what data stores have returned and contexts may not know. Called on the
    /// queue of the context that has asked them.
    func publishDataStoreChanges(foundBy finder: NSManagedObjectContext) {
        for bridge in bridges { bridge.publish(foundBy: finder) }
    }

    /// The layout of the first class by name; nil for an empty schema.
    var firstLayout: ModelLayout? { layouts.values.min { $0.modelClass.name < $1.modelClass.name } }

    /// Opens the store of a configuration.
    ///
    /// - Parameter isTrial: Whether to open it only to see whether it fits, without changing it.
    private func open(
        _ configuration: ModelConfiguration, _ name: String?, _ fit: StoreFit, isTrial: Bool = false
    ) throws {
        let description = NSPersistentStoreDescription(url: configuration.url)
        if configuration.isStoredInMemoryOnly { description.type = NSInMemoryStoreType }
        description.configuration = name
        description.isReadOnly = !configuration.allowsSave
        // A store that a plan does not list is not migrated.
        if case .different = fit { description.shouldMigrateStoreAutomatically = false }
        // For a read-only store, too: it follows what others write.
        if !isTrial {
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        }
        try Self.explaining(configuration) {
            if isTrial {
                // What custom stages make of it is known afterwards.
                if fit.steps.contains(where: \.isCustom) { return }
                do {
                    return try StoreCheck.check(description, model: coordinator.managedObjectModel)
                } catch {
                    throw fit.explained(error)
                }
            }
            var failure: (any Error)?
            coordinator.addPersistentStore(with: description) { _, error in failure = error }
            if let failure { throw fit.explained(failure) }
        }
    }

    /// Runs a closure, and turns an error of Core Data or the file system into one of SwiftData, with
    /// the file, the code and the reason.
    private static func explaining<T>(_ configuration: ModelConfiguration, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SwiftDataError {
            throw error
        } catch {
            let place = configuration.isStoredInMemoryOnly ? "in memory" : "at \(configuration.url.displayPath)"
            throw SwiftDataError.loadIssueModelContainer.because(
                "The store \(place) cannot be opened (\((error as NSError).code)). \(error.localizedDescription)")
        }
    }

    /// Returns the ID of the managed object that an identifier stands for, also if the app got it
    /// before the model was inserted or saved; nil if no store has the model.
    func objectID(of identifier: PersistentIdentifier) -> NSManagedObjectID? {
        if identifier.objectID?.isTemporaryID ?? identifier.isTemporary, let id = aliases.current(identifier) { return id }
        return identifier.objectID(in: coordinator)
    }

    /// Calls a closure with each data store, while no other method of the store is called.
    func forEachDataStore(_ body: (any DataStore) -> Void) {
        // Ignored: a store that is no longer in use has nothing to know.
        for bridge in bridges { try? bridge.exclusively { body(bridge.store) } }
    }

    /// Returns the layout of a class; nil if the schema lacks it.
    func layout(of type: any PersistentModel.Type) -> ModelLayout? { layouts[ObjectIdentifier(type)] }
}

extension URL {
    /// The path for messages, or the whole URL if it is not that of a file.
    var displayPath: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}
