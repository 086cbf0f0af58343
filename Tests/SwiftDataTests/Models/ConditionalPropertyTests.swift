import Foundation
import SwiftData
import Testing

@Model final class ConditionalTrip {
    var first: Int = 1
    #if os(Linux)
        var linux: String = "l"
        var number: Int = 2
        #if NEVER_DEFINED
            var never: Int = 0
        #else
            var nested: Double = 3
            var deep: String?
        #endif
    #elseif os(Windows)
        var windows: String = "w"
    #else
    #endif
    var between: Bool = true
    #if NEVER_DEFINED
        var one: Int = 0
        var two: Int = 0
        var three: Int = 0
    #endif
    @Attribute(.unique) var last: String
    @Relationship(inverse: \ConditionalStop.trip) var stops: [ConditionalStop] = []
    init(last: String) { self.last = last }
}
@Model final class ConditionalStop {
    #if NEVER_DEFINED
        var extra: String = ""
    #endif
    var place: String
    var trip: ConditionalTrip?
    init(place: String) { self.place = place }
}
@Model class ConditionalBase {
    #if NEVER_DEFINED
        var hidden: Int = 0
    #endif
    var name: String
    init(name: String) { self.name = name }
}
@Model final class ConditionalSub: ConditionalBase {
    var before: Int
    #if os(Linux)
        var inside: Int = 5
    #endif
    var after: String
    init(before: Int, after: String) {
        self.before = before
        self.after = after
        super.init(name: "n")
    }
}

@Suite struct ConditionalPropertyTests {
    private func check(_ trip: ConditionalTrip) {
        #expect(trip.first == 10)
        #expect(trip.linux == "linux")
        #expect(trip.number == 20)
        #expect(trip.nested == 30)
        #expect(trip.deep == "deep")
        #expect(!trip.between)
        #expect(trip.last == "last")
        #expect(trip.stops.map(\.place) == ["p"])
        #expect(trip.stops.first?.trip === trip)
    }

    @Test func `clauses of different lengths keep every value in its place`() throws {
        let container = try refContainer(ConditionalTrip.self)
        let trip = ConditionalTrip(last: "last")
        #expect(trip.first == 1)
        #expect(trip.nested == 3)
        #expect(trip.between)
        (trip.first, trip.linux, trip.number, trip.nested, trip.deep) = (10, "linux", 20, 30, "deep")
        trip.between = false
        trip.stops = [ConditionalStop(place: "p")]
        check(trip)
        let context = ModelContext(container)
        context.insert(trip)
        check(trip)
        try context.save()
        check(try refReload(ConditionalTrip.self, container))
        let same = #Predicate<ConditionalTrip> { $0.nested == 30 && $0.last == "last" }
        #expect(try context.fetch(FetchDescriptor(predicate: same)) == [trip])
    }

    @Test func `the schema has the properties that are compiled`() throws {
        let entity = try #require(Schema([ConditionalTrip.self]).entity(for: ConditionalTrip.self))
        #expect(
            entity.storedProperties.map(\.name) == [
                "first", "linux", "number", "nested", "deep", "between", "last", "stops",
            ])
    }

    @Test func `a subclass counts its conditions after those of its superclass`() throws {
        let container = try refContainer(ConditionalSub.self)
        let context = ModelContext(container)
        let model = ConditionalSub(before: 1, after: "a")
        context.insert(model)
        try context.save()
        let read = try refReload(ConditionalSub.self, container)
        #expect(read.name == "n")
        #expect(read.before == 1)
        #expect(read.inside == 5)
        #expect(read.after == "a")
    }
}
