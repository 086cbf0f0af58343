import SwiftUI

/// Buttons and items that open windows of the app in other tabs.
struct WindowPage: View {
    /// The number that the app's commands change.
    let count: Int
    @Environment(\.openWindow) private var openWindow
    @Environment(\.openSettings) private var openSettings

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            buttons
            WindowItems()
        }
    }

    @ViewBuilder private var buttons: some View {
        Row {
            Button("Open note 7") { openWindow(id: "note", value: 7) }.accessibilityIdentifier("window.note")
            Text("Counted to \(count)").accessibilityIdentifier("window.count")
        }
        Row {
            Button("Settings") { openSettings() }.accessibilityIdentifier("window.settings")
            SettingsLink { Label("Settings", systemImage: "gearshape") }
        }
    }
}

/// The window of a note.
struct NoteWindow: View {
    @Binding var number: Int?
    @Environment(\.dismissWindow) private var dismissWindow

    var body: some View {
        VStack {
            Text(number.map { "Note \($0)" } ?? "No note").font(.title).accessibilityIdentifier("note.number")
                .accessibilityAddTraits(.isHeader)
            Button("Next") { number = (number ?? 0) + 1 }.accessibilityIdentifier("note.next")
            Button("Close") { dismissWindow() }.accessibilityIdentifier("note.close")
        }
        .padding()
    }
}
