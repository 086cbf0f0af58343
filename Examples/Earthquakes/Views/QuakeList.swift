import SwiftUI

/// The earthquakes whose place contains a text, by day.
struct QuakeList: View {
    let filter: String
    @Binding var selection: Set<Quake.ID>
    let delete: (Set<Quake.ID>) -> Void

    @SectionedFetchRequest<String, Quake>(
        sectionIdentifier: \.day,
        sortDescriptors: [SortDescriptor(\.time, order: .reverse)]
    )
    private var days

    var body: some View {
        List(selection: $selection) {
            ForEach(days) { day in
                Section {
                    ForEach(day) { quake in QuakeRow(quake: quake) }
                        .onDelete { offsets in delete(Set(offsets.map { day[$0].id })) }
                } header: {
                    DayHeader(day: day.id, count: day.count)
                }
            }
        }
        .listStyle(.plain)
        .contextMenu(forSelectionType: Quake.ID.self) { ids in
            if !ids.isEmpty { Button("Delete", role: .destructive) { delete(ids) } }
        }
        .accessibilityIdentifier("list")
        .overlay { if days.isEmpty { NoQuakes(filter: filter) } }
        .toolbar { ToolbarItem(placement: .status) { StatusBar(count: days.reduce(0) { $0 + $1.count }) } }
        .onChange(of: filter, initial: true) { days.nsPredicate = Quake.predicate(matching: filter) }
    }
}

/// The header of a day's section.
private struct DayHeader: View {
    let day: String
    let count: Int

    var body: some View {
        HStack {
            Text(day: day)
            Spacer()
            Text("\(count)").monospacedDigit()
        }
    }
}
