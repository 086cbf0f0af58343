import Foundation
import SwiftData
import SwiftUI

extension Trip {
    /// A few trips with which previews and tests start.
    static func makeSamples() -> [Trip] {
        let samples: [(String, String, String, Int, Kind, Int, [String])] = [
            ("Porto on Foot", "Portugal", "2026-03-12", 4, .city, 5, ["Porto"]),
            ("Along the Algarve", "Portugal", "2024-06-02", 9, .beach, 4, ["Lagos", "Tavira"]),
            ("Museums of Florence", "Italy", "2025-10-18", 5, .culture, 4, ["Florence", "Siena"]),
            ("Hiking around Bled", "Slovenia", "2025-08-01", 8, .nature, 3, ["Ljubljana", "Bled", "Bovec"]),
            ("Conference in Berlin", "Germany", "2024-11-20", 3, .work, 0, ["Berlin"]),
        ]
        return samples.compactMap { name, country, day, days, kind, rating, places in
            guard let start = Day.parse(day) else { return nil }
            let dates = start...Day.adding(days - 1, to: start)
            let trip = Trip(name: name, country: country, dates: dates, kind: kind, rating: rating)
            for place in places { trip.addStop(place) }
            return trip
        }
    }
}

/// A store in memory with the sample trips, which all previews share.
struct SampleTrips: PreviewModifier {
    static func makeSharedContext() throws -> ModelContainer {
        let container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for trip in Trip.makeSamples() { container.mainContext.insert(trip) }
        try container.mainContext.save()
        return container
    }

    func body(content: Content, context: ModelContainer) -> some View {
        content.modelContainer(context).environment(TripImport()).environment(TripTotals())
    }
}

extension PreviewTrait where T == Preview.ViewTraits {
    /// The sample trips.
    @MainActor static var sampleTrips: Self { .modifier(SampleTrips()) }
}
