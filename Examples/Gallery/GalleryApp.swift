import SwiftUI

/// An app that shows every view and modifier on small pages. The browser tests use them.
@main
struct GalleryApp: App {
    var body: some Scene {
        WindowGroup("Gallery") {
            if let example = WholeWindow.chosen {
                WholeWindowView(example: example)
            } else {
                pages
            }
        }
    }

    private var pages: some View {
        List {
            Section("Text") { TextPage() }
            Section("Symbols") { SymbolPage() }
            Section("Button") { ButtonPage() }
            Section("TextField") { TextFieldPage() }
            Section("Toggle") { TogglePage() }
            Section("Picker") { PickerPage() }
            Section("Values") { ValuePage() }
            Section("Menu") { MenuPage() }
            Section("Groups") { GroupPage() }
            Section("Form") { FormPage() }
            Section("Lists") { ListPage() }
            Section("Cards") { CardsPage() }
            Section("Layers") { LayersPage() }
            Section("Grids") { GridPage() }
            Section("Scrolling and sizes") { ScrollPage() }
            Section("Shapes") { ShapesPage() }
            Section("Sheets and alerts") { PresentationPage() }
            Section("Context menu") { ContextMenuPage() }
        }
    }
}
