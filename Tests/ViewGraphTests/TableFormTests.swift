import Foundation
import Testing

@testable import StrataViewGraph

/// The initializers of tables: what the user can select, sort by, and customize.
@MainActor
struct TableFormTests {
    struct Item: Identifiable, Equatable {
        let id: Int
        var name: String
        var children: [Item]?
    }

    private let items = [Item(id: 1, name: "b"), Item(id: 2, name: "a"), Item(id: 3, name: "c")]
    private let trees = [
        Item(id: 1, name: "b", children: [Item(id: 4, name: "d")]), Item(id: 2, name: "a"), Item(id: 3, name: "c"),
    ]
    private let one = Binding(StateBox<Int?>(nil))
    private let several = Binding(StateBox<Set<Int>>([]))
    private let order = Binding(StateBox<[KeyPathComparator<Item>]>([]))
    private let columns = Binding(StateBox(TableColumnCustomization<Item>()))

    // MARK: Checks

    private func titles(_ screen: Screen) -> [(text: String, content: TableTitleContent)] {
        screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.compactMap { item in
            guard case .collection(.tableTitle(let title)) = item.content else { return nil }
            return (text: screen.texts(of: item).first ?? "", content: title)
        }
    }

    private func selected(_ screen: Screen) -> [Bool?] {
        screen.rows.compactMap { if case .collection(.row(let row)) = $0.content { .some(row.isSelected) } else { nil } }
    }

    /// Checks that clicks select one row of a table of three at a time.
    private func checkSelectsOne(_ table: some View, _ location: SourceLocation = #_sourceLocation) {
        one.wrappedValue = nil
        let screen = Screen(table)
        screen.send(SelectEvent(.only), to: screen.rows[0], location)
        screen.send(SelectEvent(.only), to: screen.rows[2], location)
        #expect(one.wrappedValue == 3, sourceLocation: location)
        #expect(selected(screen) == [false, false, true], sourceLocation: location)
    }

    /// Checks that clicks select two rows of a table of three.
    private func checkSelectsSeveral(_ table: some View, _ location: SourceLocation = #_sourceLocation) {
        several.wrappedValue = []
        let screen = Screen(table)
        screen.send(SelectEvent(.only), to: screen.rows[0], location)
        screen.send(SelectEvent(.toggle), to: screen.rows[2], location)
        #expect(several.wrappedValue == [1, 3], sourceLocation: location)
        #expect(selected(screen) == [true, false, true], sourceLocation: location)
    }

    /// Checks that a press of the title "Name" changes the order, whose direction the title shows.
    private func checkSorts(_ table: some View, _ location: SourceLocation = #_sourceLocation) {
        order.wrappedValue = []
        let screen = Screen(table)
        #expect(titles(screen).map(\.content.isSortable) == [true, true], sourceLocation: location)
        screen.press("Name", location)
        #expect(order.wrappedValue.count == 1, sourceLocation: location)
        #expect(titles(screen).map(\.content.order) == [.forward, nil], sourceLocation: location)
    }

    /// Checks that a customization hides the column "Number".
    private func checkCustomizes(_ table: some View, _ location: SourceLocation = #_sourceLocation) {
        columns.wrappedValue = TableColumnCustomization()
        let screen = Screen(table)
        #expect(titles(screen).map(\.text) == ["Name", "Number"], sourceLocation: location)
        columns.wrappedValue[visibility: "number"] = .hidden
        screen.update(location)
        #expect(titles(screen).map(\.text) == ["Name"], sourceLocation: location)
    }

    // MARK: Columns and rows

    @TableColumnBuilder<Item, Never>
    private var plain: some TableColumnContent<Item, Never> {
        TableColumn("Name", value: \.name).customizationID("name")
        TableColumn("Number") { Text("\($0.id)") }.customizationID("number")
    }

    @TableColumnBuilder<Item, KeyPathComparator<Item>>
    private var sortable: some TableColumnContent<Item, KeyPathComparator<Item>> {
        TableColumn("Name", value: \.name) { Text($0.name) }.customizationID("name")
        TableColumn("Number", value: \.id) { Text("\($0.id)") }.customizationID("number")
    }

    @TableRowBuilder<Item>
    private var rows: some TableRowContent<Item> {
        TableRow(items[0])
        ForEach(items.dropFirst()) { TableRow($0) }
    }

    // MARK: Tables of a collection

    @Test func `a table of a collection has the selection of its initializer`() {
        checkSelectsOne(Table(items, selection: one) { plain })
        checkSelectsOne(Table(items, selection: one, sortOrder: order) { sortable })
        checkSelectsOne(Table(items, selection: one, columnCustomization: columns) { plain })
        checkSelectsOne(Table(items, selection: one, sortOrder: order, columnCustomization: columns) { sortable })
        checkSelectsSeveral(Table(items, selection: several) { plain })
        checkSelectsSeveral(Table(items, selection: several, columnCustomization: columns) { plain })
        checkSelectsSeveral(Table(items, selection: several, sortOrder: order, columnCustomization: columns) { sortable })
    }

    @Test func `a table of a collection has the order of its initializer`() {
        checkSorts(Table(items, sortOrder: order) { sortable })
        checkSorts(Table(items, selection: one, sortOrder: order) { sortable })
        checkSorts(Table(items, sortOrder: order, columnCustomization: columns) { sortable })
        checkSorts(Table(items, selection: one, sortOrder: order, columnCustomization: columns) { sortable })
        checkSorts(Table(items, selection: several, sortOrder: order, columnCustomization: columns) { sortable })
    }

    @Test func `a table of a collection has the customization of its initializer`() {
        checkCustomizes(Table(items, columnCustomization: columns) { plain })
        checkCustomizes(Table(items, selection: one, columnCustomization: columns) { plain })
        checkCustomizes(Table(items, selection: several, columnCustomization: columns) { plain })
        checkCustomizes(Table(items, sortOrder: order, columnCustomization: columns) { sortable })
        checkCustomizes(Table(items, selection: several, sortOrder: order, columnCustomization: columns) { sortable })
    }

    // MARK: Tables of trees

    @Test func `a row of a table of trees opens to show its children`() {
        let tables: [any View] = [
            Table(trees, children: \.children, columnCustomization: columns) { plain },
            Table(trees, children: \.children, selection: one) { plain },
            Table(trees, children: \.children, selection: several) { plain },
            Table(trees, children: \.children, sortOrder: order) { sortable },
            Table(trees, children: \.children, selection: one, sortOrder: order) { sortable },
            Table(trees, children: \.children, selection: several, sortOrder: order) { sortable },
        ]
        for table in tables {
            let screen = Screen(AnyView(table))
            #expect(screen.rows.map { screen.texts(of: $0) } == [["b", "1"], ["a", "2"], ["c", "3"]])
            screen.press(labeled: "Open")
            #expect(screen.rows.map { screen.texts(of: $0) } == [["b", "1"], ["d", "4"], ["a", "2"], ["c", "3"]])
        }
    }

    @Test func `a table of trees has the selection, the order and the customization of its initializer`() {
        checkSelectsOne(Table(trees, children: \.children, selection: one) { plain })
        checkSelectsSeveral(Table(trees, children: \.children, selection: several) { plain })
        checkSelectsOne(Table(trees, children: \.children, selection: one, sortOrder: order) { sortable })
        checkSelectsSeveral(Table(trees, children: \.children, selection: several, sortOrder: order) { sortable })
        checkSorts(Table(trees, children: \.children, sortOrder: order) { sortable })
        checkSorts(Table(trees, children: \.children, selection: several, sortOrder: order) { sortable })
        checkCustomizes(Table(trees, children: \.children, selection: one, columnCustomization: columns) { plain })
        checkCustomizes(
            Table(trees, children: \.children, selection: one, sortOrder: order, columnCustomization: columns) { sortable })
    }

    // MARK: Tables of rows

    @Test func `a table of rows has the selection of its initializer`() {
        checkSelectsOne(
            Table(of: Item.self, selection: one, sortOrder: order) {
                sortable
            } rows: {
                rows
            })
        checkSelectsOne(
            Table(of: Item.self, selection: one, columnCustomization: columns) {
                plain
            } rows: {
                rows
            })
        checkSelectsOne(
            Table(of: Item.self, selection: one, sortOrder: order, columnCustomization: columns) {
                sortable
            } rows: {
                rows
            })
        checkSelectsSeveral(
            Table(of: Item.self, selection: several, sortOrder: order) {
                sortable
            } rows: {
                rows
            })
        checkSelectsSeveral(
            Table(of: Item.self, selection: several, columnCustomization: columns) {
                plain
            } rows: {
                rows
            })
        checkSelectsSeveral(
            Table(of: Item.self, selection: several, sortOrder: order, columnCustomization: columns) {
                sortable
            } rows: {
                rows
            })
    }

    @Test func `a table of rows has the order of its initializer`() {
        checkSorts(
            Table(of: Item.self, sortOrder: order) {
                sortable
            } rows: {
                rows
            })
        checkSorts(
            Table(of: Item.self, selection: one, sortOrder: order) {
                sortable
            } rows: {
                rows
            })
        checkSorts(
            Table(of: Item.self, selection: several, sortOrder: order) {
                sortable
            } rows: {
                rows
            })
        checkSorts(
            Table(of: Item.self, sortOrder: order, columnCustomization: columns) {
                sortable
            } rows: {
                rows
            })
    }

    @Test func `a table of rows has the customization of its initializer`() {
        checkCustomizes(
            Table(of: Item.self, columnCustomization: columns) {
                plain
            } rows: {
                rows
            })
        checkCustomizes(
            Table(of: Item.self, selection: one, columnCustomization: columns) {
                plain
            } rows: {
                rows
            })
        checkCustomizes(
            Table(of: Item.self, selection: several, columnCustomization: columns) {
                plain
            } rows: {
                rows
            })
        checkCustomizes(
            Table(of: Item.self, sortOrder: order, columnCustomization: columns) {
                sortable
            } rows: {
                rows
            })
    }
}
