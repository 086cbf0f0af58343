import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `NavigationStack`, `NavigationLink` and `TabView` that Apple's reference shows.
@MainActor
struct FromReferenceNavigation {
    struct Park: Identifiable, Hashable, Codable {
        var id: String { name }
        var name: String
        var visits = 0
    }

    private struct Parks: View {
        @State private var parks = [Park(name: "Yosemite"), Park(name: "Sequoia")]
        @State private var isShown = false
        @State private var shown: Park?

        var body: some View {
            NavigationStack {
                List {
                    ForEach(parks) { park in NavigationLink(park.name, value: park) }
                    ForEach($parks) { $park in
                        NavigationLink("Edit \(park.name)") {
                            TextField("Name", text: $park.name)
                            Button("Visit") { park.visits += 1 }
                            Text("\(park.visits) visits")
                        }
                    }
                    NavigationLink {
                        Text("Destination")
                    } label: {
                        Label("Label", systemImage: "tree")
                    }
                    NavigationLink(destination: Text("Older")) { Text("Older form") }
                    NavigationLink("Title", destination: Text("Titled"))
                    NavigationLink("Number", value: 5)
                }
                .navigationDestination(for: Park.self) { park in Text("Details of \(park.name)") }
                .navigationDestination(for: Int.self) { number in Text("Number \(number)") }
                .navigationDestination(isPresented: $isShown) { Text("Presented") }
                .navigationDestination(item: $shown) { park in Text("Item \(park.name)") }
                .navigationTitle("Parks")
                .navigationBarTitleDisplayMode(.inline)
                .toolbar {
                    ToolbarItem(placement: .primaryAction) {
                        Button("Add") { parks.insert(Park(name: "Zion"), at: 0) }
                    }
                    ToolbarItemGroup {
                        Button("Present") { isShown = true }
                        Button("Item") { shown = parks[0] }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("Zion", "Details of Zion"), ("Sequoia", "Details of Sequoia"), ("Label", "Destination"), ("Older form", "Older"),
        ("Title", "Titled"), ("Number", "Number 5"), ("Present", "Presented"), ("Item", "Item Zion"),
    ])
    func `links and destinations`(_ link: String, _ text: String) throws {
        let window = TestWindow(Parks())
        try window.find(.button, "Add").tap()
        try window.find(.button, link).tap()
        #expect(window.texts.contains(text))
    }

    @Test func `a destination changes the element of its link`() throws {
        let window = TestWindow(Parks())
        try window.find(.button, "Edit Sequoia").tap()
        try window.find(.button, "Visit").tap()
        try window.find(.button, "Visit").tap()
        #expect(window.texts.contains("2 visits"))
    }

    private struct Paths: View {
        @State private var path: [Park] = []
        @State private var erased = NavigationPath()
        let isErased: Bool

        var body: some View {
            if isErased {
                NavigationStack(path: $erased) { root }
            } else {
                NavigationStack(path: $path) { root }
            }
            Button("Both") {
                path = [Park(name: "A"), Park(name: "B")]
                erased.append(Park(name: "A"))
                erased.append(Park(name: "B"))
            }
            Button("Back") {
                if isErased { erased.removeLast() } else { path.removeLast() }
            }
            Text("\(path.count) \(erased.count)")
        }

        private var root: some View {
            NavigationLink("Push", value: Park(name: "Pushed"))
                .navigationDestination(for: Park.self) { park in Text("Park \(park.name)") }
        }
    }

    @Test(arguments: [false, true]) func `paths`(_ isErased: Bool) throws {
        let window = TestWindow(Paths(isErased: isErased))
        try window.find(.button, "Push").tap()
        #expect(window.texts.contains("Park Pushed"))
        #expect(window.texts.last == (isErased ? "0 1" : "1 0"))
        try window.find(.button, "Back").tap()
        try window.find(.button, "Both").tap()
        #expect(window.texts.contains("Park B"))
    }

    private struct Tabs: View {
        @State private var selection = 0
        @State private var parks = [Park(name: "Yosemite"), Park(name: "Sequoia")]
        let form: Int

        var body: some View {
            switch form {
            case 0:
                TabView {
                    Tab("Received", systemImage: "tray.and.arrow.down.fill") { Text("Received page") }
                    Tab("Sent", systemImage: "tray.and.arrow.up.fill") { Text("Sent page") }.badge(2)
                    TabSection("Parks") {
                        ForEach($parks) { $park in Tab(park.name, systemImage: "tree") { Text("Page \(park.name)") } }
                    }
                }
            case 1:
                TabView(selection: $selection) {
                    Text("Received page").tabItem { Label("Received", systemImage: "tray") }.tag(0)
                    Text("Sent page").tabItem { Text("Sent") }.tag(1)
                    ForEach(parks) { park in Text("Page \(park.name)").tabItem { Text(park.name) }.tag(park.name.count) }
                }
            case 2:
                TabView(selection: $selection) {
                    Tab("Received", systemImage: "tray", value: 0) { Text("Received page") }
                    Tab("Sent", systemImage: "tray", value: 1) { Text("Sent page") }
                    ForEach(parks) { park in
                        Tab(park.name, systemImage: "tree", value: park.name.count) { Text("Page \(park.name)") }
                    }
                }
            default:
                TabView {
                    Text("Received page").tabItem { Text("Received") }
                    Text("Sent page").tabItem { Text("Sent") }
                    ForEach($parks) { $park in Text("Page \(park.name)").tabItem { Text(park.name) } }
                }
            }
            Button("Insert") { parks.insert(Park(name: "Zion"), at: 0) }
            Button("Select 1") { selection = 1 }
        }
    }

    @Test(arguments: 0...3) func `tabs`(_ form: Int) throws {
        let window = TestWindow(Tabs(form: form))
        func tabs() -> [String] { window.all(.tab).map { $0.texts.first ?? "" } }
        #expect(tabs() == ["Received", "Sent", "Yosemite", "Sequoia"])
        #expect(window.texts.contains("Received page"))
        try window.find(.tab, "Sequoia").tap()
        #expect(window.texts.contains("Page Sequoia"))
        try window.find(.button, "Insert").tap()
        #expect(tabs() == ["Received", "Sent", "Zion", "Yosemite", "Sequoia"])
        try window.find(.tab, "Zion").tap()
        #expect(window.texts.contains("Page Zion"))
        if [1, 2].contains(form) {
            try window.find(.button, "Select 1").tap()
            #expect(window.texts.contains("Sent page"))
        }
    }
}
