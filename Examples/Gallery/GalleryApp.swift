import SwiftUI

/// An app that shows views and modifiers on small pages, which the browser tests use.
@main
struct GalleryApp: App {
    @UIApplicationDelegateAdaptor private var delegate: GalleryDelegate
    @State private var count = 0

    var body: some Scene {
        WindowGroup("Gallery") {
            if let example = WholeWindow.chosen {
                WholeWindowView(example: example)
            } else {
                GalleryView(count: count)
            }
        }
        .commands {
            CommandMenu("Count") {
                Button("Add one") { count += 1 }
                    .keyboardShortcut("u", modifiers: [.command, .shift])
                    .accessibilityIdentifier("command.add")
                Button("Clear") { count = 0 }
            }
            FocusCommands()
            CommandGroup(replacing: .help) {
                Button("Count to 100") { count = 100 }.accessibilityIdentifier("command.help")
            }
        }
        WindowGroup("Note", id: "note", for: Int.self) { NoteWindow(number: $0) }
        WindowGroup("Place", for: Place.self) { PlaceWindow(place: $0.wrappedValue) }
        WindowGroup("Trail", id: "trail") { TrailWindow() }.handlesExternalEvents(matching: ["trail "])
        Settings { Text("The settings of the Gallery, always in the dark.").padding().preferredColorScheme(.dark) }
    }
}
