import SwiftData
import SwiftUI

/// An app that keeps trips with SwiftData. All windows show the same store, as it changes.
@main
struct TripsApp: App {
    @State private var store = StoreStatus()
    @State private var sampleImport = TripImport()
    @State private var totals = TripTotals()

    var body: some Scene {
        WindowGroup("Trips") {
            StoreView(status: store) { TripsView() }.environment(sampleImport).environment(totals)
        }
        .modelContainer(for: Trip.self, isAutosaveEnabled: true, onSetup: store.didOpen)

        WindowGroup("Trip", id: "trip", for: PersistentIdentifier.self) { $id in
            StoreView(status: store) { TripWindow(id: id) }
        }
        .modelContainer(for: Trip.self, isAutosaveEnabled: true, onSetup: store.didOpen)
    }
}
