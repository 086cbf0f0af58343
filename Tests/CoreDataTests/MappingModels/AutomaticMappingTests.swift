import CoreData
import Foundation
import Synchronization
import Testing

/// As the build plug-in generates them, except for the text.
@section(".init_array") @used
private let registerMapped: @convention(c) () -> Void = {
    NSManagedObjectModel.register(
        name: "Mapped", module: "MappedTests",
        archive: #"""
            {
              "currentVersion" : "Mapped 3", "format" : "Strata model 1", "module" : "MappedTests", "name" : "Mapped",
              "versions" : [
                { "name" : "Mapped", "contents" : "<model><entity name=\"Person\" representedClassName=\".OldMapped\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"/><relationship name=\"boss\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Person\" inverseName=\"team\"/><relationship name=\"team\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"boss\"/></entity></model>" },
                { "name" : "Mapped 2", "contents" : "<model><entity name=\"Person\" representedClassName=\".OldMapped\"><attribute name=\"first\" attributeType=\"String\"/><attribute name=\"last\" optional=\"YES\" attributeType=\"String\"/><attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"/><relationship name=\"boss\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Person\" inverseName=\"team\"/><relationship name=\"team\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Person\" inverseName=\"boss\"/></entity></model>" },
                { "name" : "Mapped 3", "contents" : "<model><entity name=\"Person\"><attribute name=\"first\" attributeType=\"String\"/></entity><entity name=\"Other\"/></model>" }
              ]
            }
            """#)
    NSMappingModel.register(
        name: "MappedToMapped2", module: "MappedTests",
        archive: #"""
            {
              "format" : "Strata mapping model 1", "module" : "MappedTests", "name" : "MappedToMapped2",
              "mappings" : {
                "sourceModelPath" : "App/Mapped.xcdatamodeld/Mapped.xcdatamodel",
                "destinationModelPath" : "App/Mapped.xcdatamodeld/Mapped 2.xcdatamodel",
                "entityMappings" : [
                  {
                    "sourceName" : "Person", "destinationName" : "Person", "policyClassName" : "CoreDataTests.MappedNamePolicy",
                    "attributes" : [{ "name" : "first" }, { "name" : "last" }, { "name" : "photo" }],
                    "relationships" : [{ "name" : "boss" }, { "name" : "team" }]
                  }
                ]
              }
            }
            """#)
    NSMappingModel.register(
        name: "MappedToMapped3", module: "MappedTests",
        archive: #"""
            {
              "format" : "Strata mapping model 1", "module" : "MappedTests", "name" : "MappedToMapped3",
              "mappings" : {
                "sourceModelPath" : "App/Mapped.xcdatamodeld/Mapped.xcdatamodel",
                "destinationModelPath" : "App/Mapped.xcdatamodeld/Mapped 3.xcdatamodel",
                "entityMappings" : [
                  {
                    "sourceName" : "Person", "destinationName" : "Person", "policyClassName" : "CoreDataTests.MappedFirstPolicy",
                    "attributes" : [{ "name" : "first" }], "relationships" : []
                  }
                ]
              }
            }
            """#)
}

/// Stores that are migrated by a mapping model of the program when they are added.
@Suite struct AutomaticMappingTests {
    private let folder: TemporaryFolder
    private let versions: [String: NSManagedObjectModel]

    private let place: URL

    private var url: URL { place.appending(path: "People.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        place = folder.url
        versions = try Dictionary(
            uniqueKeysWithValues: ["Mapped", "Mapped 2"].map { name in
                let checksum = try #require(Self.checksums[name])
                return (name, NSManagedObjectModelReference(name: name, in: nil, versionChecksum: checksum).resolvedModel)
            })
    }

    private init(_ versions: [String: NSManagedObjectModel], _ place: URL) throws {
        folder = try TemporaryFolder()
        self.versions = versions
        self.place = place
    }

    /// The checksums of the versions, which are found by their entities.
    private static var checksums: [String: String] {
        func model(_ attributes: [String]) -> String {
            let person = NSEntityDescription()
            person.name = "Person"
            let photo = NSManagedObjectModel.attribute("photo", .binaryData)
            photo.allowsExternalBinaryDataStorage = true
            let (boss, team) = (NSRelationshipDescription(), NSRelationshipDescription())
            (boss.name, boss.maxCount, boss.destinationEntity, boss.inverseRelationship) = ("boss", 1, person, team)
            (team.name, team.destinationEntity, team.inverseRelationship) = ("team", person, boss)
            person.properties =
                attributes.map { NSManagedObjectModel.attribute($0, .string, isOptional: $0 != "first") } + [photo, boss, team]
            let model = NSManagedObjectModel()
            model.entities = [person]
            return model.versionChecksum
        }
        return ["Mapped": model(["name"]), "Mapped 2": model(["first", "last"])]
    }

    private func open(_ version: String, infers: Bool = false, history: Bool = false) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "People", managedObjectModel: try #require(versions[version]))
        let description = NSPersistentStoreDescription(url: url)
        description.shouldInferMappingModelAutomatically = infers
        if history { description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey) }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }

    private static let photo = Data(repeating: 7, count: 300_000)

    private func make(_ names: [String] = ["Ann Bee", "Cid"], history: Bool = false) throws -> String {
        let container = try open("Mapped", history: history)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let people = names.map { context.make("Person", ["name": $0, "photo": Self.photo]) }
            people.last?.setValue(people.first, forKey: "boss")
            try context.save()
        }
        let store = container.persistentStoreCoordinator.persistentStores[0]
        store.metadata = store.metadata.merging(["app": "value"]) { $1 }
        try context.performAndWait {
            context.make("Person", ["name": "Zoe"])
            try context.save()
        }
        let uuid = store.identifier ?? ""
        try container.persistentStoreCoordinator.remove(store)
        return uuid
    }

    /// Whether nothing but the store is in the folder.
    private func isClean() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("-migrat") }
    }

    @Test(arguments: [true, false])
    func `a store is migrated by the program's mapping model, which precedes an inferred one`(infers: Bool) throws {
        let uuid = try make()
        let container = try open("Mapped 2", infers: infers)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let people = try context.all("Person", by: "first")
            #expect(people.map { $0.value(forKey: "first") as? String } == ["Ann", "Cid", "Zoe"])
            #expect(people.map { $0.value(forKey: "last") as? String } == ["Bee", nil, nil])
            #expect(people[0].value(forKey: "photo") as? Data == Self.photo)
            #expect(people[1].value(forKeyPath: "boss.first") as? String == "Ann")
        }
        let store = container.persistentStoreCoordinator.persistentStores[0]
        #expect(store.identifier == uuid)
        #expect(store.metadata["app"] as? String == "value")
        #expect(try isClean())
        // A second opening migrates nothing.
        try container.persistentStoreCoordinator.remove(store)
        _ = try open("Mapped 2", infers: infers)
    }

    @Test func `a migration that fails leaves the store as it was`() throws {
        _ = try make(["Refused", "Cid"])
        let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        let error = #expect(throws: MappedNamePolicy.Refusal.self) { _ = try open("Mapped 2") }
        #expect(error != nil)
        #expect(try isClean())
        let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(after[NSStoreUUIDKey] as? String == before[NSStoreUUIDKey] as? String)
        let container = try open("Mapped")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let people = try context.all("Person", by: "name")
            #expect(people.map { $0.value(forKey: "name") as? String } == ["Cid", "Refused", "Zoe"])
            #expect(people[0].value(forKey: "photo") as? Data == Self.photo)
        }
    }

    @Test func `external data that the new model lacks is removed`() throws {
        _ = try make()
        let files = ExternalFiles(of: url)
        #expect(try files.names().count == 2)
        let container = NSPersistentContainer(name: "Mapped")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        let context = container.newBackgroundContext()
        try context.performAndWait { () throws in
            #expect(
                try context.all("Person", by: "first").map { $0.value(forKey: "first") as? String } == ["Ann Bee", "Cid", "Zoe"])
        }
        #expect(try files.names() == [])
    }

    @Test func `numbers of the history continue after the migration, and its changes are gone`() throws {
        _ = try make(history: true)
        let container = try open("Mapped 2", history: true)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.make("Person", ["first": "New"])
            try context.save()
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
            let transactions = (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
            #expect(transactions.map(\.transactionNumber) == [3, 4])
            #expect(transactions.first?.author == "com.apple.coredata.schemamigrator")
            #expect(transactions.last?.changes?.count == 1)
        }
    }

    /// The files that a process leaves that is killed in the middle of the migration, and again at its
    /// end, before the commit.
    @Test(arguments: ["Snapshot", "SnapshotAtEnd"])
    func `a process that is killed leaves the old store, which is then migrated`(name: String) throws {
        _ = try make([name, "Cid"])
        _ = try open("Mapped 2")
        let copy = try AutomaticMappingTests(versions, folder.url.appending(path: "Killed"))
        let container = try copy.open("Mapped")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let people = try context.all("Person", by: "name")
            #expect(people.map { $0.value(forKey: "name") as? String } == ["Cid", name, "Zoe"])
            #expect(people[0].value(forKey: "photo") as? Data == Self.photo)
        }
        try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        let migrated = try copy.open("Mapped 2").newBackgroundContext()
        try migrated.performAndWait {
            let people = try migrated.all("Person", by: "first")
            #expect(people.map { $0.value(forKey: "first") as? String } == ["Cid", name, "Zoe"])
        }
    }

    @Test func `files of a migration whose process ended are removed by the next one`() throws {
        _ = try make()
        let leftover = URL(filePath: url.path + "-migrating")
        try FileManager.default.createDirectory(at: leftover, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: leftover.appending(path: "People.sqlite"))
        _ = try open("Mapped 2")
        #expect(try isClean())
    }

    @Test func `two coordinators that add the store at once migrate it once`() async throws {
        _ = try make()
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        let container = try open("Mapped 2")
                        let context = container.newBackgroundContext()
                        return try context.performAndWait { try context.all("Person", by: "first").count }
                    } catch {
                        Issue.record(error)
                        return -1
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [3, 3])
    }

    @Test func `the mapping model of two versions is found, and none for others`() throws {
        let (old, new) = (versions["Mapped"], versions["Mapped 2"])
        let found = try #require(NSMappingModel(from: nil, forSourceModel: old, destinationModel: new))
        let mapping = try #require(found.entityMappingsByName["PersonToPerson"])
        #expect(mapping.mappingType == .customEntityMappingType)
        #expect(mapping.sourceEntityVersionHash == old?.entitiesByName["Person"]?.versionHash)
        let expressions = (mapping.attributeMappings ?? []).map { $0.valueExpression?.description ?? "none" }
        #expect(expressions == ["none", "none", "$source.photo"])
        #expect(NSMappingModel(from: nil, forSourceModel: new, destinationModel: old) == nil)
        #expect(NSMappingModel(from: [], forSourceModel: old, destinationModel: new) == nil)
        #expect(NSMappingModel(from: nil, forSourceModel: nil, destinationModel: new) == nil)
    }
}

/// The folder of a store's external data.
private struct ExternalFiles {
    let folder: URL

    init(of store: URL) {
        let name = store.deletingPathExtension().lastPathComponent
        folder = store.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
}

final class MappedFirstPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let person = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first
        person?.setValue(sInstance.value(forKey: "name"), forKey: "first")
    }
}

final class MappedNamePolicy: NSEntityMigrationPolicy {
    struct Refusal: Error {}

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let parts = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ")
        if parts == ["Refused"] { throw Refusal() }
        if parts == ["Snapshot"] { try Self.copyFiles(manager) }
        let person = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first
        person?.setValue(parts.first.map(String.init), forKey: "first")
        person?.setValue(parts.count > 1 ? String(parts[1]) : nil, forKey: "last")
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "name == \"SnapshotAtEnd\"")
        if try manager.sourceContext.count(for: request) > 0 { try Self.copyFiles(manager) }
    }

    /// Copies all files of the folder of the store into a folder `Killed` in it.
    private static func copyFiles(_ manager: NSMigrationManager) throws {
        let store = try #require(manager.sourceContext.persistentStoreCoordinator?.persistentStores.first?.url)
        let folder = store.deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let copy = folder.appending(path: "Killed")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in names { try FileManager.default.copyItem(at: folder.appending(path: name), to: copy.appending(path: name)) }
    }
}
