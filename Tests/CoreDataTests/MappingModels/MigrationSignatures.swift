import CoreData
import Foundation

// Uses of the classes of migration as apps write them for Apple's framework. This file is compiled
// but never run: a missing name or a different type fails the build.

func mappingSignatures(_ old: NSManagedObjectModel, _ new: NSManagedObjectModel, _ url: URL) throws {
    let inferred = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
    let found: NSMappingModel? = NSMappingModel(from: [Bundle.main], forSourceModel: old, destinationModel: new)
    let read: NSMappingModel? = NSMappingModel(contentsOf: url)
    let mappings: [NSEntityMapping] = inferred.entityMappings
    let byName: [String: NSEntityMapping] = inferred.entityMappingsByName
    _ = (found, read, mappings, byName)
    let mapping = NSEntityMapping()
    let name: String = mapping.name
    mapping.name = name + "To"
    mapping.mappingType = NSEntityMappingType(rawValue: 5) ?? .undefinedEntityMappingType
    mapping.sourceEntityName = nil
    mapping.sourceEntityVersionHash = old.entityVersionHashesByName[name]
    mapping.destinationEntityName = nil
    mapping.destinationEntityVersionHash = nil
    mapping.sourceExpression = NSExpression(forConstantValue: nil)
    mapping.userInfo = ["key": 1]
    mapping.entityMigrationPolicyClassName = NSStringFromClass(NSEntityMigrationPolicy.self)
    let property = NSPropertyMapping()
    property.name = "title"
    property.valueExpression = NSExpression(forVariable: NSMigrationSourceObjectKey)
    property.userInfo = nil
    mapping.attributeMappings = [property]
    mapping.relationshipMappings = [property]
}

func managerSignatures(_ manager: NSMigrationManager, _ object: NSManagedObject, _ url: URL) throws {
    let mapping: NSEntityMapping = manager.currentEntityMapping
    let progress: Float = manager.migrationProgress
    let contexts: [NSManagedObjectContext] = [manager.sourceContext, manager.destinationContext]
    let models: [NSManagedObjectModel] = [manager.sourceModel, manager.destinationModel]
    let entity: NSEntityDescription? = manager.sourceEntity(for: mapping) ?? manager.destinationEntity(for: mapping)
    _ = (progress, contexts, models, entity, manager.mappingModel.entityMappingsByName)
    manager.usesStoreSpecificMigrationManager = false
    manager.userInfo = [:]
    manager.associate(sourceInstance: object, withDestinationInstance: object, for: mapping)
    let found: [NSManagedObject] =
        manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil)
        + manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [object])
    _ = found
    manager.cancelMigrationWithError(CocoaError(.userCancelled))
    manager.reset()
    try manager.migrateStore(
        from: url, type: .sqlite, options: nil, mapping: NSMappingModel(), to: url, type: .sqlite, options: [:])
    try manager.migrateStore(
        from: url, sourceType: NSSQLiteStoreType, options: nil, with: nil, toDestinationURL: url,
        destinationType: NSSQLiteStoreType, destinationOptions: nil)
    _ = NSPersistentStore.migrationManagerClass() as? NSMigrationManager.Type
}

final class ReportingManager: NSMigrationManager, ProgressReporting {
    private(set) lazy var progress = Progress(totalUnitCount: 100)
    private var observed = 0

    override init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        super.init(sourceModel: sourceModel, destinationModel: destinationModel)
        observed = sourceModel.entities.count
    }

    override var sourceModel: NSManagedObjectModel { super.sourceModel }
    override var destinationModel: NSManagedObjectModel { super.destinationModel }
    override var sourceContext: NSManagedObjectContext { super.sourceContext }
    override var destinationContext: NSManagedObjectContext { super.destinationContext }
    override var mappingModel: NSMappingModel { super.mappingModel }
    override var currentEntityMapping: NSEntityMapping { super.currentEntityMapping }
    override var migrationProgress: Float { super.migrationProgress }

    override func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        super.associate(sourceInstance: sourceInstance, withDestinationInstance: destinationInstance, for: entityMapping)
        progress.completedUnitCount = Int64(migrationProgress * 100)
    }
}

func stageSignatures(_ model: NSManagedObjectModel, _ url: URL, _ description: NSPersistentStoreDescription) {
    let references = [
        NSManagedObjectModelReference(model: model, versionChecksum: ""),
        NSManagedObjectModelReference(fileURL: url, versionChecksum: ""),
        NSManagedObjectModelReference(name: "Model", in: .main, versionChecksum: ""),
        NSManagedObjectModelReference(
            entityVersionHashes: model.entityVersionHashesByName, in: nil, versionChecksum: model.versionChecksum),
    ]
    let stage = NSCustomMigrationStage(migratingFrom: references[0], to: references[1])
    stage.label = "label"
    stage.willMigrateHandler = { (manager: NSStagedMigrationManager, stage: NSCustomMigrationStage) in
        guard let container = manager.container else { return }
        try container.newBackgroundContext().performAndWait { _ = stage.currentModel.resolvedModel }
    }
    stage.didMigrateHandler = nil
    let light = NSLightweightMigrationStage([model.versionChecksum])
    let checksums: [String] = light.versionChecksums
    let manager = NSStagedMigrationManager([stage, light] as [NSMigrationStage])
    _ = (checksums, manager.stages, stage.nextModel.versionChecksum)
    description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
}
