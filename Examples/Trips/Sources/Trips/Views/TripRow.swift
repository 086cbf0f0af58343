import SwiftUI

/// A row for a trip: its kind, name and dates, and its rating.
struct TripRow: View {
    let trip: Trip

    var body: some View {
        HStack(spacing: 14) {
            KindBadge(kind: trip.kind)
            VStack(alignment: .leading, spacing: 2) {
                Text(trip.name.isEmpty ? "Untitled" : trip.name).font(.headline).lineLimit(1).accessibilityIdentifier("row.name")
                TripDates(trip: trip).font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if trip.rating > 0 { Stars(rating: trip.rating) }
        }
    }
}

/// The dates of a trip in the language of the window.
struct TripDates: View {
    let trip: Trip

    var body: some View {
        Text(trip.dates.lowerBound..<trip.dates.upperBound, format: .interval.day().month(.abbreviated).year())
    }
}

/// The symbol of a kind of trips, on its color.
struct KindBadge: View {
    let kind: Kind
    var size: CGFloat = 38

    var body: some View {
        Image(systemName: kind.symbol)
            .font(.system(size: size / 2))
            .foregroundStyle(kind.color)
            .frame(width: size, height: size)
            .background(kind.color.opacity(0.16), in: .rect(cornerRadius: size / 4))
            .accessibilityLabel(Text(kind.title))
    }
}
