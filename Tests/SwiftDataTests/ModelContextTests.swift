import Foundation
import SwiftData
import Testing

struct ModelContextTests {
    @Test func `a saved model is fetched by another context with its values`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let trip = Trip(name: "Lisbon", start: Date(timeIntervalSinceReferenceDate: 100))
        trip.distance = 12.5
        trip.note = "by train"
        trip.isPlanned = true
        trip.kind = .boat
        trip.home = Trip.Address(city: "Ulm", zip: 89_073)
        trip.tags = ["sea", "sun"]
        context.insert(trip)
        try context.save()

        let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
        #expect(found !== trip)
        #expect(found == trip)
        #expect(found.name == "Lisbon")
        #expect(found.start == Date(timeIntervalSinceReferenceDate: 100))
        #expect(found.distance == 12.5)
        #expect(found.note == "by train")
        #expect(found.isPlanned)
        #expect(found.kind == .boat)
        #expect(found.home == Trip.Address(city: "Ulm", zip: 89_073))
        #expect(found.tags == ["sea", "sun"])
        #expect(found.selections == 0)
    }

    @Test func `a model in no context has the values of its initializer`() {
        let trip = Trip(name: "Ulm")
        #expect(trip.name == "Ulm")
        #expect(trip.distance == 0)
        #expect(trip.note == nil)
        #expect(trip.kind == .rail)
        #expect(trip.tags == [])
        #expect(trip.modelContext == nil)
        #expect(!trip.hasChanges)
        #expect(!trip.isDeleted)
        trip.note = "changed"
        #expect(trip.note == "changed")
    }

    @Test func `a model is stored in a file`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(try folder.container())
            context.insert(Trip(name: "Rome"))
            try context.save()
        }
        let context = ModelContext(try folder.container())
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Rome"])
    }

    @Test func `a predicate and a sort select models of the store and pending ones`() throws {
        let context = ModelContext(try makeContainer())
        for (index, name) in ["c", "a", "d"].enumerated() {
            let trip = Trip(name: name)
            trip.distance = Double(index)
            context.insert(trip)
        }
        try context.save()
        let pending = Trip(name: "b")
        pending.distance = 9
        context.insert(pending)
        let all = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(all).map(\.name) == ["a", "b", "c", "d"])
        var far = FetchDescriptor<Trip>(
            predicate: #Predicate { $0.distance >= 1 }, sortBy: [SortDescriptor(\.distance, order: .reverse)])
        #expect(try context.fetch(far).map(\.name) == ["b", "d", "a"])
        #expect(try context.fetchCount(far) == 3)
        far.fetchLimit = 2
        #expect(try context.fetch(far).map(\.name) == ["b", "d"])
        far.fetchOffset = 1
        far.includePendingChanges = false
        #expect(try context.fetch(far).map(\.name) == ["a"])
    }

    @Test func `both sides of a relationship agree before any save`() throws {
        let context = ModelContext(try makeContainer())
        let (trip, stop) = (Trip(name: "t"), Stop(place: "p"))
        trip.stops.append(stop)
        #expect(stop.trip === trip)
        context.insert(trip)
        #expect(stop.modelContext === context)
        #expect(trip.stops.map(\.place) == ["p"])
        let second = Stop(place: "q", number: 1)
        second.trip = trip
        context.insert(second)
        #expect(trip.stops.map(\.place) == ["p", "q"])
        try context.save()
        #expect(trip.stops.map(\.place) == ["p", "q"])
        trip.stops.removeAll { $0.place == "p" }
        #expect(stop.trip == nil)
        #expect(try context.fetch(FetchDescriptor<Stop>(predicate: #Predicate { $0.trip == nil })).map(\.place) == ["p"])
    }

    @Test func `a model that an initializer refers to is inserted with it`() throws {
        let context = ModelContext(try makeContainer())
        let person = Person(name: "Ann")
        context.insert(Trip(name: "t", owner: person))
        #expect(person.modelContext === context)
        #expect(person.trips.map(\.name) == ["t"])
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.owner?.name == "Ann" })).count == 1)
    }

    @Test func `a deletion cascades, and reading what was deleted never traps`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let trip = Trip(name: "t", owner: Person(name: "Ann"))
        trip.stops = [Stop(place: "p"), Stop(place: "q")]
        context.insert(trip)
        try context.save()
        let stop = try #require(trip.stops.first)
        let other = ModelContext(container)
        let seen = try #require(try other.fetch(FetchDescriptor<Trip>()).first)
        context.delete(trip)
        #expect(trip.isDeleted)
        #expect(context.deletedModelsArray.contains { $0 === trip })
        try context.save()
        #expect(trip.modelContext == nil)
        #expect(trip.name == "t")
        #expect(trip.stops == [])
        #expect(trip.owner == nil)
        #expect(stop.place == "p")
        #expect(try context.fetchCount(FetchDescriptor<Stop>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Person>()) == 1)
        _ = (seen.name, seen.stops, seen.owner, seen.tags)
        #expect(try other.fetchCount(FetchDescriptor<Trip>()) == 0)
    }

    @Test func `a model with a unique value becomes the stored one`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let first = Trip(name: "same")
        first.distance = 1
        context.insert(first)
        try context.save()
        let second = Trip(name: "same")
        second.distance = 2
        context.insert(second)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.distance) == [2])
    }

    @Test func `a rollback restores values and removes new models`() throws {
        let context = ModelContext(try makeContainer())
        let trip = Trip(name: "t")
        context.insert(trip)
        try context.save()
        trip.distance = 5
        context.insert(Trip(name: "new"))
        #expect(context.hasChanges)
        #expect(trip.hasChanges)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(trip.distance == 0)
        #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["t"])
    }

    @Test func `saves of other contexts arrive, and unsaved changes stay`() throws {
        let container = try makeContainer()
        let (mine, theirs) = (ModelContext(container), ModelContext(container))
        mine.insert(Trip(name: "t"))
        try mine.save()
        let their = try #require(try theirs.fetch(FetchDescriptor<Trip>()).first)
        their.distance = 3
        try theirs.save()
        let trip = try #require(try mine.fetch(FetchDescriptor<Trip>()).first)
        #expect(trip.distance == 3)
    }

    @Test func `identifiers become permanent, resolve in any context and survive encoding`() throws {
        let container = try makeContainer()
        let context = ModelContext(container)
        let trip = Trip(name: "t")
        context.insert(trip)
        let temporary = trip.persistentModelID
        #expect(temporary.storeIdentifier == nil)
        try context.save()
        let identifier = trip.persistentModelID
        #expect(identifier.storeIdentifier != nil)
        #expect(identifier.entityName == "Trip")
        let data = try JSONEncoder().encode(identifier)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == identifier)
        let other = ModelContext(container)
        #expect((other.model(for: decoded) as? Trip)?.name == "t")
        #expect(context.registeredModel(for: decoded) as Trip? === trip)
        #expect(try other.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == identifier })).count == 1)
    }

    @Test func `models are observable`() throws {
        let context = ModelContext(try makeContainer())
        let trip = Trip(name: "t")
        context.insert(trip)
        nonisolated(unsafe) var changes = 0
        withObservationTracking {
            _ = trip.distance
        } onChange: {
            changes += 1
        }
        trip.note = "another property"
        #expect(changes == 0)
        trip.distance = 1
        #expect(changes == 1)
    }

    @Test func `inserting a deleted model withdraws the deletion`() throws {
        let context = ModelContext(try makeContainer())
        let (stored, new) = (Stop(place: "stored"), Stop(place: "new"))
        context.insert(stored)
        try context.save()
        context.insert(new)
        context.delete(stored)
        context.delete(new)
        context.insert(stored)
        context.insert(new)
        #expect(!stored.isDeleted)
        #expect(!new.isDeleted)
        try context.save()
        #expect(stored.modelContext === context)
        #expect(try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.place)])).map(\.place) == ["new", "stored"])
    }

    @Test func `deleting by a predicate deletes what it selects`() throws {
        let context = ModelContext(try makeContainer())
        for number in 0..<4 { context.insert(Stop(place: "p", number: number)) }
        try context.save()
        try context.delete(model: Stop.self, where: #Predicate { $0.number < 3 })
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Stop>()).map(\.number) == [3])
    }

    @Test func `a transaction saves, and an error saves nothing`() throws {
        struct Stopped: Error {}
        let container = try makeContainer()
        let context = ModelContext(container)
        try context.transaction { context.insert(Stop(place: "a")) }
        #expect(throws: Stopped.self) {
            try context.transaction {
                context.insert(Stop(place: "b"))
                throw Stopped()
            }
        }
        #expect(try ModelContext(container).fetch(FetchDescriptor<Stop>()).map(\.place) == ["a"])
    }
}
