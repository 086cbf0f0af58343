import Foundation
import Observation
import Synchronization
import Testing

@testable import CoreData
@testable import SwiftData

/// Models whose rows cannot be read.
@MainActor
@Suite struct UnreadableModelTests {
    private let container: ModelContainer
    private let failures = EngineFailures()

    init() throws {
        container = try makeContainer()
        failures.install(in: container.mainContext.storage.coordinator)
        container.mainContext.autosaveEnabled = false
        let trip = Trip(name: "Alps", start: Date(timeIntervalSinceReferenceDate: 9), owner: Person(name: "Ann"))
        trip.stops = [Stop(place: "Bern", number: 1)]
        container.mainContext.insert(trip)
        container.mainContext.insert(Trip(name: "Baltic"))
        try container.mainContext.save()
    }

    private func setFails(_ fails: Bool) {
        if fails { failures.failReads() } else { failures.recover() }
        container.mainContext.storage.coordinator.cache.forgetAll()
    }

    /// Returns a model whose values were not read.
    private func trip(_ name: String, _ context: ModelContext) throws -> Trip {
        let ids = try context.fetchIdentifiers(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name }))
        let id = try #require(ids.first)
        let trip = try #require(context.model(for: id) as? Trip)
        return trip
    }

    @Test func `a model that cannot be read has empty values, and its own when it can`() throws {
        let context = ModelContext(container)
        let trip = try trip("Alps", context)
        setFails(true)
        #expect(trip.name == "")
        #expect(trip.start == Date(timeIntervalSinceReferenceDate: 0))
        #expect(trip.owner == nil)
        #expect(trip.stops.isEmpty)
        #expect(trip.kind == .rail)
        #expect(trip.home == nil)
        #expect(!trip.isDeleted)
        #expect(!context.hasChanges)
        #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<Trip>()) }
        setFails(false)
        #expect(trip.name == "Alps")
        #expect(trip.start == Date(timeIntervalSinceReferenceDate: 9))
        #expect(trip.owner?.name == "Ann")
        #expect(trip.stops.map(\.place) == ["Bern"])
    }

    @Test func `changes of a model that cannot be read are saved when it can`() throws {
        let context = ModelContext(container)
        let trip = try trip("Alps", context)
        setFails(true)
        trip.note = "by train"
        trip.stops.append(Stop(place: "Chur", number: 2))
        #expect(trip.note == "by train")
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges)
        setFails(false)
        try context.save()
        let found = try self.trip("Alps", ModelContext(container))
        #expect(found.note == "by train")
        #expect(found.start == Date(timeIntervalSinceReferenceDate: 9))
        #expect(Set(found.stops.map(\.place)) == ["Bern", "Chur"])
    }

    @Test func `a deletion of a model that cannot be read deletes what it owns`() throws {
        let context = ModelContext(container)
        let trip = try trip("Alps", context)
        setFails(true)
        context.delete(trip)
        #expect(throws: (any Error).self) { try context.save() }
        setFails(false)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `a deletion is withdrawn on both sides while the store cannot be read`() throws {
        let context = ModelContext(container)
        let trip = try trip("Alps", context)
        let owner = try #require(trip.owner)
        #expect(owner.trips == [trip])
        context.delete(trip)
        context.processPendingChanges()
        #expect(owner.trips.isEmpty)
        setFails(true)
        context.insert(trip)
        #expect(owner.trips == [trip])
        setFails(false)
        #expect(trip.owner === owner)
        #expect(trip.stops.isEmpty)
        try context.save()
        let found = try self.trip("Alps", ModelContext(container))
        #expect(found.owner?.name == "Ann")
        #expect(found.owner?.trips == [found])
        #expect(found.stops.isEmpty)
    }

    @Test func `a deleted new model is inserted again while its delete rules wait for a read`() throws {
        let context = ModelContext(container)
        let trip = try trip("Alps", context)
        setFails(true)
        // What its row refers to is not known.
        trip.note = "by train"
        let new = Trip(name: "Crete")
        new.stops = [Stop(place: "Chania", number: 1)]
        context.insert(new)
        context.delete(new)
        context.insert(new)
        #expect(!new.isDeleted)
        #expect(new.modelContext === context)
        #expect(context.insertedModelsArray.contains { $0 === new })
        setFails(false)
        try context.save()
        let found = try self.trip("Crete", ModelContext(container))
        #expect(found.stops.map(\.place) == ["Chania"])
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 3)
    }

    @Test func `observers of a model that could not be read are notified`() throws {
        let context = container.mainContext
        context.managed.reset()
        let (trip, other) = (try trip("Alps", context), try trip("Baltic", context))
        setFails(true)
        let changes = Mutex(0)
        withObservationTracking {
            #expect(trip.name == "")
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        #expect(other.name == "")
        setFails(false)
        #expect(other.name == "Baltic")
        context.processPendingChanges()
        #expect(changes.withLock { $0 } == 1)
        #expect(trip.name == "Alps")
    }

    @Test func `an observer of results has the error of an update, and recovers`() throws {
        let context = container.mainContext
        let results = try ResultsObserver<Trip, Never>(
            fetchDescriptor: FetchDescriptor(sortBy: [SortDescriptor(\.name)]), modelContext: context)
        #expect(results.results.map(\.name) == ["Alps", "Baltic"])
        #expect(results.fetchError == nil)
        let changes = Mutex(0)
        withObservationTracking {
            _ = results.fetchError
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        let other = ModelContext(container)
        try trip("Alps", other).name = "Zermatt"
        let updated = other.managed.updatedObjects.map { $0.objectID.uriRepresentation() }
        try other.save()
        setFails(true)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: updated], into: [context.managed])
        #expect(results.fetchError != nil)
        #expect(changes.withLock { $0 } == 1)
        #expect(results.results.count == 2)
        setFails(false)
        context.insert(Trip(name: "Crete"))
        context.processPendingChanges()
        #expect(results.fetchError == nil)
        // The first read that succeeds schedules those of the models that the merge could not read.
        context.processPendingChanges()
        #expect(results.results.map(\.name) == ["Baltic", "Crete", "Zermatt"])
    }
}
