import SwiftUI

/// The selected earthquakes: the details of one, or a summary of several.
struct SelectedQuakes: View {
    private let delete: () -> Void
    @FetchRequest private var quakes: FetchedResults<Quake>
    @State private var isConfirming = false

    init(_ selection: Set<Quake.ID>, delete: @escaping () -> Void) {
        self.delete = delete
        _quakes = FetchRequest(
            sortDescriptors: [SortDescriptor(\Quake.magnitude, order: .reverse), SortDescriptor(\Quake.time, order: .reverse)],
            predicate: NSPredicate(format: "SELF IN %@", argumentArray: [Array(selection)]))
    }

    var body: some View {
        content
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                if !quakes.isEmpty {
                    Button("Delete", systemImage: "trash", role: .destructive) {
                        if quakes.count > 1 { isConfirming = true } else { delete() }
                    }
                    .labelStyle(.iconOnly)
                    .help("Delete the selected earthquakes")
                    .accessibilityIdentifier("delete")
                }
            }
            .confirmationDialog("Delete \(quakes.count) earthquakes?", isPresented: $isConfirming, titleVisibility: .visible) {
                Button("Delete", role: .destructive) { delete() }
            }
    }

    @ViewBuilder private var content: some View {
        switch quakes.count {
        case 0:
            ContentUnavailableView(
                "No Earthquake Selected", systemImage: "waveform.path.ecg",
                description: Text("The details of an earthquake appear here."))
        case 1:
            QuakeDetail(quake: quakes[0])
        default:
            List {
                Section("\(quakes.count) earthquakes selected") {
                    ForEach(quakes) { quake in QuakeRow(quake: quake) }
                }
            }
            .accessibilityIdentifier("selected")
        }
    }
}
