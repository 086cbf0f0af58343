import SwiftUI

/// A view with a context menu.
struct ContextMenuPage: View {
    @State private var log = "Press for a while, or click with the other button"

    var body: some View {
        Text(log)
            .accessibilityIdentifier("menu.log")
            .contextMenu {
                Button("Copy") { log = "Copied" }
                Button("Rename") { log = "Renamed" }.disabled(true)
                Divider()
                Button("Delete", role: .destructive) { log = "Deleted" }
            }
    }
}
