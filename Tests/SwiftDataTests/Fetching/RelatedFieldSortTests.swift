import Foundation
import SwiftData
import Testing

@Model final class SortedParcel {
    var label: String
    var route: SortedRoute?
    var main: SortedRoute

    init(_ label: String, main: SortedRoute, route: SortedRoute? = nil) {
        self.label = label
        self.main = main
        self.route = route
    }
}

@Model final class SortedRoute {
    @Relationship(inverse: \SortedParcel.route) var parcels: [SortedParcel] = []
    var end: SortedPlace
    var start: SortedPlace?
    var owner: SortedCourier?

    init(_ end: SortedPlace, start: SortedPlace? = nil) {
        self.end = end
        self.start = start
    }
}

@Model final class SortedCourier {
    var home: SortedPlace
    init(_ home: SortedPlace) { self.home = home }
}

struct SortedPlace: Codable {
    var city: String
    var zone: Int
    var isFast = false
    var isCold = true
    var floor: Int?
    var small: Int8 = 3
    var byte: UInt8 = 3
    var class1 = Level.low
    var class2 = Level.high
    var weight = 1.5
    var price = Decimal(1)
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var inner = Inner(x: 1)

    struct Inner: Codable { var x: Int }

    enum Level: Int, Codable, Comparable {
        case low, high
        static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    var positive: Int { max(zone, 0) }
    var upper: String { city.uppercased() }
    var shownFloor: Int { floor ?? 0 }
}

/// Sorts by fields of structures behind to-one relationships, and by those of optional structures.
@Suite struct RelatedFieldSortTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: SortedParcel.self, SortedCourier.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    private func fill(isSaved: Bool) throws {
        // The label, and the number by which every field of the route's end is sorted.
        for (label, number) in [("a", 2), ("b", 3), ("c", 1)] {
            let day = Date(timeIntervalSinceReferenceDate: Double(number))
            let place = SortedPlace(
                city: "\(number)", zone: number, floor: number == 1 ? nil : number, small: Int8(number), byte: UInt8(number),
                class1: number == 1 ? .low : .high, class2: number == 3 ? .high : .low, weight: Double(number),
                price: Decimal(number), day: day)
            let route = SortedRoute(place, start: number == 1 ? nil : place)
            route.owner = SortedCourier(place)
            context.insert(SortedParcel(label, main: route, route: route))
        }
        if isSaved { try context.save() }
    }

    private func labels(_ sort: SortDescriptor<SortedParcel>) throws -> String {
        try context.fetch(FetchDescriptor(sortBy: [sort, SortDescriptor(\.label)])).map(\.label).joined()
    }

    @Test(arguments: [false, true]) func `fields behind an optional relationship are sorted by`(isSaved: Bool) throws {
        try fill(isSaved: isSaved)
        #expect(try labels(SortDescriptor(\.route?.end.city)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.zone)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.zone, order: .reverse)) == "bac")
        #expect(try labels(SortDescriptor(\.route?.end.floor)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.small)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.byte)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.weight)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.price)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.day)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.class1)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.end.class2)) == "acb")
        #expect(try labels(SortDescriptor(\.route?.owner?.home.zone)) == "cab")
    }

    @Test(arguments: [false, true]) func `fields behind a required relationship, and of optional structures, are sorted by`(
        isSaved: Bool
    ) throws {
        try fill(isSaved: isSaved)
        #expect(try labels(SortDescriptor(\.main.end.city)) == "cab")
        #expect(try labels(SortDescriptor(\.main.end.zone, order: .reverse)) == "bac")
        #expect(try labels(SortDescriptor(\.main.start?.zone)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.start?.city)) == "cab")
        #expect(try labels(SortDescriptor(\.route?.start?.floor, order: .reverse)) == "bac")
        let routes = try context.fetch(
            FetchDescriptor<SortedRoute>(sortBy: [SortDescriptor(\.start?.zone), SortDescriptor(\.end.zone)]))
        #expect(routes.map(\.end.zone) == [1, 2, 3])
    }

    @Test func `computed properties of structures, and whole ones, throw`() throws {
        try fill(isSaved: true)
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.route?.end.positive)) }
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.main.end.positive)) }
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.main.end.upper)) }
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.main.end.shownFloor)) }
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.main.end.inner.x)) }
        #expect(throws: SwiftDataError.self) { try labels(SortDescriptor(\.route?.start?.upper)) }
    }

    @Test func `an edit of a field moves the model in a live result`() throws {
        try fill(isSaved: true)
        let observer = try ResultsObserver(
            fetchDescriptor: FetchDescriptor<SortedParcel>(sortBy: [SortDescriptor(\.main.end.zone)]), modelContext: context)
        #expect(observer.results.map(\.label) == ["c", "a", "b"])
        observer.results[2].main.end.zone = 0
        context.processPendingChanges()
        #expect(observer.results.map(\.label) == ["b", "c", "a"])
    }
}
