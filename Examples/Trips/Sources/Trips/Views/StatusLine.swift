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

/// The numbers of all trips, countries and days. They are counted again after saves.
private struct StatisticsLine: View {
    @Environment(\.modelContext) private var context
    @Environment(TripTotals.self) private var totals

    var body: some View {
        let statistics = totals.statistics
        Text(
            """
            ^[\(statistics.trips) trip](inflect: true) · ^[\(statistics.countries) country](inflect: true) · \
            ^[\(statistics.days) day](inflect: true)
            """
        )
        .monospacedDigit()
        .lineLimit(1)
        .onAppear { totals.update(from: context.container) }
        .onReceive(NotificationCenter.default.publisher(for: ModelContext.didSave)) { _ in
            totals.update(from: context.container)
        }
    }
}
