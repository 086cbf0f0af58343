import SwiftUI

/// The number of earthquakes, and the state of the feed.
struct StatusBar: View {
    let count: Int
    @Environment(QuakesProvider.self) private var provider

    var body: some View {
        VStack(spacing: 3) {
            Text(count == 1 ? "1 earthquake" : "\(count) earthquakes")
                .font(.footnote)
                .monospacedDigit()
                .accessibilityIdentifier("count")
            Group {
                if let progress = provider.progress {
                    ProgressView(value: progress > 0 ? progress : nil)
                        .accessibilityIdentifier("progress")
                        .frame(width: 160)
                } else {
                    state
                }
            }
            .font(.caption)
            .foregroundStyle(.secondary)
        }
    }

    private var state: some View {
        HStack(spacing: 4) {
            updated.lineLimit(1).layoutPriority(1).accessibilityIdentifier("updated")
            if let summary = provider.lastSummary, summary.skipped > 0 {
                Text("\(summary.imported) imported, \(summary.skipped) skipped").accessibilityIdentifier("status")
            }
            if let source = provider.source {
                Text("·")
                Text(source).lineLimit(1).accessibilityIdentifier("source")
            }
        }
    }

    private var updated: Text {
        guard let date = provider.lastUpdated else { return Text("Not updated yet") }
        return Text("Updated \(date, style: .relative) ago")
    }
}
