import Foundation
import SwiftData
import Testing

@testable import Trips

@MainActor
struct TripTests {
    private func day(_ text: String) throws -> Date { try #require(Day.parse(text)) }

    private func trip(_ first: String, _ last: String) throws -> Trip {
        Trip(name: "A", country: "Italy", dates: try day(first)...(try day(last)))
    }

    @Test func `the year and the number of days follow the dates`() throws {
        let trip = try trip("2025-12-30", "2026-01-02")
        #expect(trip.year == "2025")
        #expect(trip.days == 4)
        trip.dates.firstDay = try day("2026-01-01")
        #expect(trip.year == "2026")
        #expect(trip.days == 2)
    }

    @Test func `a first day after the last one moves the last one, too`() throws {
        let trip = try trip("2026-05-01", "2026-05-04")
        trip.dates.firstDay = try day("2026-06-10")
        #expect(trip.end == (try day("2026-06-13")))
        #expect(trip.days == 4)
    }

    @Test func `a last day before the first one becomes the first one`() throws {
        let trip = try trip("2026-05-01", "2026-05-04")
        trip.dates.lastDay = try day("2026-04-20")
        #expect(trip.start == (try day("2026-04-20")))
        #expect(trip.days == 1)
    }

    @Test func `years of fewer than four digits sort as numbers do`() throws {
        #expect(Day.year(of: try day("0987-01-01")) == "0987")
        #expect(Day.parse("soon") == nil)
    }

    @Test func `stops are in the order of their arrival, and a new one follows the last`() throws {
        let trip = try trip("2026-05-01", "2026-05-02")
        for place in ["Rome", "Siena", "Pisa"] { trip.addStop(place) }
        #expect(trip.itinerary.map(\.place) == ["Rome", "Pisa", "Siena"])
        #expect(trip.itinerary.map(\.arrival) == [try day("2026-05-01"), try day("2026-05-02"), try day("2026-05-02")])
        trip.itinerary[0].arrival = try day("2026-05-03")
        #expect(trip.itinerary.map(\.place) == ["Pisa", "Siena", "Rome"])
    }

    @Test func `the stops of a deleted trip are deleted with it`() throws {
        let samples = try Samples()
        let before = try samples.context.fetchCount(FetchDescriptor<Stop>())
        let trip = try #require(try samples.trip("Hiking around Bled"))
        samples.context.delete(trip)
        try samples.context.save()
        #expect(try ModelContext(samples.container).fetchCount(FetchDescriptor<Stop>()) == before - 3)
    }

    @Test(arguments: [
        ("PORTO", ["Porto on Foot"]), ("portugal", ["Along the Algarve", "Porto on Foot"]), ("bovec", ["Hiking around Bled"]),
        ("night train", ["Museums of Florence"]), ("nowhere", []),
    ])
    func `a search finds names, countries, notes and stops, without regard to case`(text: String, names: [String]) throws {
        let samples = try Samples()
        try #require(try samples.trip("Museums of Florence")).notes = "Book the Night Train."
        try samples.context.save()
        #expect(try samples.names(matching: text) == names)
    }

    @Test func `a search of nothing but spaces finds all trips`() throws {
        #expect(Trip.predicate(matching: "  ") == nil)
        #expect(try Samples().names().count == 5)
    }

    @Test func `the orders sort by date, name and rating`() throws {
        let samples = try Samples()
        func first(_ order: TripOrder) throws -> String? {
            try samples.context.fetch(FetchDescriptor(sortBy: order.descriptors)).first?.name
        }
        #expect(try first(.newest) == "Porto on Foot")
        #expect(try first(.oldest) == "Along the Algarve")
        #expect(try first(.name) == "Along the Algarve")
        #expect(try first(.rating) == "Porto on Foot")
    }
}
