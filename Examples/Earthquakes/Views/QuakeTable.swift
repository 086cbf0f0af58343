import SwiftUI

/// The earthquakes whose place contains a text, in columns by which the user sorts them.
struct QuakeTable: View {
    let filter: String
    @Binding var selection: Set<Quake.ID>
    let delete: (Set<Quake.ID>) -> Void

    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<Quake>

    var body: some View {
        Table(quakes, selection: $selection, sortOrder: $quakes.sortDescriptors) {
            TableColumn("Magnitude", value: \.magnitude) { quake in
                MagnitudeBadge(magnitude: quake.magnitude, size: .small)
            }
            .width(92)
            TableColumn("Place", value: \.place) { quake in Text(quake.placeWords) }
                .width(min: 100)
            TableColumn("Time (UTC)", value: \.time) { quake in
                Text(quake.time, format: .moment).monospacedDigit()
            }
            .width(min: 146, max: 170)
            TableColumn("Depth", value: \.depth) { quake in Text(quake.depthWords).monospacedDigit() }
                .width(84)
        }
        .contextMenu(forSelectionType: Quake.ID.self) { ids in
            if !ids.isEmpty { Button("Delete", role: .destructive) { delete(ids) } }
        }
        .accessibilityIdentifier("table")
        .overlay { if quakes.isEmpty { NoQuakes(filter: filter) } }
        .toolbar { ToolbarItem(placement: .status) { StatusBar(count: quakes.count) } }
        .onChange(of: filter, initial: true) { quakes.nsPredicate = Quake.predicate(matching: filter) }
    }
}
