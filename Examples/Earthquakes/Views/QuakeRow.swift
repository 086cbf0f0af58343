import SwiftUI

/// One earthquake: how strong, where, how long ago.
struct QuakeRow: View {
    let quake: Quake

    /// The time of day in UTC, as the days of the list are.
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

/// The magnitude on a colour that grows hotter with it.
struct MagnitudeBadge: View {
    let magnitude: Float

    var body: some View {
        Text("\(magnitude, specifier: "%.1f")")
            .font(.headline)
            .monospacedDigit()
            .foregroundStyle(.white)
            .accessibilityLabel("Magnitude \(magnitude, specifier: "%.1f")")
            .accessibilityIdentifier("magnitude")
            .frame(width: 52, height: 34)
            .background(color, in: RoundedRectangle(cornerRadius: 9))
    }

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

    /// The day in words; a day that is none shows as it stands.
    private var title: String {
        var style = Date.FormatStyle(date: .complete, time: .omitted)
        style.timeZone = .gmt
        return (try? Date(day, strategy: .iso8601.year().month().day())).map { $0.formatted(style) } ?? day
    }
}
