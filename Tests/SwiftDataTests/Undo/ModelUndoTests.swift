import Foundation
import Observation
import StrataTestSupport
import SwiftData
import Testing

struct ModelUndoTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let manager = UndoManager()

    init() throws {
        container = try makeContainer()
        context = ModelContext(container)
        context.undoManager = manager
    }

    /// Changes models, as one step.
    private func step(_ body: () throws -> Void) rethrows {
        try body()
        context.processPendingChanges()
    }

    private func trips(_ context: ModelContext) throws -> [Trip] {
        try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    }

    private func saved() throws -> [String] { try trips(ModelContext(container)).map(\.name) }

    @Test func `a context has no manager at first`() throws {
        #expect(ModelContext(container).undoManager == nil)
        #expect(context.undoManager === manager)
    }

    @Test func `attributes are undone and redone`() {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        step {
            trip.name = "Oslo"
            trip.tags = ["cold"]
            trip.kind = .boat
            trip.home = Trip.Address(city: "Ulm", zip: 89_073)
        }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(trip.name == "Rome" && trip.tags.isEmpty && trip.kind == .rail && trip.home == nil)
        manager.redo()
        #expect(trip.name == "Oslo" && trip.tags == ["cold"] && trip.kind == .boat && trip.home?.zip == 89_073)
    }

    @Test(arguments: [false, true]) func `an insertion is undone and made again`(saves: Bool) throws {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        if saves { try context.save() }
        manager.undo()
        #expect(try trips(context).isEmpty)
        try context.save()
        #expect(try saved().isEmpty)
        #expect(trip.modelContext == nil)
        manager.redo()
        #expect(trip.modelContext === context)
        #expect(try trips(context) == [trip])
        try context.save()
        #expect(try saved() == ["Rome"])
    }

    @Test(arguments: [false, true]) func `a deletion is undone with what the delete rules have changed`(saves: Bool) throws {
        let trip = Trip(name: "Rome", owner: Person(name: "Ann"))
        trip.stops = [Stop(place: "a", number: 1), Stop(place: "b", number: 2)]
        trip.selections = 7
        context.insert(trip)
        try context.save()
        let id = trip.persistentModelID
        let owner = try #require(trip.owner)
        step { context.delete(trip) }
        #expect(owner.trips.isEmpty)
        if saves { try context.save() }
        manager.undo()
        #expect(!trip.isDeleted && trip.modelContext === context && trip.persistentModelID == id)
        #expect(trip.owner === owner && owner.trips == [trip])
        #expect(trip.stops.map(\.place).sorted() == ["a", "b"] && trip.stops.allSatisfy { $0.trip === trip })
        #expect(trip.selections == 7)
        try context.save()
        #expect(try saved() == ["Rome"])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Stop>()) == 2)
        manager.redo()
        try context.save()
        #expect(try saved().isEmpty)
    }

    @Test(arguments: [false, true]) func `relationships are undone on both sides`(saves: Bool) throws {
        let (ann, bob) = (Person(name: "Ann"), Person(name: "Bob"))
        let trip = Trip(name: "Rome", owner: ann)
        for model in [ann, bob] { context.insert(model) }
        context.insert(trip)
        try context.save()
        step { bob.trips.append(trip) }
        if saves { try context.save() }
        #expect(trip.owner === bob && ann.trips.isEmpty)
        manager.undo()
        #expect(trip.owner === ann && ann.trips == [trip] && bob.trips.isEmpty)
        step { trip.stops.append(Stop(place: "a")) }
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 1)
        manager.undo()
        #expect(trip.stops.isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
    }

    @Test func `a model that only its relationship has inserted is part of the step`() throws {
        let ann = Person(name: "Ann")
        step { context.insert(ann) }
        step { _ = Trip(name: "Rome", owner: ann) }
        #expect(ann.trips.map(\.name) == ["Rome"] && manager.undoCount == 2)
        manager.undo()
        #expect(ann.trips.isEmpty)
        #expect(try trips(context).isEmpty)
    }

    @Test func `an undo after a save is in the next save`() throws {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        try context.save()
        step { trip.name = "Oslo" }
        try context.save()
        manager.undo()
        #expect(context.hasChanges && context.changedModelsArray.count == 1)
        try context.save()
        #expect(try saved() == ["Rome"])
    }

    @Test func `a save ends a step`() throws {
        let trip = Trip(name: "Rome")
        context.insert(trip)
        try context.save()
        trip.name = "Oslo"
        try context.save()
        #expect(manager.undoCount == 2 && manager.groupingLevel == 0)
    }

    @Test func `what a save clears belongs to the deletion`() throws {
        let (ann, bob) = (Person(name: "Ann"), Person(name: "Bob"))
        context.insert(ann)
        ann.friends = [bob]
        try context.save()
        step { context.delete(bob) }
        let steps = manager.undoCount
        try context.save()
        #expect(manager.undoCount == steps && ann.friends.isEmpty)
        manager.undo()
        #expect(ann.friends == [bob])
    }

    @Test func `observers hear of an undo`() {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        step { trip.name = "Oslo" }
        let calls = Calls()
        withObservationTracking {
            _ = trip.name
        } onChange: {
            calls.count += 1
        }
        manager.undo()
        #expect(calls.count == 1 && trip.name == "Rome")
    }

    @Test func `rollback removes the steps`() throws {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        try context.save()
        step { trip.name = "Oslo" }
        context.rollback()
        #expect(!manager.canUndo && trip.name == "Rome")
    }

    @Test func `nothing is registered while that is disabled`() {
        manager.disableUndoRegistration()
        context.insert(Trip(name: "Rome"))
        manager.enableUndoRegistration()
        context.processPendingChanges()
        #expect(!manager.canUndo)
    }

    @Test func `what another context has saved is not undone`() throws {
        let trip = Trip(name: "Rome")
        step { context.insert(trip) }
        try context.save()
        step { trip.note = "mine" }
        try context.save()
        let other = ModelContext(container)
        try #require(try trips(other).first).distance = 5
        try other.save()
        #expect(try trips(context).first?.distance == 5)
        manager.undo()
        #expect(trip.note == nil && trip.distance == 5)
        try context.save()
    }

    @Test @MainActor func `a save of the main context by itself adds no step`() async throws {
        let context = container.mainContext
        let manager = UndoManager()
        context.undoManager = manager
        let trip = Trip(name: "Rome")
        context.insert(trip)
        try await wait { !context.hasChanges }
        trip.name = "Oslo"
        try await wait { !context.hasChanges }
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(trip.name == "Rome")
        try await wait { !context.hasChanges }
        #expect(manager.canRedo && manager.undoCount == 1)
        #expect(try saved() == ["Rome"])
    }

    @MainActor private func wait(_ isFulfilled: () -> Bool) async throws {
        try await waitUntil(isFulfilled)
        #expect(isFulfilled())
    }

    private final class Calls: @unchecked Sendable {
        var count = 0
    }
}
