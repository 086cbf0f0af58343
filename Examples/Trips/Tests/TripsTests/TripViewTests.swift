import Foundation
import StrataViewTesting
import SwiftData
import SwiftUI
import Testing

@testable import Trips

@MainActor
struct TripViewTests {
    private func window(_ samples: Samples) -> TestWindow {
        let defaults = UserDefaults(suiteName: UUID().uuidString) ?? .standard
        return TestWindow(
            TripsView().environment(TripImport()).environment(TripTotals()).modelContainer(samples.container)
                .defaultAppStorage(defaults))
    }

    private func rows(_ window: TestWindow) -> [String] { window.all(identifier: "row.name").map(\.text) }

    private func select(_ name: String, in window: TestWindow) throws {
        try #require(window.all(.row).first { $0.texts.contains(name) }).select()
    }

    @Test func `the list has a section for each country`() throws {
        let window = window(try Samples())
        #expect(
            rows(window) == [
                "Conference in Berlin", "Museums of Florence", "Porto on Foot", "Along the Algarve", "Hiking around Bled",
            ])
        #expect(
            window.texts.filter { ["Germany", "Italy", "Portugal", "Slovenia"].contains($0) } == [
                "Germany", "Italy", "Portugal", "Slovenia",
            ])
    }

    @Test func `a row opens the form, and a change is in the list and in the store`() throws {
        let samples = try Samples()
        let window = window(samples)
        #expect(window.texts.contains("No Trip Selected"))
        try select("Porto on Foot", in: window)
        try window.find(identifier: "form.name").type("Porto by Boat")
        try window.find(identifier: "rating.2").tap()
        #expect(rows(window).contains("Porto by Boat"))
        try samples.context.save()
        #expect(try samples.names().contains("Porto by Boat"))
        #expect(try samples.trip("Porto by Boat")?.rating == 2)
        try window.find(identifier: "rating.2").tap()
        #expect(try samples.trip("Porto by Boat")?.rating == 0)
    }

    @Test func `a new trip is selected, and stored at once`() throws {
        let samples = try Samples(isEmpty: true)
        let window = window(samples)
        #expect(window.texts.contains("No Trips"))
        try window.find(identifier: "add").tap()
        #expect(try window.find(identifier: "form.name").value == "New Trip")
        #expect(try samples.names() == ["New Trip"])
        #expect(window.texts.contains("No Country"))
    }

    @Test func `stops are added and removed`() async throws {
        let samples = try Samples()
        let window = window(samples)
        try select("Porto on Foot", in: window)
        try window.find(identifier: "stop.add").tap()
        #expect(window.all(identifier: "stop.place").map(\.value) == ["Porto", ""])
        try window.all(identifier: "stop.place")[1].type("Braga")
        #expect(try samples.trip("Porto on Foot")?.itinerary.map(\.place) == ["Porto", "Braga"])
        try #require(window.all(.row).last { $0.all(identifier: "stop.place").first?.value == "Porto" }).delete()
        try await window.wait { $0.all(identifier: "stop.place").map(\.value) == ["Braga"] }
        try samples.context.save()
        #expect(try ModelContext(samples.container).fetch(FetchDescriptor<Stop>()).filter { $0.trip == nil }.isEmpty)
    }

    @Test func `a trip that another window deletes is gone from the list and from its page`() async throws {
        let samples = try Samples()
        let (first, second) = (window(samples), window(samples))
        try select("Conference in Berlin", in: first)
        try #require(second.all(.row).first { $0.texts.contains("Conference in Berlin") }).delete()
        try await first.wait { $0.texts.contains("No Such Trip") }
        #expect(rows(first).count == 4)
        #expect(rows(second).count == 4)
        try samples.context.save()
        #expect(try samples.names().count == 4)
    }

    @Test func `dates are written in the language of the window`() throws {
        let day = try #require(Day.parse("2026-12-21"))
        let trip = Trip(name: "Advent", country: "Germany", dates: day...Day.adding(3, to: day))
        let german = TestWindow(TripDates(trip: trip).environment(\.locale, Locale(identifier: "de_DE")))
        #expect(german.texts.first?.contains("Dez") == true)
        let english = TestWindow(TripDates(trip: trip).environment(\.locale, Locale(identifier: "en_US")))
        #expect(english.texts.first?.contains("Dec 21") == true)
    }

    @Test func `a store that cannot be opened says why`() throws {
        let status = StoreStatus()
        status.didOpen(.failure(SwiftDataError.loadIssueModelContainer))
        let window = TestWindow(StoreView(status: status) { Text("content") })
        #expect(window.texts.contains("The Trips Cannot Be Opened"))
        #expect(!window.texts.contains("content"))
        status.didOpen(.success(try Samples().container))
        #expect(window.texts == ["content"])
    }
}
