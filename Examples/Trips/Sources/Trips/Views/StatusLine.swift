import SwiftData
import SwiftUI

/// The line below the list: the progress of an import, the number of trips that a search has found,
/// or the statistics of all trips.
struct StatusLine: View {
    let search: String
    let found: Int
    @Environment(TripImport.self) private var sampleImport

    var body: some View {
        if let progress = sampleImport.progress {
            HStack(spacing: 12) {
                ProgressView(value: progress)
                    .frame(width: 160)
                    .accessibilityLabel(Text("Importing trips"))
                    .accessibilityIdentifier("progress")
                Button("Cancel", action: sampleImport.cancel).accessibilityIdentifier("cancel")
            }
        } else if !search.isEmpty {
            Text("^[\(found) trip](inflect: true) found").font(.footnote).accessibilityIdentifier("status")
        } else if found > 0 {
            StatisticsLine().font(.footnote).accessibilityIdentifier("status")
        }
    }
}

/// The numbers of all trips, countries and days. They are counted again after each save.
private struct StatisticsLine: View {
    @Environment(\.modelContext) private var context
    @State private var statistics = TripStatistics()
    @State private var saves = 0

    var body: some View {
        Text(
            """
            ^[\(statistics.trips) trip](inflect: true) · ^[\(statistics.countries) country](inflect: true) · \
            ^[\(statistics.days) day](inflect: true)
            """
        )
        .monospacedDigit()
        .lineLimit(1)
        .onReceive(NotificationCenter.default.publisher(for: ModelContext.didSave)) { _ in saves += 1 }
        .task(id: saves) {
            // Ignored: after an error, and if another save follows, the line keeps its numbers.
            if let new = try? await TripCounter(modelContainer: context.container).statistics() { statistics = new }
        }
    }
}
