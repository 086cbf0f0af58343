import Foundation
import SwiftData
import Testing

struct ContainerTests {
    @Test func `a container that cannot be opened says why`() throws {
        let folder = try StoreFolder()
        try Data("this is no database, but long enough to be looked at".utf8).write(to: folder.store)
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try folder.container() }
        #expect(error?.localizedDescription.contains(folder.store.path()) == true)
        #expect(error?.localizedDescription.contains("259") == true)
        do {
            _ = try folder.container()
            Issue.record("The container was opened.")
        } catch SwiftDataError.loadIssueModelContainer {
        } catch {
            Issue.record(error)
        }
    }

    @Test func `a read-only container reads, and saves nothing`() throws {
        let folder = try StoreFolder()
        let writer = ModelContext(try folder.container())
        writer.insert(Trip(name: "t"))
        try writer.save()
        let configuration = ModelConfiguration(url: folder.store, allowsSave: false)
        let context = ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["t"])
        context.insert(Trip(name: "u"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
    }

    @Test func `configurations that contradict each other or the schema are refused`() throws {
        let url = URL(filePath: "/nowhere/a.store")
        #expect(throws: SwiftDataError.duplicateConfiguration) {
            try ModelContainer(
                for: Trip.self, configurations: ModelConfiguration("a", url: url), ModelConfiguration("b", url: url))
        }
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelConfiguration("a/b").validate()
        }
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelConfiguration(String(repeating: "n", count: 300)).validate()
        }
        let foreign = ModelConfiguration("c", schema: Schema([Wheel.self]), isStoredInMemoryOnly: true)
        #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
            try ModelContainer(for: Trip.self, configurations: foreign)
        }
        let context = ModelContext(try makeContainer())
        #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Wheel>()) }
    }

    @Test func `configurations have the names and places that were given`() {
        #expect(ModelConfiguration().name == "default")
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("Trips").url.lastPathComponent == "Trips.store")
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).url.path() == "/dev/null")
        #expect(ModelConfiguration(for: Trip.self).schema?.entitiesByName.keys.contains("Stop") == true)
        let shared = ModelConfiguration("a", groupContainer: .identifier("group"), cloudKitDatabase: .private("cloud"))
        #expect(shared.groupAppContainerIdentifier == "group")
        #expect(shared.cloudKitContainerIdentifier == "cloud")
        #expect(shared.url.path().contains("/group/"))
        #expect(ModelConfiguration("a").groupAppContainerIdentifier == nil)
        #expect(ModelConfiguration("a", groupContainer: .none, cloudKitDatabase: .none).cloudKitContainerIdentifier == nil)
        #expect(ModelConfiguration("a") == ModelConfiguration("a"))
        #expect(ModelConfiguration("a").id == ModelConfiguration("a").url)
        #expect(ModelConfiguration("a").hashValue == ModelConfiguration("a").hashValue)
        #expect("\(ModelConfiguration("a", allowsSave: false).debugDescription)".contains("read only"))
    }

    @Test func `types can be divided among stores`() throws {
        let container = try ModelContainer(
            for: Schema([Wheel.self, Stop.self]),
            configurations: ModelConfiguration("v", schema: Schema([Wheel.self]), isStoredInMemoryOnly: true),
            ModelConfiguration("t", schema: Schema([Stop.self]), isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let (wheel, stop) = (Wheel(size: 1), Stop(place: "p"))
        context.insert(wheel)
        context.insert(stop)
        try context.save()
        #expect(wheel.persistentModelID.storeIdentifier != stop.persistentModelID.storeIdentifier)
        #expect(container.configurations.count == 2)
    }

    @Test func `erasing deletes all models`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        context.insert(Trip(name: "t", owner: Person(name: "p")))
        try context.save()
        try container.erase()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 0)
        context.insert(Stop(place: "s"))
        try context.save()
        container.deleteAllData()
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `fetches give identifiers, counts and batches`() throws {
        let context = ModelContext(try makeContainer())
        for number in 0..<5 { context.insert(Stop(place: "p", number: number)) }
        var descriptor = FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.number)])
        #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) { try context.fetchIdentifiers(descriptor) }
        #expect(try context.fetchIdentifiers(FetchDescriptor<Stop>()).allSatisfy { $0.storeIdentifier == nil })
        try context.save()
        #expect(try context.fetchIdentifiers(descriptor).count == 5)
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) { try context.fetch(descriptor, batchSize: 2) }
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor, batchSize: 2).map(\.number) == [0, 1, 2, 3, 4])
        #expect(try context.fetchIdentifiers(descriptor, batchSize: 2).count == 5)
        var seen: [Int] = []
        try context.enumerate(descriptor, batchSize: 2) { seen.append($0.number) }
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test func `a save posts the identifiers of what it wrote`() throws {
        let context = ModelContext(try makeContainer())
        let stop = Stop(place: "p")
        context.insert(stop)
        nonisolated(unsafe) var posted: [Notification] = []
        let names = [ModelContext.willSave, ModelContext.didSave]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { posted.append($0) }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try context.save()
        try context.save()
        #expect(posted.map(\.name) == names)
        let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
        #expect(posted.last?.userInfo?[key] as? [PersistentIdentifier] == [stop.persistentModelID])
    }

    @Test func `a context lists its changes and names their author`() throws {
        let context = ModelContext(try makeContainer())
        let (old, gone) = (Stop(place: "old"), Stop(place: "gone"))
        context.insert(old)
        context.insert(gone)
        try context.save()
        context.author = "import"
        #expect(context.author == "import")
        old.number = 1
        context.delete(gone)
        context.insert(Stop(place: "new"))
        #expect(context.insertedModelsArray.compactMap { ($0 as? Stop)?.place } == ["new"])
        #expect(context.changedModelsArray.compactMap { ($0 as? Stop)?.place } == ["old"])
        #expect(context.deletedModelsArray.compactMap { ($0 as? Stop)?.place } == ["gone"])
        #expect(context.debugDescription.contains("Stop"))
        #expect(context == context)
        #expect(context.container == context.container)
        #expect(!context.autosaveEnabled)
    }

    @Test func `values are read and set by key path`() {
        let (trip, person) = (Trip(name: "t"), Person(name: "p"))
        trip.setValue(forKey: \.distance, to: 3)
        trip.setValue(forKey: \.owner, to: person)
        trip.setValue(forKey: \.stops, to: [Stop(place: "s")])
        #expect(trip.getValue(forKey: \.distance) == 3)
        #expect(trip.getValue(forKey: \.owner) === person)
        #expect(trip.getValue(forKey: \.stops).map(\.place) == ["s"])
        #expect(trip.persistentBackingData.persistentModelID == trip.persistentModelID)
        let copy = Trip(backingData: trip.persistentBackingData)
        #expect(copy.name == "t")
    }
}

@ModelActor
actor Importer {
    func add(_ places: [String]) throws -> [PersistentIdentifier] {
        let stops = places.map { Stop(place: $0) }
        for stop in stops { modelContext.insert(stop) }
        try modelContext.save()
        return stops.map(\.persistentModelID)
    }

    func place(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Stop.self]?.place }
    func isOnMainThread() -> Bool { Thread.isMainThread }
}

struct ModelActorTests {
    @Test func `an actor saves what other contexts see, off the main thread`() async throws {
        let container = try makeContainer()
        let importer = Importer(modelContainer: container)
        let identifiers = try await importer.add(["a", "b"])
        #expect(await importer.isOnMainThread() == false)
        #expect(await importer.place(of: identifiers[1]) == "b")
        let context = ModelContext(container)
        #expect((context.model(for: identifiers[0]) as? Stop)?.place == "a")
        context.delete(try #require(context.model(for: identifiers[0]) as? Stop))
        try context.save()
        #expect(await importer.place(of: identifiers[0]) == nil)
        #expect(importer.modelContainer == container)
    }
}

@MainActor
struct MainContextTests {
    @Test func `a container is released although its main context was used`() throws {
        weak var container: ModelContainer?
        do {
            let made = try makeContainer()
            made.mainContext.insert(Trip(name: "t"))
            try made.mainContext.save()
            container = made
        }
        #expect(container == nil)
    }

    @Test func `a main context outlives its container`() throws {
        let context = try makeContainer().mainContext
        context.insert(Trip(name: "t"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(context.container.mainContext === context)
        #expect(context.autosaveEnabled)
        context.autosaveEnabled = false
        #expect(!context.autosaveEnabled)
    }
}
