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

    // MARK: Changes before the deletion

    /// Returns a context with a saved item that has the tags x and y.
    private func tagged(isUndoable: Bool) throws -> (ModelContext, AttackItem) {
        let context = ModelContext(try refContainer(AttackItem.self))
        if isUndoable { context.undoManager = UndoManager() }
        let item = AttackItem("a")
        item.tags = [AttackTag("x"), AttackTag("y")]
        context.insert(item)
        try context.save()
        return (context, item)
    }

    @Test(arguments: [false, true], [false, true])
    func `a withdrawn deletion takes back which members were removed`(isEarlier: Bool, isUndoable: Bool) throws {
        let (context, item) = try tagged(isUndoable: isUndoable)
        let tags = item.tags
        item.tags = []
        if isEarlier { context.processPendingChanges() }
        context.delete(item)
        context.insert(item)
        #expect(item.tags.map(\.name).sorted() == ["x", "y"])
        #expect(tags.map(\.items) == [[item], [item]])
        try context.save()
        #expect(try refReload(AttackItem.self, context.container).tags.map(\.name).sorted() == ["x", "y"])
    }

    @Test(arguments: [false, true], [false, true])
    func `a withdrawn deletion takes back which members were added`(isProcessed: Bool, isUndoable: Bool) throws {
        let (context, item) = try tagged(isUndoable: isUndoable)
        let tag = AttackTag("z")
        item.tags.append(tag)
        context.delete(item)
        if isProcessed { context.processPendingChanges() }
        context.insert(item)
        #expect(item.tags.map(\.name).sorted() == ["x", "y"])
        #expect(tag.items == [])
        try context.save()
        #expect(try refReload(AttackItem.self, context.container).tags.map(\.name).sorted() == ["x", "y"])
    }

    @Test(arguments: [false, true])
    func `a withdrawn deletion takes back another owner`(isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        let owner = try #require(trip.owner)
        let other = Person(name: "q")
        context.insert(other)
        try context.save()
        trip.owner = other
        context.delete(trip)
        context.insert(trip)
        #expect(trip.owner === owner)
        #expect(owner.trips == [trip])
        #expect(other.trips.isEmpty)
        try context.save()
        #expect(try refReload(Trip.self, context.container).owner?.name == "p")
    }

    @Test(arguments: [false, true])
    func `a withdrawn deletion takes back new members`(isUndoable: Bool) throws {
        let (context, trip) = try stored(isUndoable: isUndoable)
        let stop = Stop(place: "r")
        context.insert(stop)
        stop.trip = trip
        context.delete(trip)
        context.insert(trip)
        #expect(trip.stops.map(\.place).sorted() == ["p", "q"])
        #expect(stop.trip == nil)
        try context.save()
        #expect(try refReload(Trip.self, context.container).stops.map(\.place).sorted() == ["p", "q"])
    }

    @Test func `a withdrawn deletion returns an added member to its former owner`() throws {
        let (context, trip) = try stored(isUndoable: false)
        let (other, stop) = (Trip(name: "b"), Stop(place: "r"))
        other.stops = [stop]
        context.insert(other)
        try context.save()
        trip.stops.append(stop)
        #expect(other.stops.isEmpty)
        context.delete(trip)
        context.insert(trip)
        #expect(trip.stops.map(\.place).sorted() == ["p", "q"])
        #expect(other.stops == [stop])
        #expect(stop.trip === other)
        #expect(!context.hasChanges)
    }

    @Test func `a withdrawn deletion leaves members with their new owner`() throws {
        let (context, trip) = try stored(isUndoable: false)
        let other = Trip(name: "b")
        context.insert(other)
        try context.save()
        let stop = try #require(trip.stops.first { $0.place == "p" })
        stop.trip = other
        context.delete(trip)
        context.insert(trip)
        #expect(trip.stops.map(\.place) == ["q"])
        #expect(other.stops == [stop])
        #expect(stop.trip === other)
        try context.save()
        let names = try ModelContext(context.container).fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.place)]))
            .map { $0.trip?.name }
        #expect(names == ["b", "a"])
    }

    @Test func `a withdrawn deletion clears a reference to a model that is deleted`() throws {
        let (context, trip) = try stored(isUndoable: false)
        let owner = try #require(trip.owner)
        context.delete(owner)
        context.processPendingChanges()
        #expect(trip.owner == nil)
        context.delete(trip)
        context.insert(trip)
        #expect(trip.owner == nil)
        try context.save()
        #expect(try refReload(Trip.self, context.container).owner == nil)
    }

    @Test func `an undo repeats a change that a withdrawn deletion has taken back`() throws {
        let (context, item) = try tagged(isUndoable: true)
        let manager = try #require(context.undoManager)
        let tags = item.tags
        item.tags = []
        context.processPendingChanges()
        context.delete(item)
        context.insert(item)
        context.processPendingChanges()
        #expect(tags.map(\.items) == [[item], [item]])
        manager.undo()
        #expect(item.tags.isEmpty)
        #expect(tags.map(\.items) == [[], []])
        manager.undo()
        #expect(item.tags.map(\.name).sorted() == ["x", "y"])
        #expect(tags.map(\.items) == [[item], [item]])
    }

    // MARK: Undo

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
