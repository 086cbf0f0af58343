import Foundation

extension Trip {
    /// The condition that a text is in the name, the country, the notes or a stop of a trip; nil for
    /// an empty text, which all trips satisfy.
    static func predicate(matching text: String) -> Predicate<Trip>? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        return #Predicate<Trip> { trip in
            trip.name.localizedStandardContains(text)
                || trip.country.localizedStandardContains(text)
                || trip.notes.localizedStandardContains(text)
                || trip.stops.contains { $0.place.localizedStandardContains(text) }
        }
    }
}
