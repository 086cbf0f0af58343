import SwiftUI

/// The number of earthquakes, and the state of the feed.
struct StatusBar: View {
    let count: Int
    @Environment(QuakesProvider.self) private var provider

    var body: some View {
        VStack(spacing: 3) {
            if count > 0 || !provider.isImporting {
                Text(count == 1 ? "1 earthquake" : "\(count) earthquakes")
                    .font(.footnote)
                    .monospacedDigit()
                    .accessibilityIdentifier("count")
            }
            Group {
                if provider.isImporting {
                    ProgressView(value: provider.progress.flatMap { $0 > 0 ? $0 : nil })
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
            if !provider.showsSample { updated.lineLimit(1).layoutPriority(1).accessibilityIdentifier("updated") }
            if let summary = provider.lastSummary, summary.skipped > 0 {
                Text("\(summary.imported) imported, \(summary.skipped) skipped").accessibilityIdentifier("status")
            }
            switch provider.source {
            case .feed(let name):
                Text("·")
                Text(name).lineLimit(1).accessibilityIdentifier("source")
            case .sample(let host):
                Text("Sample of 2022: \(host) is unreachable").multilineTextAlignment(.center).accessibilityIdentifier("source")
            case nil: EmptyView()
            }
        }
    }

    private var updated: Text {
        guard let date = provider.lastUpdated else { return Text("Not updated yet") }
        return Text("Updated \(date, style: .relative) ago")
    }
}
