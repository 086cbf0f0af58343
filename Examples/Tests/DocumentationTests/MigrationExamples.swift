import CoreData
import Foundation
import SwiftData
import Testing

enum TripsV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        var name: String

        init(name: String) { self.name = name }
    }
}

enum TripsV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        var name: String
        var nights: Int = 2

        init(name: String) { self.name = name }
    }
}

enum TripsV3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
        var name: String
        var nights: Int = 2
        var days: Int = 0

        init(name: String) { self.name = name }
    }
}

enum TripPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self),
            .custom(
                fromVersion: TripsV2.self, toVersion: TripsV3.self,
                willMigrate: nil,
                didMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.days = trip.nights + 1 }
                    try context.save()
                }),
        ]
    }
}

struct MigrationExamplesTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "migrations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func `a store of the first version of trips becomes one of the third`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = ModelConfiguration(url: folder.appending(path: "trips.store"))
        do {
            let container = try ModelContainer(
                for: Schema(versionedSchema: TripsV1.self), configurations: [configuration])
            let context = ModelContext(container)
            context.insert(TripsV1.Trip(name: "Lisbon"))
            try context.save()
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: TripsV3.self), migrationPlan: TripPlan.self, configurations: [configuration])
        let trips = try ModelContext(container).fetch(FetchDescriptor<TripsV3.Trip>())
        #expect(trips.map(\.name) == ["Lisbon"])
        #expect(trips.map(\.days) == [3])
    }

    @Test func `a migration counts its progress, and the file has the new model`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "people.sqlite")
        try makePeople(at: url)
        let container = NSPersistentContainer(name: "People", managedObjectModel: People.divided)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        let progress = Progress(totalUnitCount: 1)
        progress.becomeCurrent(withPendingUnitCount: 1)
        container.loadPersistentStores { description, error in
            #expect(error == nil)
        }
        progress.resignCurrent()
        #expect(progress.isFinished)
        let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        for entity in model.entities { print(entity.name ?? "", entity.attributesByName.keys.sorted()) }
        #expect(model.entitiesByName["Person"]?.attributesByName.keys.sorted() == ["first", "last"])
    }

    @Test func `a policy divides a name`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (url, newURL) = (folder.appending(path: "people.sqlite"), folder.appending(path: "divided.sqlite"))
        try makePeople(at: url)
        let (old, new) = (People.whole, People.divided)
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        mapping.entityMappingsByName["IEM_Transform_Person"]?.entityMigrationPolicyClassName =
            String(reflecting: PersonPolicy.self)

        let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
        try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
        let names = try People.values(of: ["first", "last"], at: newURL, new)
        #expect(names == [["Ada", "Lovelace"]])
        #expect(try PersonPolicy().call("sectionFor:", arguments: ["ada"]) as? String == "A")
    }

    @Test func `the stages of a store are an option of its description`() {
        let description = NSPersistentStoreDescription(url: folder.appending(path: "notes.sqlite"))
        addStages(to: description)
        #expect(description.options[NSPersistentStoreStagedMigrationManagerOptionKey] is NSStagedMigrationManager)
    }

    private func addStages(to description: NSPersistentStoreDescription) {
        let version1 = NSManagedObjectModelReference(name: "Model", in: .main, versionChecksum: "1")
        let version2 = NSManagedObjectModelReference(name: "Model 2", in: .main, versionChecksum: "2")

        let stage = NSCustomMigrationStage(migratingFrom: version1, to: version2)
        stage.willMigrateHandler = { manager, stage in
            guard let context = manager.container?.newBackgroundContext() else { return }
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.predicate = NSPredicate(format: "title == nil")
                for note in try context.fetch(request) { note.setValue("Untitled", forKey: "title") }
                try context.save()
            }
        }

        description.setOption(
            NSStagedMigrationManager([stage, NSLightweightMigrationStage(["checksum of Model 3"])]),
            forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
    }

    private func makePeople(at url: URL) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: People.whole)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
            person.setValue("Ada Lovelace", forKey: "name")
            try context.save()
        }
    }
}

final class PersonPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let new = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first
        let parts = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ", maxSplits: 1)
        new?.setValue(parts.first.map(String.init), forKey: "first")
        new?.setValue(parts.count > 1 ? String(parts[1]) : nil, forKey: "last")
    }

    // Expressions call this method, because Linux finds none by its selector. Apple's classes lack it.
    // XcodeFolderPlugin writes it for `@objc func section(for name: String) -> String`.
    override func call(_ selector: String, arguments: [Any?]) throws -> Any? {
        guard selector == "sectionFor:" else { return try super.call(selector, arguments: arguments) }
        return (arguments[0] as? String)?.prefix(1).uppercased()
    }
}

/// Two versions of a model of people.
private enum People {
    static var whole: NSManagedObjectModel { model(["name"]) }
    static var divided: NSManagedObjectModel { model(["first", "last"]) }

    private static func model(_ attributes: [String]) -> NSManagedObjectModel {
        let person = NSEntityDescription()
        person.name = "Person"
        person.properties = attributes.map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = .stringAttributeType
            attribute.isOptional = true
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [person]
        return model
    }

    static func values(of names: [String], at url: URL, _ model: NSManagedObjectModel) throws -> [[String]] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map { person in
                names.map { person.value(forKey: $0) as? String ?? "" }
            }
        }
    }
}
