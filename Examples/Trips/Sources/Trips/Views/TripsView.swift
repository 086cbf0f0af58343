import SwiftData
import SwiftUI

/// The content of a window: the list of trips, and the selected one beside it. The selection and the
/// search belong to the window and are restored with it.
struct TripsView: View {
    @Environment(\.modelContext) private var context
    @Environment(TripImport.self) private var sampleImport
    @SceneStorage("Trips.selection") private var selection: PersistentIdentifier?
    @SceneStorage("Trips.search") private var search = ""
    @AppStorage("tripOrder") private var order = TripOrder.newest
    @AppStorage("tripGrouping") private var grouping = TripGrouping.country
    @State private var column = NavigationSplitViewColumn.sidebar

    var body: some View {
        NavigationSplitView(preferredCompactColumn: $column) {
            TripList(search: search, order: order, grouping: grouping, selection: $selection, add: add, delete: delete)
                .navigationTitle("Trips")
                .navigationSplitViewColumnWidth(min: 320, ideal: 400, max: 480)
                .toolbar { toolbar }
        } detail: {
            if let selection {
                TripPage(id: selection) { delete([$0]) }
            } else {
                ContentUnavailableView(
                    "No Trip Selected", systemImage: "map", description: Text("Select a trip to see and change it."))
            }
        }
        .searchable(text: $search, prompt: "Trips, countries and stops")
        .alert("The trips could not be imported", isPresented: isShowingFailure) {
        } message: {
            Text(sampleImport.failure ?? "")
        }
    }

    @ToolbarContentBuilder private var toolbar: some ToolbarContent {
        ToolbarItemGroup(placement: .topBarTrailing) {
            Menu("Arrange", systemImage: "arrow.up.arrow.down") {
                Picker("Sort By", selection: $order) {
                    ForEach(TripOrder.allCases) { Text($0.title) }
                }
                .pickerStyle(.inline)
                Divider()
                Picker("Group By", selection: $grouping) {
                    ForEach(TripGrouping.allCases) { Text($0.title) }
                }
                .pickerStyle(.inline)
                Divider()
                Button("Import Sample Trips", systemImage: "square.and.arrow.down") {
                    sampleImport.start(into: context.container)
                }
                .disabled(sampleImport.progress != nil)
            }
            .help("Sort and group the trips")
            .accessibilityIdentifier("arrange")
            Button("Add Trip", systemImage: "plus", action: add)
                .labelStyle(.iconOnly)
                .help("Add a trip")
                .accessibilityIdentifier("add")
        }
    }

    private var isShowingFailure: Binding<Bool> {
        Binding(get: { sampleImport.failure != nil }, set: { if !$0 { sampleImport.failure = nil } })
    }

    /// Adds a trip that starts today, and selects it.
    private func add() {
        let today = Day.noon(of: .now)
        let trip = Trip(name: "New Trip", country: "", dates: today...Day.adding(6, to: today))
        context.insert(trip)
        // Saved at once, because the selection keeps the identifier, which is temporary until then.
        // Ignored: after an error the trip stays in the context, for the next save.
        try? context.save()
        search = ""
        selection = trip.persistentModelID
        column = .detail
    }

    private func delete(_ trips: [Trip]) {
        if trips.contains(where: { $0.persistentModelID == selection }) {
            selection = nil
            column = .sidebar
        }
        withAnimation { trips.forEach(context.delete) }
    }
}

#Preview(traits: .sampleTrips) {
    TripsView()
}
