import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TableRowTests {
    struct Item: Identifiable, Equatable {
        let id: String
        var inside: [Item]?
        init(_ id: String, _ inside: [Item]? = nil) { (self.id, self.inside) = (id, inside) }
    }

    @Observable final class Model {
        var showsSecond = true
        var items = (1...3).map { Item("item \($0)") }
        var chosen: Set<String> = []
        var one: String?
        var isOpen = true
    }

    private let model = Model()

    private var selection: Binding<Set<String>> {
        Binding(get: { [model] in model.chosen }, set: { [model] in model.chosen = $0 })
    }

    private func table<Rows: TableRowContent<Item>>(@TableRowBuilder<Item> rows: () -> Rows) -> Screen {
        Screen(
            Table(of: Item.self, selection: selection) {
                TableColumn("Name", value: \.id)
                TableColumn("Length") { Text("\($0.id.count)") }
            } rows: {
                rows()
            })
    }

    private func names(_ screen: Screen) -> [String] { screen.rows.map { screen.texts(of: $0).first ?? "" } }

    @Test func `rows of a closure have all cells and can be selected`() {
        let screen = table {
            TableRow(Item("a"))
            TableRow(Item("bc"))
        }
        #expect(screen.rows.map { screen.texts(of: $0) } == [["a", "1"], ["bc", "2"]])
        screen.send(SelectEvent(.only), to: screen.rows[1])
        #expect(model.chosen == ["bc"])
        screen.send(SelectEvent(.toggle), to: screen.rows[0])
        #expect(model.chosen == ["a", "bc"])
        if case .collection(.row(let row)) = screen.rows[0].content { #expect(row.isSelected == true) }
    }

    struct Conditional: View {
        let model: Model

        var body: some View {
            Table(of: Item.self) {
                TableColumn("Name", value: \.id)
                if model.showsSecond {
                    TableColumn("Length") { Text("\($0.id.count)") }
                } else {
                    TableColumn("First") { Text($0.id.prefix(1)) }
                }
            } rows: {
                TableRow(Item("top"))
                if model.showsSecond { TableRow(Item("second")) }
                Group {
                    if model.showsSecond {
                        TableRow(Item("yes"))
                    } else {
                        TableRow(Item("no"))
                        TableRow(Item("never"))
                    }
                }
                ForEach(model.items)
                ForEach(0..<2) { TableRow(Item("number \($0)")) }
            }
        }
    }

    @Test func `conditions and collections make rows and columns`() {
        let screen = Screen(Conditional(model: model))
        #expect(names(screen) == ["top", "second", "yes", "item 1", "item 2", "item 3", "number 0", "number 1"])
        #expect(screen.texts(of: screen.rows[0]) == ["top", "3"])
        model.showsSecond = false
        screen.update()
        #expect(names(screen) == ["top", "no", "never", "item 1", "item 2", "item 3", "number 0", "number 1"])
        #expect(screen.texts(of: screen.rows[0]) == ["top", "t"])
    }

    @Test func `rows of a ForEach in a closure are lazy`() {
        let items = (0..<100_000).map { Item("item \($0)") }
        let screen = table { ForEach(items) { TableRow($0) } }
        #expect(screen.rows.count == ListArrangement.initialRows)
        #expect(screen.texts(of: screen.rows[7]) == ["item 7", "6"])
        screen.send(SelectEvent(.only), to: screen.rows[7])
        #expect(model.chosen == ["item 7"])
    }

    @Test func `sections have a header and can be collapsed`() {
        let model = model
        struct Sections: View {
            let model: Model
            var body: some View {
                Table(of: Item.self) {
                    TableColumn("Name", value: \.id)
                } rows: {
                    Section("Letters") {
                        TableRow(Item("a"))
                        TableRow(Item("b"))
                    }
                    Section("Items", isExpanded: Binding(get: { model.isOpen }, set: { model.isOpen = $0 })) {
                        ForEach(model.items)
                    }
                }
            }
        }
        let screen = Screen(Sections(model: model))
        #expect(names(screen) == ["a", "b", "item 1", "item 2", "item 3"])
        let titles = screen.all { $0 == .collection(.tableSectionTitle) }
        #expect(titles.map { screen.texts(of: $0)[0] } == ["Letters", "Items"])
        model.isOpen = false
        screen.update()
        #expect(names(screen) == ["a", "b"])
    }

    private func open(_ position: Int, _ screen: Screen) {
        let buttons = screen.all { if case .control(.button) = $0 { true } else { false } }
        screen.send(PressEvent(), to: buttons[position])
    }

    @Test func `a table of trees shows the rows inside of those that are open`() {
        let trees = [Item("root", [Item("branch", [Item("leaf")]), Item("twig")]), Item("stone")]
        let screen = Screen(
            Table(trees, children: \.inside) {
                TableColumn("Name") { Text($0.id) }
            })
        func ids() -> [String] { screen.rows.map { screen.texts(of: $0).last ?? "" } }
        #expect(ids() == ["root", "stone"])
        open(0, screen)
        #expect(ids() == ["root", "branch", "twig", "stone"])
        open(1, screen)
        #expect(ids() == ["root", "branch", "leaf", "twig", "stone"])
        open(0, screen)
        #expect(ids() == ["root", "stone"])
    }

    @Test func `a disclosure row follows its binding`() {
        let model = model
        struct Disclosure: View {
            let model: Model
            var body: some View {
                Table(of: Item.self) {
                    TableColumn("Name") { Text($0.id) }
                } rows: {
                    DisclosureTableRow(Item("box"), isExpanded: Binding(get: { model.isOpen }, set: { model.isOpen = $0 })) {
                        ForEach(model.items)
                    }
                }
            }
        }
        let screen = Screen(Disclosure(model: model))
        #expect(screen.rows.count == 4)
        open(0, screen)
        #expect(model.isOpen == false)
        #expect(screen.rows.count == 1)
    }

    @Test func `the menu of a row opens for that row`() {
        let screen = table {
            ForEach(model.items) { item in
                TableRow(item).contextMenu { Button("Open \(item.id)") {} }
            }
            TableRow(Item("plain"))
        }
        func hasMenu(_ row: Screen.Item) -> Bool {
            if case .collection(.row(let row)) = row.content { row.hasMenu } else { false }
        }
        #expect(screen.rows.map(hasMenu) == [true, true, true, false])
        screen.send(MenuEvent(x: 1, y: 2), to: screen.rows[1])
        #expect(screen.texts.contains("Open item 2"))
        #expect(!screen.texts.contains("Open item 1"))
        #expect(screen.texts(of: screen.rows[1]) == ["item 2", "6"])
    }
}
