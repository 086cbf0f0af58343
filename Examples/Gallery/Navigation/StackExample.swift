import SwiftUI

/// A navigation stack whose path is in the URL.
struct StackExample: View {
    @State private var path = NavigationPath()
    @State private var isAboutShown = false
    @State private var presses = 0

    var body: some View {
        NavigationStack(path: $path) {
            List(Park.all) { park in
                NavigationLink(value: park) {
                    VStack(alignment: .leading, spacing: 2) {
                        Text(park.name)
                        Text(park.state).font(.footnote).foregroundStyle(.secondary)
                    }
                }
                .accessibilityIdentifier("stack.park.\(park.id)")
            }
            .navigationTitle("Parks")
            .toolbar {
                ToolbarItem(placement: .topBarLeading) {
                    Button("About") { isAboutShown = true }.accessibilityIdentifier("stack.about")
                }
                ToolbarItemGroup(placement: .topBarTrailing) {
                    Button("Add") { presses += 1 }
                        .keyboardShortcut("e", modifiers: .option)
                        .accessibilityIdentifier("stack.add")
                    NavigationLink("Help") { HelpPage() }.accessibilityIdentifier("stack.help")
                }
                ToolbarItem(placement: .bottomBar) {
                    Text("\(Park.all.count) parks, \(presses) added").font(.footnote).accessibilityIdentifier("stack.status")
                }
            }
            .navigationDestination(for: Park.self) { ParkPage(park: $0, path: $path) }
            .navigationDestination(for: String.self) { trail in
                Text("Trail: \(trail)").accessibilityIdentifier("stack.trail").navigationTitle(trail)
                    .navigationBarTitleDisplayMode(.inline)
            }
            .navigationDestination(isPresented: $isAboutShown) {
                Text("Twenty parks").accessibilityIdentifier("stack.abouttext").navigationTitle("About")
            }
        }
    }
}

private struct ParkPage: View {
    let park: Park
    @Binding var path: NavigationPath
    @State private var visits = 0
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        List {
            Section("Trails") {
                ForEach(park.trails, id: \.self) { trail in
                    NavigationLink(trail, value: trail)
                }
            }
            Section("Actions") {
                Button("Visits: \(visits)") { visits += 1 }
                    .keyboardShortcut("e", modifiers: .option)
                    .accessibilityIdentifier("stack.visits")
                Button("Go back") { dismiss() }.accessibilityIdentifier("stack.dismiss")
                Button("Next park") { path.append(Park.all[park.id % Park.all.count]) }.accessibilityIdentifier("stack.next")
                Button("All parks") { path = NavigationPath() }.accessibilityIdentifier("stack.root")
            }
        }
        .navigationTitle(park.name)
    }
}

private struct HelpPage: View {
    var body: some View {
        Text("A page that only a link knows").accessibilityIdentifier("stack.helptext").navigationTitle("Help")
    }
}
