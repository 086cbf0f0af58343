import SwiftUI

/// Lists whose rows can be selected, moved, deleted and swiped.
struct ListPage: View {
    private struct Fruit: Identifiable {
        let id: Int
        var name: String
    }

    @State private var number: Int?
    @State private var fruits = ["Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig"].enumerated()
        .map { Fruit(id: $0.offset, name: $0.element) }
    @State private var chosen: Set<Int> = []
    @State private var pinned: String?
    @State private var inspected: Set<Int> = []
    @State private var opened: Set<Int> = []
    @State private var isOpen = true
    @State private var refreshes = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            EditButton()
            List(selection: $chosen) {
                ForEach(fruits) { fruit in
                    Text(fruit.name)
                        .swipeActions(edge: .leading) { Button("Pin") { pinned = fruit.name } }
                }
                .onDelete { fruits.remove(atOffsets: $0) }
                .onMove { fruits.move(fromOffsets: $0, toOffset: $1) }
                Text("Cannot be deleted or moved").deleteDisabled(true).moveDisabled(true)
            }
            .contextMenu(forSelectionType: Int.self) { ids in
                Button("Inspect") { inspected = ids }
            } primaryAction: {
                opened = $0
            }
            .accessibilityIdentifier("list.fruits")
            .frame(height: 280)
            Text(fruits.map(\.name).joined(separator: " ")).accessibilityIdentifier("list.order")
            Text("Inspected: \(names(inspected))").accessibilityIdentifier("list.inspected")
            Text("Opened: \(names(opened))").accessibilityIdentifier("list.opened")
            Text("Chosen: \(names(chosen))").accessibilityIdentifier("list.chosen")
            Text("Pinned: \(pinned ?? "none")").accessibilityIdentifier("list.pinned")
            List {
                Section("Library", isExpanded: $isOpen) {
                    Text("All").badge(12)
                    Text("Recent").badge("new")
                }
                Section("Boxes with a large header") {
                    Text("With an orange line").listRowSeparatorTint(.orange)
                    Text("With a wide margin").listRowInsets(EdgeInsets(top: 8, leading: 48, bottom: 8, trailing: 16))
                    Text("Red").listRowBackground(Color.red.opacity(0.2))
                    Text("Without a line").listRowSeparator(.hidden)
                }
                .headerProminence(.increased)
            }
            .listStyle(.insetGrouped)
            .listSectionSpacing(20)
            .accessibilityIdentifier("list.sections")
            .scrollContentBackground(.hidden)
            .refreshable { @MainActor in refreshes += 1 }
            .frame(height: 420)
            List(0..<6, selection: $number) { number in
                Label("Number \(number)", systemImage: "number")
                    .listItemTint(.orange)
                    .badge(number)
                    .badgeProminence(number == 5 ? .increased : .standard)
                    .selectionDisabled(number == 0)
            }
            .listStyle(.bordered(alternatesRowBackgrounds: true))
            .environment(\.defaultMinListRowHeight, 32)
            .accessibilityIdentifier("list.numbers")
            .refreshable { @MainActor in refreshes += 1 }
            .frame(height: 220)
            List {
                Section("Without a line below") {
                    Text("First")
                    Text("Last").accessibilityIdentifier("list.lastWithout")
                }
                .listSectionSeparator(.hidden, edges: .bottom)
                Section("With orange lines") { Text("Only").accessibilityIdentifier("list.lastTinted") }
                    .listSectionSeparatorTint(.orange)
            }
            .listStyle(.plain)
            .frame(height: 240)
            GuardedListExample()
            Text("Refreshed ^[\(refreshes) time](inflect: true)").accessibilityIdentifier("list.refreshes")
        }
    }

    private func names(_ ids: Set<Int>) -> String {
        fruits.filter { ids.contains($0.id) }.map(\.name).joined(separator: ", ")
    }
}
