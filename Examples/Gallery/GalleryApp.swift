import SwiftUI

/// An app that shows views and modifiers on small pages, which the browser tests use.
@main
struct GalleryApp: App {
    @State private var count = 0

    var body: some Scene {
        WindowGroup("Gallery") {
            if let example = WholeWindow.chosen {
                WholeWindowView(example: example)
            } else {
                pages
            }
        }
        .commands {
            CommandMenu("Count") {
                Button("Add one") { count += 1 }
                    .keyboardShortcut("u", modifiers: [.command, .shift])
                    .accessibilityIdentifier("command.add")
                Button("Clear") { count = 0 }
            }
            CommandGroup(replacing: .help) {
                Button("Count to 100") { count = 100 }.accessibilityIdentifier("command.help")
            }
        }
        WindowGroup("Note", id: "note", for: Int.self) { NoteWindow(number: $0) }
        Settings { Text("The settings of the Gallery.").padding() }
    }

    private var pages: some View {
        List {
            Section("Text") { TextPage() }
            Section("Symbols") { SymbolPage() }
            Section("Pictures") { PicturePage() }
            Section("Button") { ButtonPage() }
            Section("TextField") { TextFieldPage() }
            Section("Toggle") { TogglePage() }
            Section("Picker") { PickerPage() }
            Section("Values") { ValuePage() }
            Section("Menu") { MenuPage() }
            Section("Groups") { GroupPage() }
            Section("Form") { FormPage() }
            Section("Lists") { ListPage() }
            Section("Tables") { TablePage() }
            Section("Cards") { CardsPage() }
            Section("Layers") { LayersPage() }
            Section("Grids") { GridPage() }
            Section("Scrolling and sizes") { ScrollPage() }
            Section("Shapes") { ShapesPage() }
            Section("Pages") { PagesPage() }
            Section("Sheets and alerts") { PresentationPage() }
            Section("Context menu") { ContextMenuPage() }
            Section("Files") { FilePage() }
            Section("State") { StatePage() }
            Section("Gestures") { GesturePage() }
            Section("Transitions") { TransitionPage() }
            Section("Windows") { WindowPage(count: count) }
        }
    }
}
