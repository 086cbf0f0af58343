import Foundation
import SwiftData
import Testing

/// Predicates that capture identifiers, or values that are read from captured ones.
@Suite struct CapturedModelTests {
    private struct Filter: Codable {
        var shade: PlantShade
        var shades: [PlantShade]
    }

    private func places(_ predicate: Predicate<Stop>, _ context: ModelContext) throws -> [String] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.place)])
        let found = try context.fetch(descriptor).map(\.place)
        #expect(try context.fetchCount(descriptor) == found.count)
        return found
    }

    /// Inserts a trip with the stop "x", and the stop "y" without a trip.
    private func insertStops(_ context: ModelContext, isSaved: Bool) throws -> Trip {
        let trip = Trip(name: "a")
        let (stop, alone) = (Stop(place: "x"), Stop(place: "y"))
        for model in [stop, alone] { context.insert(model) }
        stop.trip = trip
        if isSaved { try context.save() }
        return trip
    }

    private func expectNoStop(of trip: Trip, _ context: ModelContext) throws {
        let id = trip.persistentModelID
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(id))
        for id in [id, decoded] {
            #expect(try places(#Predicate { $0.trip?.persistentModelID == id }, context) == [])
            #expect(try places(#Predicate { $0.trip?.persistentModelID != id }, context) == ["x", "y"])
        }
        #expect(try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == id })) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID != id })) == 1)
        let ids = [id]
        #expect(try context.fetchCount(FetchDescriptor<Trip>(predicate: #Predicate { ids.contains($0.persistentModelID) })) == 0)
    }

    @Test(arguments: [false, true]) func `a model that no store has equals none and is not nil`(isSaved: Bool) throws {
        let context = ModelContext(try makeContainer())
        _ = try insertStops(context, isSaved: isSaved)
        try expectNoStop(of: Trip(name: "never inserted"), context)
        let other = ModelContext(try makeContainer())
        let foreign = Trip(name: "of another container")
        other.insert(foreign)
        try expectNoStop(of: foreign, context)
        try other.save()
        try expectNoStop(of: foreign, context)
    }

    @Test func `a model that another context has inserted equals none until it is saved`() throws {
        let container = try makeContainer()
        let (context, other) = (ModelContext(container), ModelContext(container))
        _ = try insertStops(context, isSaved: true)
        let trip = Trip(name: "b")
        other.insert(trip)
        try expectNoStop(of: trip, context)
    }

    @Test(arguments: [false, true]) func `captured arrays and sets of identifiers contain their models`(isSaved: Bool) throws {
        let context = ModelContext(try makeContainer())
        let trips = ["a", "b", "c"].map { Trip(name: $0) }
        for trip in trips { context.insert(trip) }
        for (place, trip) in [("x", trips[0]), ("y", trips[1]), ("z", nil)] {
            let stop = Stop(place: place)
            context.insert(stop)
            stop.trip = trip
        }
        if isSaved { try context.save() }
        func names(_ predicate: Predicate<Trip>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        }
        let keep = [trips[0], trips[2]].map(\.persistentModelID)
        let set = Set(keep)
        #expect(try names(#Predicate { keep.contains($0.persistentModelID) }) == ["a", "c"])
        #expect(try names(#Predicate { !keep.contains($0.persistentModelID) }) == ["b"])
        #expect(try names(#Predicate { set.contains($0.persistentModelID) }) == ["a", "c"])
        try context.delete(model: Trip.self, where: #Predicate { !keep.contains($0.persistentModelID) })
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name).sorted() == ["a", "c"])
    }

    @Test func `an observer follows a captured identifier when its model is saved`() throws {
        let context = ModelContext(try makeContainer())
        let trip = try insertStops(context, isSaved: false)
        let id = trip.persistentModelID
        let ids = [id]
        let stops = try ResultsObserver<Stop, Never>(
            filterBy: #Predicate { $0.trip?.persistentModelID == id }, sortBy: [SortDescriptor(\.place)],
            modelContext: context)
        let trips = try ResultsObserver<Trip, Never>(
            filterBy: #Predicate { ids.contains($0.persistentModelID) }, modelContext: context)
        #expect(stops.results.map(\.place) == ["x"])
        #expect(trips.results.map(\.name) == ["a"])
        try context.save()
        #expect(stops.results.map(\.place) == ["x"])
        #expect(trips.results.map(\.name) == ["a"])
        let new = Stop(place: "z")
        context.insert(new)
        new.trip = trip
        context.processPendingChanges()
        #expect(stops.results.map(\.place) == ["x", "z"])
    }

    @Test(arguments: PlantStage.allCases) func `a value that is read from a captured one has the form of a store`(
        stage: PlantStage
    ) throws {
        let garden = try Garden(stage)
        let filter = Filter(shade: .red, shades: [.green, .blue])
        #expect(try garden.names(#Predicate { $0.shade == filter.shade }) == "A")
        #expect(try garden.names(#Predicate { $0.shade != filter.shade }) == "BCD")
        #expect(try garden.names(#Predicate { filter.shades.contains($0.shade) }) == "BCD")
    }

    @Test func `an identifier from before the insertion or the save is that of the row in a predicate`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        let first = item.persistentModelID
        context.insert(RefItem("b"))
        context.insert(item)
        let second = item.persistentModelID
        func check(_ ids: [PersistentIdentifier], _ context: ModelContext) throws {
            for id in ids {
                let found = try context.fetch(FetchDescriptor<RefItem>(predicate: #Predicate { $0.persistentModelID == id }))
                #expect(found.map(\.name) == ["a"])
                #expect((context.model(for: id) as? RefItem)?.name == "a")
            }
        }
        try check([first, second], context)
        try context.save()
        let coded = try [first, second].map {
            try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode($0))
        }
        for context in [context, ModelContext(container)] { try check([first, second] + coded, context) }
    }
}
