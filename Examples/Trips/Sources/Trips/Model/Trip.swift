import Foundation
import SwiftData

/// A trip with its stops.
@Model
final class Trip {
    #Index<Trip>([\.start], [\.country], [\.sampleNumber])

    var name: String
    var country: String
    private(set) var start: Date
    private(set) var end: Date
    /// The year in which the trip starts. It is stored, because the list has a section for each year.
    private(set) var year: String
    var kind: Kind
    /// The number of stars, from 1 to 5; 0 for a trip without a rating.
    var rating: Int
    var notes: String
    /// The number of the sample that was imported as this trip; nil for a trip of one's own.
    private(set) var sampleNumber: Int?

    @Relationship(deleteRule: .cascade, inverse: \Stop.trip)
    var stops: [Stop] = []

    init(
        name: String, country: String, dates: ClosedRange<Date>, kind: Kind = .city, rating: Int = 0, notes: String = "",
        sampleNumber: Int? = nil
    ) {
        self.name = name
        self.country = country
        start = dates.lowerBound
        end = dates.upperBound
        year = Day.year(of: dates.lowerBound)
        self.kind = kind
        self.rating = rating
        self.notes = notes
        self.sampleNumber = sampleNumber
    }

    /// The first and the last day.
    var dates: ClosedRange<Date> {
        get { start...max(start, end) }
        set {
            start = newValue.lowerBound
            end = newValue.upperBound
            year = Day.year(of: newValue.lowerBound)
        }
    }

    /// The number of days, with the first and the last one.
    var days: Int { Day.count(from: start, to: end) }

    /// The stops in the order of their arrival.
    var itinerary: [Stop] {
        stops.sorted { ($0.arrival, $0.place) < ($1.arrival, $1.place) }
    }

    /// Adds a stop after the others: on the day after the last arrival, or on the first day.
    @discardableResult
    func addStop(_ place: String = "") -> Stop {
        let last = stops.map(\.arrival).max()
        let stop = Stop(place: place, arrival: last.map { min(Day.after($0), max($0, end)) } ?? start)
        stops.append(stop)
        return stop
    }
}

extension ClosedRange<Date> {
    /// The first day. A later one than the last day moves that day, too, and keeps the length.
    var firstDay: Date {
        get { lowerBound }
        set { self = newValue...(newValue <= upperBound ? upperBound : newValue + (upperBound.timeIntervalSince(lowerBound))) }
    }

    /// The last day. An earlier one than the first day becomes the first day.
    var lastDay: Date {
        get { upperBound }
        set { self = Swift.min(lowerBound, newValue)...newValue }
    }
}
