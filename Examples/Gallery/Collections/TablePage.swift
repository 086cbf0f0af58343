import SwiftUI

/// Tables whose rows can be sorted, selected, grouped and expanded, and whose columns the user can
/// customize.
struct TablePage: View {
    private struct Peak: Identifiable {
        let name: String
        let country: String
        let height: Int
        var id: String { name }

        static let all = [
            Peak(name: "Denali", country: "United States", height: 6190),
            Peak(name: "Aconcagua", country: "Argentina", height: 6961),
            Peak(name: "Elbrus", country: "Russia", height: 5642), Peak(name: "Kilimanjaro", country: "Tanzania", height: 5895),
        ]
    }

    @State private var order = [KeyPathComparator(\Peak.height, order: .reverse)]
    @State private var chosen: Set<String> = []
    @State private var columns = TableColumnCustomization<Peak>()
    @State private var inspected = ""

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Table(Peak.all.sorted(using: order), selection: $chosen, sortOrder: $order, columnCustomization: $columns) {
                TableColumn("Name", value: \.name) { Text($0.name) }.customizationID("name")
                TableColumn("Country", value: \.country) { Text($0.country) }.customizationID("country")
                TableColumn("Height", value: \.height) { Text("\($0.height) m") }.width(90).alignment(.numeric)
                    .customizationID("height")
            }
            .contextMenu(forSelectionType: String.self) { ids in
                Button("Inspect") { inspected = ids.sorted().joined(separator: ", ") }
            }
            .accessibilityIdentifier("table.peaks")
            .frame(height: 220)
            Text("Chosen: \(chosen.sorted().joined(separator: ", "))").accessibilityIdentifier("table.chosen")
            Text("Inspected: \(inspected)").accessibilityIdentifier("table.inspected")
            sections
            FolderTable()
            Table(of: Peak.self) {
                TableColumn("Name") { Text($0.name) }
                TableColumnForEach(["Meters", "Feet"], id: \.self) { unit in
                    TableColumn(unit) { Text("\(unit == "Feet" ? $0.height * 328 / 100 : $0.height)") }.alignment(.numeric)
                }
            } rows: {
                DisclosureTableRow(Peak.all[0]) { ForEach(Peak.all.dropFirst()) { TableRow($0) } }
            }
            .tableColumnHeaders(.visible)
            .accessibilityIdentifier("table.disclosure")
            .frame(height: 220)
        }
    }

    private var sections: some View {
        Table(of: Peak.self) {
            TableColumn("Name") { Text($0.name) }
            TableColumn("Height") { Text("\($0.height) m") }.alignment(.trailing)
        } rows: {
            Section("Over 6000 m") {
                ForEach(Peak.all.filter { $0.height > 6000 }) { peak in
                    TableRow(peak).contextMenu { Button("Climb") { inspected = peak.name } }
                }
            }
            Section("Below") { ForEach(Peak.all.filter { $0.height <= 6000 }) }
        }
        .tableStyle(.bordered)
        .alternatingRowBackgrounds()
        .accessibilityIdentifier("table.sections")
        .frame(height: 260)
    }
}

/// A table of folders, which the user expands and collapses.
private struct FolderTable: View {
    private struct Folder: Identifiable {
        let id: String
        var inside: [Folder]?

        static let all = [
            Folder(id: "Photos", inside: [Folder(id: "Summer", inside: [Folder(id: "Beach")]), Folder(id: "Winter")]),
            Folder(id: "Music"),
        ]
    }

    var body: some View {
        Table(Folder.all, children: \.inside) {
            TableColumn("Folder") { Text($0.id) }
            TableColumn("Contents") { Text($0.inside.map { "\($0.count)" } ?? "–") }
        }
        .accessibilityIdentifier("table.folders")
        .frame(height: 220)
    }
}
