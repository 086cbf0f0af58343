import Foundation
import SwiftData

/// The numbers of all trips, countries and days.
struct TripStatistics: Equatable, Sendable {
    var trips = 0
    var countries = 0
    var days = 0
}

/// Counts in a context of its own, so that a large store does not hold up the windows.
@ModelActor
actor TripCounter {
    func statistics() throws -> TripStatistics {
        var descriptor = FetchDescriptor<Trip>()
        descriptor.propertiesToFetch = [\.country, \.start, \.end]
        var statistics = TripStatistics()
        var countries: Set<String> = []
        for trip in try modelContext.fetch(descriptor) {
            statistics.trips += 1
            statistics.days += trip.days
            if !trip.country.isEmpty { countries.insert(trip.country) }
        }
        statistics.countries = countries.count
        return statistics
    }
}
