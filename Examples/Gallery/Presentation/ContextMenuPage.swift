import SwiftUI

/// A view with a context menu.
struct ContextMenuPage: View {
    @State private var log = "Touch and hold, or right-click"

    var body: some View {
        Text(log)
            .accessibilityIdentifier("menu.log")
            .contextMenu {
                Button("Copy") { log = "Copied" }
                Button("Rename") { log = "Renamed" }.disabled(true)
                Divider()
                Button("Delete", role: .destructive) { log = "Deleted" }
                Menu("Share") {
                    Button("Mail") { log = "Mailed" }
                    Button("Message") { log = "Sent" }
                }
            }
    }
}
