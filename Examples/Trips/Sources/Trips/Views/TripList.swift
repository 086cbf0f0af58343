import SwiftData
import SwiftUI

/// The trips that a search finds, in sections.
struct TripList: View {
    private let search: String
    @Binding private var selection: PersistentIdentifier?
    private let add: () -> Void
    private let delete: ([Trip]) -> Void

    @Query(sectionBy: \Trip.country) private var sections: SectionedResults<Trip, String>
    @Environment(\.modelContext) private var context
    @Environment(\.openWindow) private var openWindow
    @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows

    init(
        search: String, order: TripOrder, grouping: TripGrouping, selection: Binding<PersistentIdentifier?>,
        add: @escaping () -> Void, delete: @escaping ([Trip]) -> Void
    ) {
        self.search = search
        _selection = selection
        self.add = add
        self.delete = delete
        // The first descriptor is that of the sections: years start with the last one.
        _sections = Query(
            filter: Trip.predicate(matching: search), sort: [grouping.descriptor] + order.descriptors, animation: .default,
            sectionBy: grouping.keyPath)
    }

    var body: some View {
        List(selection: $selection) {
            ForEach(sections) { section in
                Section {
                    ForEach(section) { TripRow(trip: $0) }
                        .onDelete { offsets in delete(offsets.map { section[$0] }) }
                } header: {
                    TripSectionHeader(title: section.title, count: section.count)
                }
            }
        }
        .listStyle(.plain)
        .contextMenu(forSelectionType: PersistentIdentifier.self, menu: menu)
        .accessibilityIdentifier("list")
        .overlay { if sections.isEmpty { NoTrips(search: search, add: add) } }
        .toolbar { ToolbarItem(placement: .status) { StatusLine(search: search, found: count) } }
    }

    private var count: Int { sections.reduce(0) { $0 + $1.count } }

    @ViewBuilder private func menu(_ ids: Set<PersistentIdentifier>) -> some View {
        if let id = ids.first {
            if supportsMultipleWindows {
                Button("Open in New Window", systemImage: "macwindow") { openWindow(value: id) }
            }
            Button("Delete", systemImage: "trash", role: .destructive) {
                if let trip: Trip = context.registeredModel(for: id) { delete([trip]) }
            }
        }
    }
}

/// The header of a section: the country or the year, and the number of trips.
private struct TripSectionHeader: View {
    let title: String
    let count: Int

    var body: some View {
        HStack {
            if title.isEmpty { Text("No Country") } else { Text(title) }
            Spacer()
            Text(count, format: .number).monospacedDigit().foregroundStyle(.secondary)
        }
    }
}
