import SwiftUI

/// A window that is restored as it was left, after a reload, a crash, and an end of the server.
///
/// `@SceneStorage` keeps the selected tab, the path, the selected row, whether the sheet is shown,
/// and the fields in it. The browser keeps scroll positions, the focus and what was just typed.
struct SceneExample: View {
    private enum Tabs: String { case parks, trails }

    @SceneStorage("SceneExample.tab") private var tab = Tabs.parks
    @SceneStorage("SceneExample.isEditing") private var isEditing = false

    var body: some View {
        TabView(selection: $tab) {
            ScenePathExample(isEditing: $isEditing)
                .tabItem { Text("Parks").accessibilityIdentifier("scene.parks") }
                .tag(Tabs.parks)
            SceneListExample()
                .tabItem { Text("Trails").accessibilityIdentifier("scene.trails") }
                .tag(Tabs.trails)
        }
        .sheet(isPresented: $isEditing) { SceneEditor() }
    }
}

/// A stack whose path is kept, and a screenful of text that scrolls.
private struct ScenePathExample: View {
    @Binding var isEditing: Bool
    @SceneStorage("SceneExample.path") private var storedPath: Data?
    @State private var path = NavigationPath()

    var body: some View {
        NavigationStack(path: $path) {
            List(Park.all) { park in
                NavigationLink(park.name, value: park).accessibilityIdentifier("scene.park.\(park.id)")
            }
            .navigationTitle("Parks")
            .toolbar {
                Button("Edit") { isEditing = true }.accessibilityIdentifier("scene.edit")
            }
            .navigationDestination(for: Park.self) { park in
                ScrollView {
                    VStack(alignment: .leading) {
                        ForEach(0..<200) { line in Text("\(park.name), line \(line)") }
                    }
                }
                .accessibilityIdentifier("scene.scroll")
                .navigationTitle(park.name)
            }
        }
        .onAppear {
            guard path.isEmpty, let storedPath,
                // Ignored: a path of an earlier version that cannot be read restores no page.
                let kept = try? JSONDecoder().decode(NavigationPath.CodableRepresentation.self, from: storedPath)
            else { return }
            path = NavigationPath(kept)
        }
        // Ignored: a path that cannot be encoded is not restored.
        .onChange(of: path) { storedPath = path.codable.flatMap { try? JSONEncoder().encode($0) } }
    }
}

/// A long list with a selection.
private struct SceneListExample: View {
    @SceneStorage("SceneExample.trail") private var selected: Int?

    var body: some View {
        VStack {
            Text("Selected: \(selected.map { "trail \($0)" } ?? "none")").accessibilityIdentifier("scene.selected")
            List(0..<2_000, id: \.self, selection: $selected) { trail in
                Text("Trail \(trail)").accessibilityIdentifier("scene.trail.\(trail)")
            }
            .accessibilityIdentifier("scene.list")
        }
    }
}

/// A sheet with fields that are kept until it is closed.
private struct SceneEditor: View {
    private enum Field { case title, notes }

    @SceneStorage("SceneEditor.title") private var title = ""
    @SceneStorage("SceneEditor.notes") private var notes = ""
    @SceneStorage("SceneEditor.rating") private var rating = 3.0
    @FocusState private var field: Field?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            TextField("Title", text: $title).focused($field, equals: .title).accessibilityIdentifier("scene.title")
            TextField("Notes", text: $notes, axis: .vertical).focused($field, equals: .notes)
                .accessibilityIdentifier("scene.notes")
            Slider(value: $rating, in: 0...5, step: 1).accessibilityIdentifier("scene.rating")
            Text("\(title.count) letters, rated \(Int(rating)), \(focusName)").accessibilityIdentifier("scene.state")
            Button("Done") {
                (title, notes, rating) = ("", "", 3)
                dismiss()
            }
            .accessibilityIdentifier("scene.done")
        }
        .padding()
    }

    private var focusName: String {
        switch field {
        case .title: "editing the title"
        case .notes: "editing the notes"
        case nil: "editing nothing"
        }
    }
}
