public import Foundation
internal import StrataPredicates
internal import Synchronization

/// A migration of a store by the rules of a mapping model, into another file.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(
///     from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
///
/// The source store is only read. Both contexts belong to the caller's thread for the time of the
/// migration, and have plain `NSManagedObject`s, as in Apple's frameworks: the classes of the app
/// are those of one version of the model only.
///
/// Objects are created, related and validated in batches. The destination is saved after each batch,
/// without validation before the last pass, so the memory does not grow with the number of objects,
/// unless a policy keeps them. Only their associations are kept: 32 bytes and a dictionary entry for
/// each object.
open class NSMigrationManager: NSObject {
    /// The model of the source store. A copy of the model that the manager was created with.
    ///
    /// An override changes what policies and expressions see; the migration uses the manager's own.
    /// The same applies to the other model and to the contexts.
    open var sourceModel: NSManagedObjectModel { sourceSide.model }
    /// The model of the destination store. A copy of the model that the manager was created with.
    open var destinationModel: NSManagedObjectModel { destinationSide.model }
    /// The context of the source store. Do not change its objects.
    open var sourceContext: NSManagedObjectContext { sourceSide.context }
    /// The context of the destination store. It is saved after each batch of objects.
    open var destinationContext: NSManagedObjectContext { destinationSide.context }
    /// The side of the store that is read.
    let sourceSide: Side
    /// The side of the store that is written.
    let destinationSide: Side
    /// The mapping model of the running migration, or of the last one. Empty before the first.
    open var mappingModel: NSMappingModel { current }
    var current = NSMappingModel()
    /// The entity mapping that is being carried out. Between migrations, the last one.
    open var currentEntityMapping: NSEntityMapping { currentMapping }
    var currentMapping = NSEntityMapping()
    /// The part of the migration that is done, from 0 to 1.
    open var migrationProgress: Float { Float(cancellableProgress.fractionCompleted) }
    /// The progress of the migration in thousandths, which can be observed and cancelled on any
    /// thread. A cancelled progress ends the migration with NSMigrationCancelledError.
    ///
    /// This property is Strata's. On Apple's platforms, `migrationProgress` is observed instead.
    public let cancellableProgress = Progress(totalUnitCount: 1_000)
    /// Whether a store may be migrated in place of the three passes if the mapping model is an
    /// inferred one. True unless set. Has no effect: `migrateStore` always makes the three passes.
    open var usesStoreSpecificMigrationManager = true
    /// Values that the policies share.
    open var userInfo: [AnyHashable: Any]?

    /// The associations by the names of the entity mappings.
    var associations: [String: Associations] = [:]
    /// The identifiers of the stores that the associations are about.
    var associatedStores: [String] = []
    /// The mappings of the running migration with their policies.
    var migrations: [ObjectIdentifier: EntityMigration] = [:]
    /// The destination object that is being related, with its source object.
    var related: (destination: NSManagedObject, source: NSManagedObject)?
    private let cancellation = Mutex<SendableError?>(nil)

    /// A model with the coordinator and the context of its store.
    struct Side {
        let model: NSManagedObjectModel
        let coordinator: NSPersistentStoreCoordinator
        let context: NSManagedObjectContext

        init(_ model: NSManagedObjectModel) {
            self.model = NSMigrationManager.plainCopy(of: model)
            coordinator = NSPersistentStoreCoordinator(unlisted: self.model)
            context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
            context.persistentStoreCoordinator = coordinator
        }
    }

    // Safe to share: only thrown again. The app is responsible for the safety of its error.
    private struct SendableError: @unchecked Sendable {
        let error: any Error
    }

    /// Creates a manager. Opens no store.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        sourceSide = Side(sourceModel)
        destinationSide = Side(destinationModel)
        destinationSide.context.defersValidation = true
        super.init()
    }

    /// Returns a copy of a model whose objects are plain managed objects. The names of their classes
    /// stay, since the destination store keeps a description of its model.
    private static func plainCopy(of model: NSManagedObjectModel) -> NSManagedObjectModel {
        let copy = model.copied()
        for entity in copy.entities { entity.introduce(NSManagedObject.self) }
        return copy
    }

    // MARK: Migrating

    /// Migrates a store into another file by the rules of a mapping model.
    ///
    /// Creates the destination store, or adds to an existing one. A new destination is removed again
    /// if the migration fails. Several calls with different mapping models migrate a store in
    /// several passes. The associations of the earlier ones are known to the later ones.
    ///
    /// - Throws: NSMigrationMissingMappingModelError without a mapping model,
    ///   NSMigrationManagerSourceStoreError or NSMigrationManagerDestinationStoreError for a store
    ///   that cannot be opened, the error of a cancellation, those that policies throw, validation
    ///   errors, and NSMigrationError for a mapping that does not fit the models.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard let mappings else {
            throw MigrationError.failed(
                "The migration of \(sourceURL.path) has no mapping model. Pass one, or infer it from the two models.",
                code: NSMigrationMissingMappingModelError)
        }
        cancellation.withLock { $0 = nil }
        cancellableProgress.completedUnitCount = 0
        current = mappings
        let source = NSPersistentStoreDescription(type: sStoreType, configuration: nil, url: sourceURL, options: sOptions)
        let destination = NSPersistentStoreDescription(type: dStoreType, configuration: nil, url: dURL, options: dOptions)
        try run(mappings, from: source, to: destination)
        cancellableProgress.completedUnitCount = cancellableProgress.totalUnitCount
    }

    /// Migrates a store into another file by the rules of a mapping model, as the method does whose
    /// arguments name the types as strings.
    public final func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType, options sourceOptions: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Ends the running migration with an error. Can be called at any moment of the migration, from
    /// any thread; the migration ends before it continues with another object.
    open func cancelMigrationWithError(_ error: any Error) {
        let error = SendableError(error: error)
        cancellation.withLock { $0 = error }
    }

    /// Throws the error that the migration was cancelled with.
    func checkCancellation() throws {
        if let cancelled = cancellation.withLock({ $0 }) { throw cancelled.error }
        guard cancellableProgress.isCancelled else { return }
        throw MigrationError.failed("The migration was cancelled.", code: NSMigrationCancelledError)
    }

    /// Forgets all associations. Does not change the contexts.
    open func reset() {
        associations = [:]
    }

    // MARK: Entities and instances

    /// Returns the source entity of a mapping; nil if it has none.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceSide.model.entitiesByName[$0] }
    }

    /// Returns the destination entity of a mapping; nil if it has none.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationSide.model.entitiesByName[$0] }
    }

    /// Associates a source object with a destination object that was made of it. The second pass
    /// relates associated destination objects only.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        associations[entityMapping.name ?? "", default: Associations()].add(sourceInstance, destinationInstance)
    }

    /// Returns the objects that a mapping made of the given source objects, in their order; for nil,
    /// of all source objects.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard var table = associations[mappingName] else { return [] }
        guard let sourceInstances else { return table.allDestinations(in: destinationSide.context) }
        // Taken out of the dictionary, since the first search of a batch builds an index of the table.
        associations[mappingName] = nil
        defer { associations[mappingName] = table }
        return sourceInstances.flatMap { table.destinations(of: $0, in: destinationSide.context) }
    }

    /// Returns the objects of which a mapping made the given destination objects, in their order; for
    /// nil, of which it made any.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
    ) -> [NSManagedObject] {
        guard var table = associations[mappingName] else { return [] }
        guard let destinationInstances else { return table.allSources(in: sourceSide.context) }
        // Taken out of the dictionary, since the first search builds an index of the table.
        associations[mappingName] = nil
        defer { associations[mappingName] = table }
        return destinationInstances.flatMap { table.sources(of: $0, in: sourceSide.context) }
    }
}
