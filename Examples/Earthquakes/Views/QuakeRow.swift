import SwiftUI

/// A row for an earthquake: its magnitude, place and time.
struct QuakeRow: View {
    let quake: Quake

    /// The time of day in UTC, like the days of the list.
    private static let clock = Date.VerbatimFormatStyle(
        format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) UTC", timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))

    var body: some View {
        HStack(spacing: 14) {
            MagnitudeBadge(magnitude: quake.magnitude)
            VStack(alignment: .leading, spacing: 2) {
                Text(quake.place ?? "Place unknown").font(.headline).lineLimit(1).accessibilityIdentifier("place")
                Text("\(quake.time, style: .relative) ago, at \(quake.time, format: Self.clock)")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            Spacer()
        }
    }
}

/// A badge with the magnitude, in a color for its range.
struct MagnitudeBadge: View {
    let magnitude: Float

    var body: some View {
        Text(words)
            .font(.headline)
            .monospacedDigit()
            .foregroundStyle(.white)
            .accessibilityLabel("Magnitude \(words)")
            .accessibilityIdentifier("magnitude")
            .frame(width: 52, height: 34)
            .background(color, in: RoundedRectangle(cornerRadius: 9))
    }

    /// The magnitude with one decimal, and without the sign of a negative zero.
    private var words: String { (((magnitude * 10).rounded() / 10) + 0).formatted(.number.precision(.fractionLength(1))) }

    private var color: Color {
        switch magnitude {
        case ..<1: .gray
        case ..<2.5: .green
        case ..<4.5: .orange
        case ..<6: .red
        default: .purple
        }
    }
}

/// The header of a day's section.
struct DayHeader: View {
    let day: String
    let count: Int

    var body: some View {
        HStack {
            Text(title)
            Spacer()
            Text("\(count)").monospacedDigit()
        }
    }

    /// The day in words; the stored text if it is not a valid day.
    private var title: String {
        var style = Date.FormatStyle(date: .complete, time: .omitted)
        style.timeZone = .gmt
        return (try? Date(day, strategy: .iso8601.year().month().day())).map { $0.formatted(style) } ?? day
    }
}
