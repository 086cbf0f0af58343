import CoreData
import Foundation
import Testing

@testable import SwiftData

/// Waits for notifications about saves of other coordinators.
private final class RemoteChanges {
    private let observer: any NSObjectProtocol
    private let stream: AsyncStream<Void>

    init(_ name: Notification.Name, of object: AnyObject) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in continuation.yield() }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }

    /// Returns once a condition holds, which is looked at now and after each notification.
    func wait(until isFulfilled: () throws -> Bool) async rethrows {
        if try isFulfilled() { return }
        for await _ in stream {
            if try isFulfilled() { return }
        }
    }
}

/// SwiftData and Core Data on one store: section 1.14.
@Suite struct CoreDataBridgeTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    /// Opens the store by Core Data, with the model of the classes.
    private func persistentContainer() throws -> NSPersistentContainer {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Trip.self]))
        let container = NSPersistentContainer(name: "trips", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: folder.store)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }

    // MARK: Forms

    @Test func `every form gives the model of a container`() throws {
        let container = try folder.container()
        let hashes = container.storage.coordinator.managedObjectModel.entityVersionHashesByName
        #expect(Set(hashes.keys) == ["Trip", "Stop", "Person"])
        let schema = Schema([Trip.self])
        let forms: [NSManagedObjectModel?] = [
            .makeManagedObjectModel(for: Trip.self), .makeManagedObjectModel(for: Stop.self, Person.self),
            .makeManagedObjectModel(for: [Trip.self]), .makeManagedObjectModel(for: schema),
            NSManagedObjectModel().makeManagedObjectModel(for: schema),
        ]
        for form in forms {
            #expect(form?.entityVersionHashesByName == hashes)
            #expect(form?.configurations == ["default"])
            #expect(form?.entities.map(\.managedObjectClassName) == ["NSManagedObject", "NSManagedObject", "NSManagedObject"])
        }
    }

    @Test func `every form merges with another model`() throws {
        let other = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Other"
        other.entities = [entity]
        let schema = Schema([Trip.self])
        let forms: [NSManagedObjectModel?] = [
            .makeManagedObjectModel(for: Trip.self, mergedWith: other),
            .makeManagedObjectModel(for: [Trip.self], mergedWith: other),
            .makeManagedObjectModel(for: schema, mergedWith: other), other.makeManagedObjectModel(for: schema),
        ]
        for form in forms { #expect(Set((form?.entities ?? []).map(\.name)) == ["Other", "Trip", "Stop", "Person"]) }
        #expect(other.entities.count == 1)
        // Equal entities are merged into one.
        let same = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Trip.self))
        #expect(same.makeManagedObjectModel(for: schema)?.entities.count == 3)
    }

    // MARK: One store

    @Test func `Core Data reads what SwiftData has saved`() throws {
        let context = ModelContext(try folder.container())
        let trip = Trip(name: "Lisbon", start: Date(timeIntervalSinceReferenceDate: 5), owner: Person(name: "Ada"))
        trip.kind = .road
        trip.home = Trip.Address(city: "Ulm", zip: 89073)
        trip.tags = ["a", "b"]
        trip.stops = [Stop(place: "Porto", number: 3)]
        context.insert(trip)
        try context.save()
        let core = try persistentContainer().newBackgroundContext()
        try core.performAndWait {
            let found = try core.fetch(NSFetchRequest<NSManagedObject>(entityName: "Trip"))
            try #require(found.count == 1)
            #expect(type(of: found[0]) == NSManagedObject.self)
            #expect(found[0].value(forKey: "name") as? String == "Lisbon")
            #expect(found[0].value(forKey: "start") as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect((found[0].value(forKey: "home") as? [String: Any])?["city"] as? String == "Ulm")
            #expect((found[0].value(forKey: "home") as? [String: Any])?["zip"] as? Int == 89073)
            #expect((found[0].value(forKey: "kind") as? [String: Any])?["kind"] as? String == "road")
            #expect((found[0].value(forKey: "tags") as? NSArray)?.compactMap { $0 as? String } == ["a", "b"])
            #expect((found[0].value(forKey: "owner") as? NSManagedObject)?.value(forKey: "name") as? String == "Ada")
            let stops = found[0].value(forKey: "stops") as? Set<NSManagedObject>
            #expect(stops?.map { $0.value(forKey: "place") as? String } == ["Porto"])
        }
    }

    @Test func `SwiftData reads what Core Data has saved`() throws {
        let container = try folder.container()
        let core = try persistentContainer().newBackgroundContext()
        try core.performAndWait {
            let trip = NSEntityDescription.insertNewObject(forEntityName: "Trip", into: core)
            // A default of the model, and values by key.
            #expect(trip.value(forKey: "distance") as? Double == 0)
            trip.setValue("Porto", forKey: "name")
            trip.setValue(Date(timeIntervalSinceReferenceDate: 7), forKey: "start")
            trip.setValue(["city": "Rome", "zip": 1], forKey: "home")
            trip.setValue(["kind": "boat"], forKey: "kind")
            trip.setValue(["x"] as NSArray, forKey: "tags")
            let stop = NSEntityDescription.insertNewObject(forEntityName: "Stop", into: core)
            stop.setValue("here", forKey: "place")
            stop.setValue(1, forKey: "number")
            stop.setValue(trip, forKey: "trip")
            try core.save()
        }
        let trip = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.name == "Porto")
        #expect(trip.start == Date(timeIntervalSinceReferenceDate: 7))
        #expect(trip.home == Trip.Address(city: "Rome", zip: 1))
        #expect(trip.kind == .boat)
        #expect(trip.tags == ["x"])
        #expect(trip.stops.map(\.place) == ["here"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `changes of either side reach objects that the other has`() async throws {
        let container = try folder.container()
        let context = ModelContext(container)
        let trip = Trip(name: "one")
        context.insert(trip)
        try context.save()

        let persistent = try persistentContainer()
        let core = persistent.newBackgroundContext()
        core.performAndWait { core.automaticallyMergesChangesFromParent = true }
        // Used on the queue of its context only.
        nonisolated(unsafe) let object = try core.performAndWait {
            try core.fetch(NSFetchRequest<NSManagedObject>(entityName: "Trip"))[0]
        }
        #expect(core.performAndWait { object.value(forKey: "name") as? String } == "one")

        // Core Data saves, and the model in use changes.
        let changes = RemoteChanges(.NSPersistentStoreRemoteChange, of: container.storage.coordinator)
        try core.performAndWait {
            object.setValue("two", forKey: "name")
            try core.save()
        }
        try await changes.wait {
            _ = try context.fetchCount(FetchDescriptor<Trip>())
            return trip.name == "two"
        }
        #expect(trip.name == "two")

        // SwiftData saves, and the managed object in use changes.
        let merges = RemoteChanges(.NSManagedObjectContextObjectsDidChange, of: core)
        trip.name = "three"
        trip.stops = [Stop(place: "s")]
        try context.save()
        await merges.wait {
            core.performAndWait {
                object.value(forKey: "name") as? String == "three"
                    && (object.value(forKey: "stops") as? Set<NSManagedObject>)?.count == 1
            }
        }
        #expect(core.performAndWait { object.value(forKey: "name") as? String } == "three")
    }
}
