import SwiftUI

/// Tabs, two of which contain navigation stacks.
struct TabExample: View {
    @State private var selection = "parks"

    var body: some View {
        TabView(selection: $selection) {
            NavigationStack {
                List(Park.all) { park in NavigationLink(park.name, value: park) }
                    .navigationTitle("Parks")
                    .navigationDestination(for: Park.self) { park in
                        Text(park.state).accessibilityIdentifier("tabs.state").navigationTitle(park.name)
                    }
            }
            .tabItem { Text("Parks").accessibilityIdentifier("tabs.parks") }
            .tag("parks")
            NavigationStack {
                CounterPage().navigationTitle("Counter")
            }
            .tag("counter")
            .tabItem { Text("Counter").accessibilityIdentifier("tabs.counter") }
            Button("Show the parks") { selection = "parks" }
                .accessibilityIdentifier("tabs.back")
                .tabItem { Text("More").accessibilityIdentifier("tabs.more") }
                .tag("more")
        }
    }
}

private struct CounterPage: View {
    @State private var count = 0

    var body: some View {
        Button("Count: \(count)") { count += 1 }.buttonStyle(.bordered).accessibilityIdentifier("tabs.count")
    }
}

/// Tabs in a sidebar of a wide window.
struct SidebarTabExample: View {
    var body: some View {
        TabView {
            Tab("Home", systemImage: "house") { Text("Home page").accessibilityIdentifier("sidebar.home") }
            TabSection("Libraries") {
                Tab("Photos", systemImage: "photo") { Text("Photos page").accessibilityIdentifier("sidebar.photos") }
                Tab("Music", systemImage: "music.note") { Text("Music page").accessibilityIdentifier("sidebar.music") }
            }
            Tab(role: .search) { Text("Search page").accessibilityIdentifier("sidebar.search") }
        }
        .tabViewStyle(.sidebarAdaptable)
    }
}
