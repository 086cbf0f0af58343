import Foundation
import SwiftData
import Testing

@testable import Trips

@MainActor
struct ImportTests {
    private func file(_ text: String) throws -> SampleFile {
        let url = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        return SampleFile(url: url)
    }

    /// A file with a number of trips of one stop.
    private func file(count: Int) throws -> SampleFile {
        let trips = (1...count).map {
            #"{"id":\#($0),"name":"Trip \#($0)","country":"Italy","start":"2026-01-05","days":2,"kind":"city","rating":9,"stops":[["Rome",1]]}"#
        }
        return try file("[" + trips.joined(separator: ",") + "]")
    }

    @Test func `the bundled file has 3,000 trips, each with a stop on its first day`() throws {
        let samples = try #require(SampleFile.bundled).load()
        #expect(samples.count == 3000)
        #expect(Set(samples.map(\.id)).count == 3000)
        #expect(samples.allSatisfy { $0.makeTrip()?.itinerary.first?.arrival == Day.parse($0.start) })
        #expect(samples.allSatisfy { sample in sample.stops.allSatisfy { $0.day < sample.days } })
    }

    @Test func `an import stores trips and stops, and reports its progress`() async throws {
        let samples = try Samples(isEmpty: true)
        let file = try file(count: 250)
        defer { try? FileManager.default.removeItem(at: file.url) }
        let progress = ProgressLog()
        let count = try await TripImporter(modelContainer: samples.container).importTrips(from: file) { await progress.add($0) }
        #expect(count == 250)
        #expect(await progress.values == [0.4, 0.8, 1])
        #expect(try samples.names().count == 250)
        #expect(try samples.context.fetchCount(FetchDescriptor<Stop>()) == 250)
        let trip = try #require(try samples.trip("Trip 7"))
        #expect(trip.rating == 5)
        #expect(trip.days == 2)
        #expect(trip.itinerary.map(\.place) == ["Rome"])
        #expect(trip.itinerary.first?.arrival == Day.parse("2026-01-06"))
    }

    @Test func `a second import adds only what is missing`() async throws {
        let samples = try Samples(isEmpty: true)
        let (some, all) = (try file(count: 120), try file(count: 250))
        defer { for file in [some, all] { try? FileManager.default.removeItem(at: file.url) } }
        for (file, count) in [(some, 120), (all, 130), (all, 0)] {
            #expect(try await TripImporter(modelContainer: samples.container).importTrips(from: file) { _ in } == count)
        }
        #expect(try samples.names().count == 250)
    }

    @Test func `a canceled import keeps the finished batches`() async throws {
        let samples = try Samples(isEmpty: true)
        let file = try file(count: 250)
        defer { try? FileManager.default.removeItem(at: file.url) }
        let importer = TripImporter(modelContainer: samples.container)
        let task = Task {
            try await importer.importTrips(from: file) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try samples.names().count == 100)
    }

    @Test func `an import shows that it runs, and reports a damaged file`() async throws {
        let samples = try Samples(isEmpty: true)
        let (good, bad) = (try file(count: 10), try file("[{}]"))
        defer { for file in [good, bad] { try? FileManager.default.removeItem(at: file.url) } }
        let model = TripImport()
        model.start(into: samples.container, from: good)
        #expect(model.progress == 0)
        await model.finish()
        #expect(model.progress == nil)
        #expect(model.failure == nil)
        #expect(try samples.names().count == 10)
        model.start(into: samples.container, from: bad)
        await model.finish()
        #expect(model.failure != nil)
        #expect(try samples.names().count == 10)
    }

    @Test func `the statistics count trips, countries and days`() async throws {
        let samples = try Samples()
        let statistics = try await TripCounter(modelContainer: samples.container).statistics()
        #expect(statistics == TripStatistics(trips: 5, countries: 4, days: 4 + 9 + 5 + 8 + 3))
    }

    @Test func `a count whose task is canceled ends`() async throws {
        let counter = TripCounter(modelContainer: try Samples().container)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await counter.statistics()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `the totals of many saves are counted once, and those of a later one again`() async throws {
        let samples = try Samples()
        let totals = TripTotals(interval: .zero)
        for _ in 0..<100 { totals.update(from: samples.container) }
        await totals.finish()
        #expect(totals.statistics.trips == 5)
        #expect(totals.countings == 1)
        samples.context.delete(try #require(try samples.trip("Porto on Foot")))
        try samples.context.save()
        totals.update(from: samples.container)
        await totals.finish()
        #expect(totals.statistics.trips == 4)
        #expect(totals.countings == 2)
    }
}

private actor ProgressLog {
    private(set) var values: [Double] = []
    func add(_ value: Double) { values.append(value) }
}
