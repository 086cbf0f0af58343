import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of the columns of tables, and what else stands in the closures of tables.
@MainActor
struct TableColumnFormTests {
    struct Item: Identifiable, Equatable {
        let id: Int
        var name: String
    }

    private let items = [Item(id: 1, name: "b"), Item(id: 2, name: "A")]
    private let order = Binding(StateBox<[KeyPathComparator<Item>]>([]))
    /// A title that is not a literal, so that it is not a key.
    private let title = "String"

    private func titles(_ screen: Screen) -> [String] {
        screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.map { screen.texts(of: $0)[0] }
    }

    private func cells(_ screen: Screen) -> [[String]] { screen.rows.map { screen.texts(of: $0) } }

    @Test func `a column has the title and the content of its initializer`() {
        let screen = Screen(
            Table(items) {
                TableColumn("Key") { Text($0.name) }
                TableColumn(title) { Text($0.name + "!") }
                TableColumn(Text("Text")) { Text("\($0.id)") }
            })
        #expect(titles(screen) == ["Key", "String", "Text"])
        #expect(cells(screen) == [["b", "b!", "1"], ["A", "A!", "2"]])
    }

    @Test func `a column of strings at a key path shows them`() {
        let screen = Screen(
            Table(items) {
                TableColumn("Key", value: \.name)
                TableColumn(title, value: \.name)
                TableColumn(Text("Text"), value: \.name)
            })
        #expect(titles(screen) == ["Key", "String", "Text"])
        #expect(cells(screen) == [["b", "b", "b"], ["A", "A", "A"]])
    }

    /// Checks that a press of each title sorts by its column alone, and that a second one reverses the
    /// order.
    private func checkSorts<Columns: TableColumnContent<Item, KeyPathComparator<Item>>>(
        _ expected: [KeyPathComparator<Item>], @TableColumnBuilder<Item, KeyPathComparator<Item>> _ columns: () -> Columns
    ) {
        let screen = Screen(Table(items, sortOrder: order, columns: columns))
        #expect(titles(screen) == ["Key", "String", "Text"])
        for (title, comparator) in zip(titles(screen), expected) {
            order.wrappedValue = []
            screen.update()
            screen.press(title)
            #expect(order.wrappedValue == [comparator])
            screen.press(title)
            var reversed = comparator
            reversed.order = .reverse
            #expect(order.wrappedValue == [reversed])
        }
    }

    @Test func `a column with a comparator sorts by it`() {
        let comparator = KeyPathComparator(\Item.name)
        checkSorts([comparator, comparator, comparator]) {
            TableColumn("Key", sortUsing: comparator) { Text($0.name) }
            TableColumn(title, sortUsing: comparator) { Text($0.name) }
            TableColumn(Text("Text"), sortUsing: comparator) { Text($0.name) }
        }
    }

    @Test func `a column with the values at a key path sorts by them`() {
        let comparator = KeyPathComparator(\Item.id)
        checkSorts([comparator, comparator, comparator]) {
            TableColumn("Key", value: \.id) { Text($0.name) }
            TableColumn(title, value: \.id) { Text($0.name) }
            TableColumn(Text("Text"), value: \.id) { Text($0.name) }
        }
    }

    @Test func `a column with a comparator of its values sorts by them with it`() {
        let comparator = KeyPathComparator(\Item.name, comparator: String.StandardComparator.lexical)
        checkSorts([comparator, comparator, comparator]) {
            TableColumn("Key", value: \.name, comparator: String.StandardComparator.lexical) { Text($0.name) }
            TableColumn(title, value: \.name, comparator: String.StandardComparator.lexical) { Text($0.name) }
            TableColumn(Text("Text"), value: \.name, comparator: String.StandardComparator.lexical) { Text($0.name) }
        }
    }

    @Test func `a collection of identifiable elements makes columns`() {
        let screen = Screen(
            Table(items) { TableColumnForEach(items) { item in TableColumn(item.name) { Text("\($0.id * item.id)") } } })
        #expect(titles(screen) == ["b", "A"])
        #expect(cells(screen) == [["1", "2"], ["2", "4"]])
    }

    @Test func `columns and rows stand after a check of the availability`() {
        let screen = Screen(
            Table(of: Item.self) {
                if #available(macOS 14, *) { TableColumn("Name", value: \.name) }
            } rows: {
                if #available(macOS 14, *) { TableRow(items[1]) }
            })
        #expect(titles(screen) == ["Name"])
        #expect(cells(screen) == [["A"]])
    }

    @Test func `a table of an empty closure has no rows`() {
        let screen = Screen(
            Table(of: Item.self) {
                TableColumn("Name", value: \.name)
            } rows: {
            })
        #expect(titles(screen) == ["Name"])
        #expect(cells(screen) == [])
    }

    @Test func `rows of a collection are identified by the values at a key path`() {
        let screen = Screen(
            Table(of: Item.self) {
                TableColumn("Name", value: \.name)
            } rows: {
                ForEach(["x", "y"], id: \.self) { name in TableRow(Item(id: name == "x" ? 1 : 2, name: name)) }
            })
        #expect(cells(screen) == [["x"], ["y"]])
    }

    @Test func `a section has a string as its header, or none`() {
        let isExpanded = Binding(StateBox(true))
        let screen = Screen(
            Table(of: Item.self) {
                TableColumn("Name", value: \.name)
            } rows: {
                Section { TableRow(Item(id: 1, name: "x")) }
                Section(title) { TableRow(Item(id: 2, name: "y")) }
                Section(title + " 2", isExpanded: isExpanded) { TableRow(Item(id: 3, name: "z")) }
            })
        func headers() -> [[String]] {
            screen.all { $0 == .collection(.tableSectionTitle) }.map { screen.texts(of: $0) }.filter { !$0.isEmpty }
        }
        #expect(headers() == [["String"], ["String 2"]])
        #expect(cells(screen) == [["x"], ["y"], ["z"]])
        isExpanded.wrappedValue = false
        screen.update()
        #expect(headers() == [["String"], ["String 2"]])
        #expect(cells(screen) == [["x"], ["y"]])
    }

    private func look(_ table: some View) throws -> TableLook {
        let screen = Screen(table)
        let looks = screen.all { if case .collection(.table) = $0 { true } else { false } }.compactMap {
            if case .collection(.table(let look)) = $0.content { look } else { nil }
        }
        return try #require(looks.first)
    }

    @Test func `the style of a table is that which is set around it`() throws {
        let table = Table(items) { TableColumn("Name", value: \.name) }
        #expect(try look(table.tableStyle(.bordered).tableStyle(.inset)).style == .bordered)
        #expect(try look(table.tableStyle(.automatic).tableStyle(.bordered)).style == .inset)
        #expect(try look(table.tableStyle(.inset).tableStyle(.bordered)).style == .inset)
        #expect(try look(table.tableStyle(InsetTableStyle()).tableStyle(.bordered)).style == .inset)
        #expect(try look(table.tableStyle(AutomaticTableStyle()).tableStyle(.bordered)).style == .inset)
        #expect(try look(table.tableStyle(.inset)).alternates == false)
        #expect(try look(table.tableStyle(.inset(alternatesRowBackgrounds: true))).alternates)
    }

    @Test func `the behaviors of customizations are sets`() {
        typealias Behavior = TableColumnCustomizationBehavior
        #expect(Behavior.reorder.union(.visibility) == .all)
        #expect(Behavior.all.symmetricDifference(.reorder) == .visibility)
        var set = Behavior.all
        set.formIntersection(.reorder)
        #expect(set == .reorder)
        set.formSymmetricDifference(.all)
        #expect(set == .visibility)
        #expect(set.update(with: .reorder) == nil)
        #expect(set == .all)
        #expect(set.update(with: .visibility) == .visibility)
    }
}
