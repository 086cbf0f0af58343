import CoreData
import Foundation
import StrataModelFormat
import Testing

/// Staged migrations, and references to models.
@Suite struct StagedMigrationTests {
    private static let versions = [
        "<entity name=\"Item\"><attribute name=\"title\" optional=\"YES\" attributeType=\"String\"/></entity>",
        """
        <entity name="Item"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 64"/></entity>
        """,
        """
        <entity name="Item"><attribute name="title" attributeType="String"/>
        <attribute name="size" optional="YES" attributeType="Integer 64"/></entity>
        """,
        """
        <entity name="Item"><attribute name="title" attributeType="String"/>
        <attribute name="size" attributeType="Integer 64" defaultValueString="7"/><attribute name="code" optional="YES" attributeType="String"/></entity>
        """,
    ]
    private let models: [NSManagedObjectModel]
    private let folder: TemporaryFolder

    private var url: URL { folder.url.appending(path: "Items.sqlite") }

    init() throws {
        models = try Self.versions.map { try ModelSource.model($0) }
        folder = try TemporaryFolder()
    }

    private func reference(_ version: Int) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: models[version], versionChecksum: models[version].versionChecksum)
    }

    private func checksum(_ version: Int) -> String { models[version].versionChecksum }

    private func make(_ version: Int, titles: [String?] = ["a", nil]) throws {
        let container = try NSPersistentContainer.loaded(url, model: models[version])
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for title in titles {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(title, forKey: "title")
            }
            try context.save()
        }
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
    }

    private func open(_ version: Int, _ manager: NSStagedMigrationManager) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Items", managedObjectModel: models[version])
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }

    private func titles(_ container: NSPersistentContainer) throws -> [String] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.all("Item", by: "title").map { $0.value(forKey: "title") as? String ?? "nil" }
        }
    }

    /// A stage that gives items without a title one.
    private func naming(_ log: NSMutableArray) -> NSCustomMigrationStage {
        let stage = NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2))
        stage.label = "Name all items"
        stage.willMigrateHandler = { manager, stage in
            let container = try #require(manager.container)
            log.add("will \(container.managedObjectModel === stage.currentModel.resolvedModel)")
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for item in try context.all("Item", by: "title") where item.value(forKey: "title") == nil {
                    item.setValue("unnamed", forKey: "title")
                }
                try context.save()
            }
        }
        stage.didMigrateHandler = { manager, stage in
            let container = try #require(manager.container)
            log.add("did \(container.managedObjectModel === stage.nextModel.resolvedModel)")
        }
        return stage
    }

    @Test(arguments: [0, 1, 2])
    func `stages run from the store's version to the model`(start: Int) throws {
        try make(start, titles: start == 2 ? ["a", "unnamed"] : ["a", nil])
        let log = NSMutableArray()
        let manager = NSStagedMigrationManager([
            NSLightweightMigrationStage([checksum(0)]), naming(log), NSLightweightMigrationStage([checksum(3)]),
        ])
        let container = try open(3, manager)
        #expect(try titles(container) == ["a", "unnamed"])
        let calls: [String] = start < 2 ? ["will true", "did true"] : []
        #expect(log as? [String] == calls)
        #expect(manager.container == nil)
        let metadata = container.persistentStoreCoordinator.persistentStores[0].metadata ?? [:]
        #expect(models[3].isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    /// Each version is that of a model that a program opens, while the stages lead to later ones, too.
    @Test func `no stage runs beyond the model that is opened`() throws {
        let log = NSMutableArray()
        func custom(_ from: Int, _ to: Int) -> NSCustomMigrationStage {
            let stage = NSCustomMigrationStage(migratingFrom: reference(from), to: reference(to))
            stage.willMigrateHandler = { _, _ in log.add("will \(from)") }
            stage.didMigrateHandler = { _, _ in log.add("did \(to)") }
            return stage
        }
        func expect(_ calls: [String], _ start: Int, _ end: Int, _ stages: [NSMigrationStage]) throws {
            log.removeAllObjects()
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) }
            try make(start, titles: ["a"])
            let container = try open(end, NSStagedMigrationManager(stages))
            #expect(log as? [String] == calls)
            let metadata = container.persistentStoreCoordinator.persistentStores[0].metadata ?? [:]
            #expect(models[end].isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
            try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        }
        // Two lightweight stages, and a custom one that begins behind the model.
        let lightweight = [NSLightweightMigrationStage([checksum(0)]), NSLightweightMigrationStage([checksum(1)])]
        try expect([], 0, 1, lightweight + [custom(2, 3)])
        // The model is the version that a custom stage begins with, behind another one.
        try expect(["will 0", "did 1"], 0, 1, [custom(0, 1), custom(1, 2)])
        try expect(["will 0", "did 1"], 0, 2, [custom(0, 1), NSLightweightMigrationStage([checksum(1)]), custom(2, 3)])
        try expect(
            ["will 0", "did 1", "will 2", "did 3"], 0, 3,
            [
                custom(0, 1), NSLightweightMigrationStage([checksum(1)]), custom(2, 3),
            ])
    }

    @Test(arguments: [2, 3])
    func `stages with a gap between them are an error that changes nothing`(_ end: Int) throws {
        try make(0, titles: ["a"])
        let log = NSMutableArray()
        let first = NSCustomMigrationStage(migratingFrom: reference(0), to: reference(1))
        first.willMigrateHandler = { _, _ in log.add("will") }
        let last = NSCustomMigrationStage(migratingFrom: reference(2), to: reference(3))
        let error = #expect(throws: NSError.self) { try open(end, NSStagedMigrationManager([first, last])) }
        #expect(error?.code == NSMigrationError)
        #expect(error?.localizedDescription.contains(checksum(2)) == true, "\(error?.localizedDescription ?? "")")
        #expect(log.count == 0)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(models[0].isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `a store of the model's version and a new store need no stage`() throws {
        let log = NSMutableArray()
        let manager = NSStagedMigrationManager([naming(log)])
        _ = try open(2, manager)
        #expect(log.count == 0)
        #expect(manager.stages.count == 1)
        #expect(manager.stages[0].label == "Name all items")
    }

    @Test func `an error of a handler leaves the store at its version, and the stage runs again`() throws {
        struct Refusal: Error {}
        try make(1)
        let log = NSMutableArray()
        let stage = naming(log)
        let will = stage.willMigrateHandler
        stage.willMigrateHandler = { _, _ in throw Refusal() }
        let manager = NSStagedMigrationManager([stage])
        #expect(throws: Refusal.self) { try open(2, manager) }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(models[1].isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        stage.willMigrateHandler = will
        #expect(try titles(open(2, manager)) == ["a", "unnamed"])
    }

    @Test func `a handler that failed after the migration runs again`() throws {
        struct Refusal: Error {}
        try make(1)
        let log = NSMutableArray()
        let stage = naming(log)
        let did = stage.didMigrateHandler
        stage.didMigrateHandler = { _, _ in throw Refusal() }
        let manager = NSStagedMigrationManager([stage])
        #expect(throws: Refusal.self) { try open(2, manager) }
        stage.didMigrateHandler = did
        let container = try open(2, manager)
        #expect(log as? [String] == ["will true", "did true"])
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        _ = try open(2, manager)
        #expect(log.count == 2)
    }

    @Test func `versions in no stage and later versions are errors`() throws {
        try make(2, titles: ["a"])
        func code(_ version: Int, _ stages: [NSMigrationStage]) -> Int? {
            do {
                _ = try open(version, NSStagedMigrationManager(stages))
                return nil
            } catch {
                return (error as NSError).code
            }
        }
        #expect(code(3, [NSLightweightMigrationStage([checksum(2)])]) == NSManagedObjectModelReferenceNotFoundError)
        #expect(code(3, [NSLightweightMigrationStage([checksum(3)])]) == NSManagedObjectModelReferenceNotFoundError)
        #expect(
            code(1, [NSLightweightMigrationStage([checksum(1), checksum(2)])]) == NSStagedMigrationBackwardMigrationError)
        #expect(
            code(
                0,
                [
                    NSLightweightMigrationStage([checksum(0)]),
                    NSCustomMigrationStage(migratingFrom: reference(1), to: reference(2)),
                ])
                == NSStagedMigrationBackwardMigrationError)
        #expect(NSManagedObjectModelReferenceNotFoundError == 134504)
        #expect(NSStagedMigrationFrameworkVersionMismatchError == 134505)
        #expect(NSStagedMigrationBackwardMigrationError == 134506)
    }

    @Test func `references find a model as itself, in a file, by name and by hashes`() throws {
        let file = folder.url.appending(path: "Items.xcdatamodeld")
        try models[1].write(to: file)
        let model = models[1]
        #expect(reference(1).resolvedModel === model)
        let inFile = NSManagedObjectModelReference(fileURL: file, versionChecksum: checksum(1))
        #expect(inFile.resolvedModel.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(inFile.versionChecksum == checksum(1))
        let bundle = try #require(Bundle(url: folder.url))
        let named = NSManagedObjectModelReference(name: "Items", in: bundle, versionChecksum: checksum(1))
        #expect(named.resolvedModel.versionChecksum == checksum(1))
        let hashed = NSManagedObjectModelReference(
            entityVersionHashes: model.entityVersionHashesByName, in: bundle, versionChecksum: checksum(1))
        #expect(hashed.resolvedModel.versionChecksum == checksum(1))
    }

    @Test func `a reference that is not found is an error that names it`() throws {
        try make(0)
        let lost = NSManagedObjectModelReference(name: "Lost", in: .main, versionChecksum: checksum(0))
        let other = NSManagedObjectModelReference(model: models[1], versionChecksum: "other")
        for (stage, word) in [
            (NSCustomMigrationStage(migratingFrom: lost, to: reference(2)), "'Lost'"),
            (NSCustomMigrationStage(migratingFrom: reference(0), to: other), checksum(1)),
        ] {
            let error = #expect(throws: NSError.self) {
                _ = try open(3, NSStagedMigrationManager([stage, NSLightweightMigrationStage([checksum(3)])]))
            }
            #expect(error?.code == NSManagedObjectModelReferenceNotFoundError)
            #expect(error?.localizedDescription.contains(word) == true, "\(error?.localizedDescription ?? "")")
        }
    }
}
