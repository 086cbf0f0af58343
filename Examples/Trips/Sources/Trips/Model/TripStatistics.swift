import Foundation
import Observation
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
    /// Returns the statistics of the stored trips.
    ///
    /// - Throws: `CancellationError` if the task is canceled; otherwise the error of the fetch.
    func statistics() throws -> TripStatistics {
        try Task.checkCancellation()
        var descriptor = FetchDescriptor<Trip>()
        descriptor.propertiesToFetch = [\.country, \.start, \.end]
        var statistics = TripStatistics()
        var countries: Set<String> = []
        for trip in try modelContext.fetch(descriptor) {
            if statistics.trips.isMultiple(of: 100) { try Task.checkCancellation() }
            statistics.trips += 1
            statistics.days += trip.days
            if !trip.country.isEmpty { countries.insert(trip.country) }
        }
        statistics.countries = countries.count
        return statistics
    }
}

/// The statistics that all windows show.
///
/// Each keystroke in a form is saved, and each window is notified of it. So the trips are counted
/// for all windows together, and at most once in each interval.
@MainActor @Observable
final class TripTotals {
    private(set) var statistics = TripStatistics()
    /// The number of times that the trips were counted.
    @ObservationIgnored private(set) var countings = 0

    @ObservationIgnored private let interval: Duration
    @ObservationIgnored private var counter: TripCounter?
    @ObservationIgnored private var isOutdated = false
    @ObservationIgnored private var task: Task<Void, Never>?

    init(interval: Duration = .milliseconds(500)) { self.interval = interval }

    /// Counts the trips: at once, or an interval after the last count.
    func update(from container: ModelContainer) {
        if counter?.modelContainer != container {
            task?.cancel()
            task = nil
            counter = TripCounter(modelContainer: container)
        }
        isOutdated = true
        guard task == nil, let counter else { return }
        task = Task {
            while isOutdated, !Task.isCancelled {
                isOutdated = false
                countings += 1
                // Ignored: after an error, the numbers stay until the next save.
                if let new = try? await counter.statistics(), !Task.isCancelled { statistics = new }
                // Ignored: the loop of a canceled task ends.
                try? await Task.sleep(for: interval)
            }
            if !Task.isCancelled { task = nil }
        }
    }

    /// Waits until the statistics are those of the last update.
    func finish() async { await task?.value }
}
