import Foundation
import StrataViewGraph
import Testing

@testable import SwiftUI

/// Initializers of columns by which the user can sort, with each kind of title and value.
@MainActor
struct TableColumnFormTests {
    private struct Item: Identifiable {
        let id: Int
        var name: String
        var alias: String?
        var size: Double?
        var isNew: Bool
        var isOpen: Bool?

        var reversedName: String { String(name.reversed()) }
    }

    private static let items = [
        Item(id: 1, name: "file 10", alias: "Z", size: 2, isNew: true, isOpen: true),
        Item(id: 2, name: "file 9", alias: nil, size: nil, isNew: false, isOpen: false),
        Item(id: 3, name: "File 1", alias: "a", size: 1, isNew: true, isOpen: nil),
    ]

    private struct TitledByKeys: View {
        @State private var order: [SortDescriptor<Item>] = []
        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn("ID", value: \.id) { Text("\($0.id)") }
                TableColumn("Name", value: \.name)
                TableColumn("Letters", value: \.name, comparator: .lexical) { Text("\($0.id)") }
                TableColumn("Alias", value: \.alias, comparator: .lexical) { Text("\($0.id)") }
                TableColumn("Size", value: \.size) { Text("\($0.id)") }
                TableColumn("New", value: \.isNew) { Text("\($0.id)") }
                TableColumn("Open", value: \.isOpen) { Text("\($0.id)") }
            }
        }
    }

    private struct TitledByStrings: View {
        @State private var order: [SortDescriptor<Item>] = []
        let titles = ["ID", "Name", "Letters", "Alias", "Size", "New", "Open"]
        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn(titles[0], value: \.id) { Text("\($0.id)") }
                TableColumn(titles[1], value: \.name)
                TableColumn(titles[2], value: \.name, comparator: .lexical) { Text("\($0.id)") }
                TableColumn(titles[3], value: \.alias, comparator: .lexical) { Text("\($0.id)") }
                TableColumn(titles[4], value: \.size) { Text("\($0.id)") }
                TableColumn(titles[5], value: \.isNew) { Text("\($0.id)") }
                TableColumn(titles[6], value: \.isOpen) { Text("\($0.id)") }
            }
        }
    }

    private struct TitledByTexts: View {
        @State private var order: [SortDescriptor<Item>] = []
        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn(Text("ID"), value: \.id) { Text("\($0.id)") }
                TableColumn(Text("Name"), value: \.name)
                TableColumn(Text("Letters"), value: \.name, comparator: .lexical) { Text("\($0.id)") }
                TableColumn(Text("Alias"), value: \.alias, comparator: .lexical) { Text("\($0.id)") }
                TableColumn(Text("Size"), value: \.size) { Text("\($0.id)") }
                TableColumn(Text("New"), value: \.isNew) { Text("\($0.id)") }
                TableColumn(Text("Open"), value: \.isOpen) { Text("\($0.id)") }
            }
        }
    }

    private func check(_ shown: Shown) {
        let columns = 7
        /// The identifiers of the rows.
        func order() -> [String] {
            shown.texts.dropFirst(columns).enumerated().filter { $0.offset % columns == 0 }.map(\.element)
        }
        #expect(Array(shown.texts.prefix(columns)) == ["ID", "Name", "Letters", "Alias", "Size", "New", "Open"])
        #expect(order() == ["1", "2", "3"])
        shown.press("Name")
        #expect(order() == ["3", "2", "1"])
        shown.press("Letters")
        #expect(order() == ["3", "1", "2"])
        shown.press("Alias")
        #expect(order() == ["2", "1", "3"])
        shown.press("Size")
        #expect(order() == ["2", "3", "1"])
        shown.press("New")
        #expect(order().first == "2")
        shown.press("Open")
        #expect(order() == ["3", "2", "1"])
        shown.press("ID")
        #expect(order() == ["1", "2", "3"])
        // A second press of a column reverses the descriptor, which Foundation on Linux does not
        // regard for values in memory (docs/deviations.md).
    }

    @Test func `a column with a localized title sorts by its value`() { check(Shown(TitledByKeys())) }

    @Test func `a column with a string as its title sorts by its value`() { check(Shown(TitledByStrings())) }

    @Test func `a column with a text as its title sorts by its value`() { check(Shown(TitledByTexts())) }

    private struct Names: View {
        @State private var order: [KeyPathComparator<Item>] = []
        let title = "String"
        var body: some View {
            Table(items.sorted(using: order), sortOrder: $order) {
                TableColumn("Key", value: \.name)
                TableColumn(title, value: \.name, comparator: .lexical)
                TableColumn(Text("Text"), value: \.reversedName, comparator: .lexical)
            }
        }
    }

    @Test func `a column shows the strings by which it sorts`() {
        let shown = Shown(Names())
        func rows() -> [String] { shown.texts.dropFirst(3).enumerated().filter { $0.offset % 3 == 0 }.map(\.element) }
        #expect(Array(shown.texts.prefix(6)) == ["Key", "String", "Text", "file 10", "file 10", "01 elif"])
        shown.press("Key")
        #expect(rows() == ["File 1", "file 9", "file 10"])
        shown.press("String")
        #expect(rows() == ["File 1", "file 10", "file 9"])
        shown.press("Text")
        #expect(rows() == ["file 10", "File 1", "file 9"])
        shown.press("Text")
        #expect(rows() == ["file 9", "File 1", "file 10"])
    }
}
