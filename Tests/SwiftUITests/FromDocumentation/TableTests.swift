import Foundation
import StrataViewTesting
import SwiftUI
import Testing

/// `Table` by its documentation.
@MainActor
struct TableTests {
    private let fruits = [
        DocumentedFruit(id: 1, name: "Banana", price: 3), DocumentedFruit(id: 2, name: "Apple", price: 2),
        DocumentedFruit(id: 3, name: "Cherry", price: 9),
    ]

    @Test func `a table shows a row for each element, with a cell for each column`() {
        let window = TestWindow {
            Table(fruits) {
                TableColumn("Name", value: \.name)
                TableColumn("Price") { Text("\($0.price) $") }
            }
        }
        #expect(window.all(.row).map(\.texts) == [["Banana", "3 $"], ["Apple", "2 $"], ["Cherry", "9 $"]])
    }

    @Test func `a table of built rows needs no type if its columns name it`() throws {
        let selection = DocumentedValue<Int?>(nil)
        let window = TestWindow(
            ValueHost(selection) { selection in
                Table(selection: selection) {
                    TableColumn("Name", value: \DocumentedFruit.name)
                } rows: {
                    ForEach(fruits.reversed()) { TableRow($0) }
                }
            })
        #expect(window.all(.row).map(\.texts) == [["Cherry"], ["Apple"], ["Banana"]])
        try window.find(.row, "Apple").select()
        #expect(selection.value == 2)
    }

    @Test func `a table with an optional selection selects one row's identity`() throws {
        let selection = DocumentedValue<Int?>(nil)
        let window = TestWindow(
            ValueHost(selection) { Table(fruits, selection: $0) { TableColumn("Name", value: \.name) } })
        try window.find(.row, "Apple").select()
        #expect(selection.value == 2)
    }

    @Test func `a table with a set selects the identities of several rows`() throws {
        let selection = DocumentedValue<Set<Int>>([])
        let window = TestWindow(
            ValueHost(selection) { Table(fruits, selection: $0) { TableColumn("Name", value: \.name) } })
        try window.find(.row, "Banana").select()
        try window.find(.row, "Cherry").toggleSelection()
        #expect(selection.value == [1, 3])
    }

    private func sorted(_ order: DocumentedValue<[KeyPathComparator<DocumentedFruit>]>) -> TestWindow {
        TestWindow(
            ValueHost(order) { order in
                Table(fruits.sorted(using: order.wrappedValue), sortOrder: order) {
                    TableColumn("Name", value: \.name)
                    TableColumn("Price", value: \.price) { Text("\($0.price)") }
                }
            })
    }

    @Test func `choosing a column's header sets the sort order to the column's comparator`() throws {
        let order = DocumentedValue([KeyPathComparator(\DocumentedFruit.name)])
        let window = sorted(order)
        try window.find(.table).sort(by: "Price")
        #expect(order.value.first?.keyPath == \DocumentedFruit.price)
        #expect(order.value.first?.order == .forward)
        #expect(window.all(.row).map { $0.texts[0] } == ["Apple", "Banana", "Cherry"])
    }

    @Test func `choosing the header of the sorted column reverses its order`() throws {
        let order = DocumentedValue([KeyPathComparator(\DocumentedFruit.price)])
        let window = sorted(order)
        try window.find(.table).sort(by: "Price")
        #expect(order.value.first?.keyPath == \DocumentedFruit.price)
        #expect(order.value.first?.order == .reverse)
        #expect(window.all(.row).map { $0.texts[0] } == ["Cherry", "Banana", "Apple"])
    }

    @Test func `the rows of a table are in the order of the app's data`() throws {
        let order = DocumentedValue([KeyPathComparator(\DocumentedFruit.name)])
        let window = TestWindow(
            ValueHost(order) { order in Table(fruits, sortOrder: order) { TableColumn("Name", value: \.name) } })
        try window.find(.table).sort(by: "Name")
        #expect(window.all(.row).map(\.text) == ["Banana", "Apple", "Cherry"])
    }

    @Test func `a table can be made of rows and sections`() {
        let window = TestWindow {
            Table(of: DocumentedFruit.self) {
                TableColumn("Name", value: \.name)
            } rows: {
                TableRow(fruits[0])
                Section("Red") { ForEach(fruits.dropFirst()) { TableRow($0) } }
            }
        }
        #expect(window.texts.filter { $0 != "Name" } == ["Banana", "Red", "Apple", "Cherry"])
    }

    @Test func `a comparator of a key path compares in its order`() {
        let (low, high) = (fruits[1], fruits[2])
        #expect(KeyPathComparator(\DocumentedFruit.price).compare(low, high) == .orderedAscending)
        #expect(KeyPathComparator(\DocumentedFruit.price, order: .reverse).compare(low, high) == .orderedDescending)
    }
}
