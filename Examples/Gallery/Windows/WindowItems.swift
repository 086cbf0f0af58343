import SwiftUI
import UniformTypeIdentifiers

/// Items that open a window of their own: "Open in New Window" of their context menus, or a drop on
/// the zone at the trailing edge of the page.
struct WindowItems: View {
    @State private var copied = "nothing"

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Row {
                Text("Zion").windowItem()
                    .draggable(Place(name: "Zion"))
                    .accessibilityIdentifier("window.place")
                Text("Angels Landing").windowItem()
                    .onDrag { Trail.item("Angels Landing") }
                    .accessibilityIdentifier("window.trail")
                Text("The Narrows").windowItem()
                    .onDrag { Trail.item("The Narrows") }
                    .contextMenu {
                        Button("Copy the name") { copied = "The Narrows" }.accessibilityIdentifier("window.copy")
                    }
                    .accessibilityIdentifier("window.menu")
            }
            Text("Copied: \(copied)").accessibilityIdentifier("window.copied")
        }
    }
}

extension View {
    fileprivate func windowItem() -> some View {
        padding(8).background(.quaternary, in: .rect(cornerRadius: 8))
    }
}

/// A value that a window presents.
struct Place: Codable, Hashable, Transferable {
    var name: String

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: UTType(exportedAs: "com.example.gallery.place"))
        ProxyRepresentation(exporting: \.name)
    }
}

/// The window of a place.
struct PlaceWindow: View {
    let place: Place?

    var body: some View {
        Text(place?.name ?? "No place").font(.title).accessibilityIdentifier("place.name").accessibilityAddTraits(.isHeader)
    }
}

/// The activity of reading about a trail, which a window continues.
enum Trail {
    static let activityType = "com.example.gallery.trail"

    /// Returns an item with the activity.
    static func item(_ name: String) -> NSItemProvider {
        let activity = NSUserActivity(activityType: activityType)
        activity.title = name
        activity.targetContentIdentifier = "trail \(name)"
        return NSItemProvider(object: activity)
    }
}

/// The window of a trail. It is brought forward for an activity about its trail.
struct TrailWindow: View {
    @SceneStorage("TrailWindow.name") private var name = ""
    @State private var visits = 0

    var body: some View {
        VStack {
            Text(name.isEmpty ? "No trail" : name).font(.title).accessibilityIdentifier("trail.name")
                .accessibilityAddTraits(.isHeader)
            Text("Visits: \(visits)").accessibilityIdentifier("trail.visits")
        }
        .onContinueUserActivity(Trail.activityType) { activity in
            name = activity.title ?? ""
            visits += 1
        }
        .handlesExternalEvents(preferring: name.isEmpty ? [] : ["trail \(name)"], allowing: [])
    }
}
