import SwiftData
import SwiftUI

/// A notice in place of the trips if there are none: the store is empty, or the search finds
/// nothing.
struct NoTrips: View {
    let search: String
    let add: () -> Void
    @Environment(\.modelContext) private var context
    @Environment(TripImport.self) private var sampleImport

    var body: some View {
        if !search.isEmpty {
            ContentUnavailableView.search(text: search)
        } else if sampleImport.progress == nil {
            ContentUnavailableView {
                Label("No Trips", systemImage: "suitcase")
            } description: {
                Text("Add your first trip, or look around with some that others have made.")
            } actions: {
                Button("Add Trip") { add() }.buttonStyle(.borderedProminent)
                Button("Import Sample Trips") { sampleImport.start(into: context.container) }
                    .accessibilityIdentifier("import")
            }
        }
    }
}
