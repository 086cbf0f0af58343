import SwiftUI

/// A sidebar whose links show details beside it.
struct SplitExample: View {
    var body: some View {
        NavigationSplitView {
            List(Park.all) { park in
                NavigationLink(park.name, value: park).accessibilityIdentifier("split.park.\(park.id)")
            }
            .navigationTitle("Parks")
            .navigationDestination(for: Park.self) { park in
                List {
                    Section("State") { Text(park.state).accessibilityIdentifier("split.state") }
                    Section("Trails") {
                        ForEach(park.trails, id: \.self) { trail in
                            NavigationLink(trail) { Text("On the \(trail)").navigationTitle(trail) }
                        }
                    }
                }
                .navigationTitle(park.name)
                .toolbar { Button("Share") {} }
            }
        } detail: {
            Text("Select a park").foregroundStyle(.secondary).accessibilityIdentifier("split.empty")
        }
    }
}
