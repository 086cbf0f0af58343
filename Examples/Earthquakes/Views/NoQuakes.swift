import SwiftUI

/// A notice in place of the earthquakes if there are none: the feed is being loaded, or the filter
/// has no results.
struct NoQuakes: View {
    let filter: String
    @Environment(QuakesProvider.self) private var provider

    var body: some View {
        if provider.isImporting {
            ContentUnavailableView {
                Label("Loading Earthquakes", systemImage: "waveform.path.ecg")
            } description: {
                Text("From \(provider.feedName).")
            }
            .accessibilityIdentifier("loading")
        } else if !filter.isEmpty {
            ContentUnavailableView.search(text: filter)
        }
    }
}
