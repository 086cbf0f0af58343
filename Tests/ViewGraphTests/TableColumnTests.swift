import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct TableColumnTests {
    struct Item: Identifiable, Equatable {
        let id: Int
        var name = "name"
        var size: Double?
    }

    @Observable final class Model {
        var columns = TableColumnCustomization<Item>()
        var order: [KeyPathComparator<Item>] = []
    }

    struct Items: View {
        let model: Model
        var body: some View {
            Table([Item(id: 7)], columnCustomization: Binding(get: { model.columns }, set: { model.columns = $0 })) {
                TableColumn("Name", value: \.name).customizationID("name").disabledCustomizationBehavior(.all)
                TableColumn("ID") { Text("\($0.id)") }.customizationID("id")
                TableColumn("Size") { Text("\($0.size ?? 0)") }.customizationID("size").defaultVisibility(.hidden)
                TableColumnForEach(1..<3) { number in
                    TableColumn("C\(number)") { Text("\($0.id * number)") }.customizationID("c\(number)")
                }
            }
        }
    }

    private let model = Model()

    private func titles(_ screen: Screen) -> [String] {
        screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.map { screen.texts(of: $0)[0] }
    }

    @Test func `columns are hidden and shown by a customization`() {
        let screen = Screen(Items(model: model))
        #expect(titles(screen) == ["Name", "ID", "C1", "C2"])
        model.columns[visibility: "size"] = .visible
        model.columns[visibility: "c1"] = .hidden
        screen.update()
        #expect(titles(screen) == ["Name", "ID", "Size", "C2"])
        model.columns[visibility: "size"] = .automatic
        screen.update()
        #expect(titles(screen) == ["Name", "ID", "C2"])
        #expect(model.columns[visibility: "c1"] == .hidden)
        #expect(model.columns[visibility: "c2"] == .automatic)
    }

    @Test func `columns are moved by the menu, and those that cannot be moved stay`() throws {
        let screen = Screen(Items(model: model))
        func button(_ title: String, _ occurrence: Int) -> Screen.Item {
            screen.all { if case .control(.button) = $0 { true } else { false } }
                .filter { screen.texts(of: $0) == [title] }[occurrence]
        }
        // The columns in the menu are ID, C1 and C2.
        screen.send(PressEvent(), to: button("Move Right", 0))
        #expect(titles(screen) == ["Name", "C1", "ID", "C2"])
        #expect(screen.texts(of: screen.rows[0]) == ["name", "7", "7", "14"])
        screen.send(PressEvent(), to: button("Move Left", 2))
        #expect(titles(screen) == ["Name", "C1", "C2", "ID"])
        let copy = try JSONDecoder().decode(
            TableColumnCustomization<Item>.self, from: JSONEncoder().encode(model.columns))
        #expect(copy == model.columns)
        screen.send(PressEvent(), to: button("Reset Order", 0))
        #expect(titles(screen) == ["Name", "ID", "C1", "C2"])
    }

    @Test func `a column without a comparator stands among those that sort`() {
        let screen = Screen(
            Table([Item(id: 1)], sortOrder: Binding(get: { [model] in model.order }, set: { [model] in model.order = $0 })) {
                TableColumn("Name", value: \.name) { Text($0.name) }
                TableColumn("Number", sortUsing: KeyPathComparator(\Item.id)) { Text("\($0.id)") }
                TableColumn("Size") { Text("\($0.size ?? 0)") }.alignment(.numeric)
                Group {
                    TableColumn("Size again", value: \Item.size, comparator: Nilable()) { Text("\($0.size ?? 0)") }.width(80)
                }
            })
        let looks = screen.all { if case .collection(.tableTitle) = $0 { true } else { false } }.map(\.content)
        func isSortable(_ content: ElementContent) -> Bool {
            if case .collection(.tableTitle(let title)) = content { title.isSortable } else { false }
        }
        #expect(looks.map(isSortable) == [true, true, false, true])
        if case .collection(.tableTitle(let title)) = looks[2] { #expect(title.alignment == .numeric) }
    }

    /// Sorts nil before numbers.
    private struct Nilable: SortComparator {
        var order: SortOrder = .forward
        func compare(_ a: Double?, _ b: Double?) -> ComparisonResult {
            let (a, b) = (a ?? -.infinity, b ?? -.infinity)
            let forward: ComparisonResult = a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
            guard order == .reverse, forward != .orderedSame else { return forward }
            return forward == .orderedAscending ? .orderedDescending : .orderedAscending
        }
    }

    @Test func `titles that are hidden have no buttons`() {
        let screen = Screen(
            Table([Item(id: 1)], sortOrder: Binding(get: { [model] in model.order }, set: { [model] in model.order = $0 })) {
                TableColumn("Name", value: \.name) { Text($0.name) }
            }
            .tableColumnHeaders(.hidden).tableStyle(.bordered))
        #expect(titles(screen) == ["Name"])
        #expect(screen.all { if case .control(.button) = $0 { true } else { false } }.isEmpty)
    }

    @Test func `sets of behaviors are combined`() {
        typealias Behavior = TableColumnCustomizationBehavior
        var set: Behavior = [.reorder]
        #expect(!set.contains(.visibility))
        set.insert(.visibility)
        #expect(set == .all)
        set.remove(.reorder)
        #expect(set == .visibility)
    }

    private struct OptionalColumns: View {
        let model: Model
        let isWide: Bool

        var body: some View {
            Table([Item(id: 1)]) {
                if isWide { TableColumn("ID") { Text("\($0.id)") } }
                Group {
                    TableColumn("Name", value: \.name)
                    TableColumn("Size") { Text("\($0.size ?? 0)") }
                }
            }
            Table([Item(id: 1)], sortOrder: Bindable(model).order) {
                if isWide { TableColumn("Sorted", value: \.id) { Text("\($0.id)") } }
            }
        }
    }

    @Test func `columns can be optional, alone and beside a group`() {
        #expect(titles(Screen(OptionalColumns(model: model, isWide: true))) == ["ID", "Name", "Size", "Sorted"])
        #expect(titles(Screen(OptionalColumns(model: model, isWide: false))) == ["Name", "Size"])
    }
}
