import CoreData
import Foundation
import SwiftData
import Testing

/// Deletions that `insert(_:)` withdraws.
@Suite struct WithdrawnDeletionTests {
    /// Returns a context with a saved trip.
    ///
    /// - Parameter isUndoable: Whether the context has an undo manager.
    private func stored(isUndoable: Bool) throws -> (ModelContext, Trip) {
        let context = ModelContext(try makeContainer())
        if isUndoable { context.undoManager = UndoManager() }
        let trip = Trip(name: "a", owner: Person(name: "p"))
        trip.stops = [Stop(place: "p"), Stop(place: "q")]
        context.insert(trip)
        try context.save()
        return (context, trip)
    }

    @Test(arguments: [false, true])
    func `a withdrawn deletion deletes no related model and clears no reference`(isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        context.delete(trip)
        context.insert(trip)
        trip.name = "x"
        #expect(trip.stops.map(\.place) == ["p", "q"])
        #expect(trip.owner?.trips == [trip])
        try context.save()
        #expect(try refReload(Trip.self, context.container).name == "x")
        #expect(try refReload(Trip.self, context.container).stops.map(\.place) == ["p", "q"])
        #expect(try refReload(Trip.self, context.container).owner?.name == "p")
    }

    @Test(arguments: [false, true])
    func `a deletion that follows a withdrawn one is carried out`(isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        context.delete(trip)
        context.insert(trip)
        context.delete(trip)
        try context.save()
        let other = ModelContext(context.container)
        #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test(arguments: [false, true])
    func `what a delete rule has deleted is inserted on its own`(isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        let stops = trip.stops
        context.delete(trip)
        context.processPendingChanges()
        #expect(stops.allSatisfy { $0.isDeleted })
        context.insert(trip)
        #expect(stops.allSatisfy { $0.isDeleted })
        context.insert(stops[0])
        try context.save()
        #expect(try refReload(Trip.self, context.container).stops.map(\.place) == ["p"])
    }

    @Test(arguments: [false, true], [false, true])
    func `a withdrawn deletion relates the other side again`(isMoved: Bool, isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        let owner = try #require(trip.owner)
        let other = Person(name: "q")
        context.insert(other)
        try context.save()
        if isMoved { trip.owner = other }
        context.delete(trip)
        context.processPendingChanges()
        #expect(owner.trips.isEmpty)
        #expect(other.trips.isEmpty)
        context.insert(trip)
        #expect(trip.owner === owner)
        #expect(owner.trips == [trip])
        #expect(other.trips.isEmpty)
        #expect(trip.stops.isEmpty)
        try context.save()
        let reloaded = try refReload(Trip.self, context.container)
        #expect(reloaded.owner?.name == "p")
        #expect(reloaded.owner?.trips == [reloaded])
        #expect(reloaded.stops.isEmpty)
    }

    @Test func `an undo deletes a model again whose deletion was withdrawn`() throws {
        let (context, trip) = try stored(isUndoable: true)
        let owner = try #require(trip.owner)
        let manager = try #require(context.undoManager)
        context.delete(trip)
        context.processPendingChanges()
        let steps = manager.undoCount
        context.insert(trip)
        context.processPendingChanges()
        #expect(owner.trips == [trip])
        #expect(manager.undoCount == steps + 1)
        manager.undo()
        #expect(trip.isDeleted)
        #expect(owner.trips.isEmpty)
        manager.undo()
        #expect(!trip.isDeleted)
        #expect(owner.trips == [trip])
        #expect(trip.stops.map(\.place).sorted() == ["p", "q"])
    }

    @Test func `a deleted new model that has a permanent ID is inserted again`() throws {
        let context = ModelContext(try makeContainer())
        let trip = Trip(name: "a")
        context.insert(trip)
        let managed = context.managedObjectContext
        try managed.obtainPermanentIDs(for: Array(managed.insertedObjects))
        context.delete(trip)
        context.insert(trip)
        #expect(!trip.isDeleted)
        #expect(trip.modelContext === context)
        try context.save()
        #expect(try refReload(Trip.self, context.container).name == "a")
    }
}
