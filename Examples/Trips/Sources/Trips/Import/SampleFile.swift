import Foundation

/// The file of sample trips, which Scripts/make_trips.py writes.
struct SampleFile: Sendable {
    var url: URL

    /// The file in the app's bundle; nil if it is missing.
    static var bundled: SampleFile? {
        Bundle.module.url(forResource: "trips", withExtension: "json").map { SampleFile(url: $0) }
    }

    /// Reads the samples.
    ///
    /// - Throws: An error that says what the file lacks.
    func load() throws -> [SampleTrip] {
        try JSONDecoder().decode([SampleTrip].self, from: Data(contentsOf: url))
    }
}

/// A trip of the file.
struct SampleTrip: Decodable {
    let id: Int
    let name: String
    let country: String
    let start: String
    let days: Int
    let kind: Kind
    let rating: Int
    let notes: String?
    let stops: [SampleStop]

    /// Returns a new trip; nil if the first day is no date.
    func makeTrip() -> Trip? {
        guard let first = Day.parse(start) else { return nil }
        let trip = Trip(
            name: name, country: country, dates: first...Day.adding(max(0, days - 1), to: first), kind: kind,
            rating: min(max(rating, 0), 5), notes: notes ?? "", sampleNumber: id)
        trip.stops = stops.map { Stop(place: $0.place, arrival: Day.adding($0.day, to: first)) }
        return trip
    }
}

/// A stop of a trip of the file: an array of the place and the number of days since the first one.
struct SampleStop: Decodable {
    let place: String
    let day: Int

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        place = try values.decode(String.self)
        day = try values.decode(Int.self)
    }
}
