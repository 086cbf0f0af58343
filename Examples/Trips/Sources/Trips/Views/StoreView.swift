import SwiftUI

/// The content of a window, or the reason for which there is no store that it could show.
struct StoreView<Content: View>: View {
    let status: StoreStatus
    @ViewBuilder let content: Content

    var body: some View {
        if let failure = status.failure {
            ContentUnavailableView {
                Label("The Trips Cannot Be Opened", systemImage: "externaldrive")
            } description: {
                Text(failure).accessibilityIdentifier("failure")
                Text("The file was left as it is.")
            }
        } else {
            content
        }
    }
}
