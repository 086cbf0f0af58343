import Foundation
import SwiftData

/// Imports the trips of a file in the background.
@ModelActor
actor TripImporter {
    /// The number of trips per save: small enough that lists fill while an import is running.
    private static let batchSize = 100

    /// Imports the trips that were not imported before.
    ///
    /// The trips are saved in batches. If the task is canceled, those of the finished batches stay,
    /// and the next import continues after them.
    ///
    /// - Parameter progress: A closure that is called with the finished part, from 0 to 1.
    /// - Returns: The number of new trips.
    /// - Throws: `CancellationError`, the error of the file, or that of a save.
    func importTrips(from file: SampleFile, progress: @Sendable (Double) async -> Void) async throws -> Int {
        let known = try knownNumbers()
        let samples = try file.load().filter { !known.contains($0.id) }
        for start in stride(from: 0, to: samples.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let end = min(start + Self.batchSize, samples.count)
            for trip in samples[start..<end].compactMap({ $0.makeTrip() }) { modelContext.insert(trip) }
            try modelContext.save()
            await progress(Double(end) / Double(samples.count))
        }
        return samples.count
    }

    private func knownNumbers() throws -> Set<Int> {
        var descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.sampleNumber != nil })
        descriptor.propertiesToFetch = [\.sampleNumber]
        return Set(try modelContext.fetch(descriptor).compactMap(\.sampleNumber))
    }
}
