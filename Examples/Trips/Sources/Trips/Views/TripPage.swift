import SwiftData
import SwiftUI

/// The page of the trip with an identifier, which may be that of a trip that another window has
/// deleted.
struct TripPage: View {
    @Query private var trips: [Trip]
    private let delete: (Trip) -> Void

    init(id: PersistentIdentifier, delete: @escaping (Trip) -> Void) {
        _trips = Query(filter: #Predicate<Trip> { $0.persistentModelID == id })
        self.delete = delete
    }

    var body: some View {
        if let trip = trips.first {
            TripForm(trip: trip, delete: { delete(trip) }).id(trip.persistentModelID)
        } else {
            ContentUnavailableView(
                "No Such Trip", systemImage: "map", description: Text("The trip was deleted, perhaps in another window."))
        }
    }
}

/// A window with one trip.
struct TripWindow: View {
    let id: PersistentIdentifier?
    @Environment(\.modelContext) private var context

    var body: some View {
        NavigationStack {
            if let id {
                TripPage(id: id) { context.delete($0) }
            } else {
                ContentUnavailableView("No Such Trip", systemImage: "map")
            }
        }
    }
}
