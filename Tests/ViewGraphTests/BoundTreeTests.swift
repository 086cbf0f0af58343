import Foundation
import Testing

@testable import StrataViewGraph

/// The forms in which views show the elements of a binding that `BoundForm` lacks: open trees, and
/// tables and lists with several arguments. Each row is a field that changes its element.
@MainActor
struct BoundTreeTests {
    enum TreeForm: String, CaseIterable {
        case outline, outlineID, list, listID, listSelection, listIDSelection, listSelectionSet, listIDSelectionSet
        case table, tableSelection, tableSelectionSet, tableSort, tableSelectionSort, tableSelectionSetSort
    }

    enum RootForm: String, CaseIterable {
        case outline, outlineID
    }

    enum FlatForm: String, CaseIterable {
        case listSelection, listEditingSelection, tableForEachID
        case tableSelectionSort, tableSelectionSetSort, tableSelectionCustomization, tableSelectionSetCustomization
        case tableSortCustomization, tableSelectionSortCustomization, tableSelectionSetSortCustomization
    }

    private static let trees = [
        BoundRow(id: 1, name: "A", children: [BoundRow(id: 11, name: "a1"), BoundRow(id: 12, name: "a2")]),
        BoundRow(id: 2, name: "B"),
    ]

    /// Checks which fields a screen shows.
    private func check(
        _ screen: Screen, _ names: [String], _ edit: String, _ location: SourceLocation = #_sourceLocation
    ) {
        screen.update()
        #expect(screen.fields.map(\.content.text) == names, "\(edit)", sourceLocation: location)
    }

    private func type(_ text: String, at index: Int, _ screen: Screen) throws {
        let fields = screen.fields
        try #require(index < fields.count)
        screen.type(text, into: fields[index].item)
    }

    // MARK: Trees

    @Test(arguments: TreeForm.allCases)
    func `the rows of an open tree follow insertions, removals and edits`(_ form: TreeForm) throws {
        let handle = BoundHandle()
        let screen = Screen(Trees(form: form, handle: handle))
        let rows = handle.rows
        check(screen, ["A", "B"], "at first")
        screen.press(labeled: "Open")
        check(screen, ["A", "a1", "a2", "B"], "after a row was opened")
        rows.wrappedValue[0].children?.insert(BoundRow(id: 10, name: "a0"), at: 0)
        check(screen, ["A", "a0", "a1", "a2", "B"], "after an insertion below a row")
        rows.wrappedValue.insert(.new, at: 0)
        check(screen, ["•new", "A", "a0", "a1", "a2", "B"], "after an insertion")
        try type("typed", at: 2, screen)
        #expect(rows.wrappedValue[1].children?.map(\.name) == ["typed", "a1", "a2"])
        rows.wrappedValue.removeFirst()
        check(screen, ["A", "typed", "a1", "a2", "B"], "after the removal of the first")
        try type("last", at: 4, screen)
        #expect(rows.wrappedValue.map(\.name) == ["A", "last"])
        rows.wrappedValue[0].children?.removeFirst()
        check(screen, ["A", "a1", "a2", "last"], "after the removal of the first below a row")
        try type("second", at: 1, screen)
        #expect(rows.wrappedValue[0].children?.map(\.name) == ["second", "a2"])
        rows.wrappedValue.removeFirst()
        check(screen, ["last"], "after the removal of the open row")
        try type("only", at: 0, screen)
        #expect(rows.wrappedValue.map(\.name) == ["only"])
    }

    private struct Trees: View {
        let form: TreeForm
        let handle: BoundHandle
        @State private var rows = BoundTreeTests.trees
        @State private var selection: Set<Int> = []
        @State private var chosen: Int?
        @State private var order: [KeyPathComparator<Binding<BoundRow>>] = []

        var body: some View {
            handle.rows = $rows
            return AnyView(view)
        }

        private var view: any View { form.rawValue.hasPrefix("table") ? table : list }

        private var list: any View {
            switch form {
            case .outline: List { OutlineGroup($rows, children: \.children) { $row in TextField("Name", text: $row.name) } }
            case .outlineID:
                List { OutlineGroup($rows, id: \.id, children: \.children) { $row in TextField("Name", text: $row.name) } }
            case .list: List($rows, children: \.children) { $row in TextField("Name", text: $row.name) }
            case .listID: List($rows, id: \.id, children: \.children) { $row in TextField("Name", text: $row.name) }
            case .listSelection:
                List($rows, children: \.children, selection: $chosen) { $row in TextField("Name", text: $row.name) }
            case .listIDSelection:
                List($rows, id: \.id, children: \.children, selection: $chosen) { $row in TextField("Name", text: $row.name) }
            case .listSelectionSet:
                List($rows, children: \.children, selection: $selection) { $row in TextField("Name", text: $row.name) }
            default:
                List($rows, id: \.id, children: \.children, selection: $selection) { $row in
                    TextField("Name", text: $row.name)
                }
            }
        }

        private var table: any View {
            switch form {
            case .table:
                Table($rows, children: \.opened) { TableColumn("Name") { $row in TextField("Name", text: $row.name) } }
            case .tableSelection:
                Table($rows, children: \.opened, selection: $chosen) {
                    TableColumn("Name") { $row in TextField("Name", text: $row.name) }
                }
            case .tableSelectionSet:
                Table($rows, children: \.opened, selection: $selection) {
                    TableColumn("Name") { $row in TextField("Name", text: $row.name) }
                }
            case .tableSort:
                Table($rows, children: \.opened, sortOrder: $order) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                }
            case .tableSelectionSort:
                Table($rows, children: \.opened, selection: $chosen, sortOrder: $order) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                }
            default:
                Table($rows, children: \.opened, selection: $selection, sortOrder: $order) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                }
            }
        }
    }

    // MARK: One tree

    @Test(arguments: RootForm.allCases)
    func `the rows of one tree follow insertions, removals and edits`(_ form: RootForm) throws {
        let handle = BoundHandle()
        let screen = Screen(Root(form: form, handle: handle))
        let rows = handle.rows
        check(screen, ["A"], "at first")
        screen.press(labeled: "Open")
        rows.wrappedValue[0].children?.insert(BoundRow(id: 10, name: "a0"), at: 0)
        check(screen, ["A", "a0", "a1", "a2"], "after an insertion")
        try type("typed", at: 1, screen)
        try type("root", at: 0, screen)
        #expect(rows.wrappedValue[0].name == "root")
        #expect(rows.wrappedValue[0].children?.map(\.name) == ["typed", "a1", "a2"])
        rows.wrappedValue[0].children?.removeFirst()
        check(screen, ["root", "a1", "a2"], "after the removal of the first")
        try type("second", at: 1, screen)
        #expect(rows.wrappedValue[0].children?.map(\.name) == ["second", "a2"])
    }

    private struct Root: View {
        let form: RootForm
        let handle: BoundHandle
        @State private var rows = BoundTreeTests.trees

        var body: some View {
            handle.rows = $rows
            return List {
                switch form {
                case .outline:
                    OutlineGroup($rows[0], children: \.children) { $row in TextField("Name", text: $row.name) }
                case .outlineID:
                    OutlineGroup($rows[0], id: \.id, children: \.children) { $row in TextField("Name", text: $row.name) }
                }
            }
        }
    }

    // MARK: Rows

    @Test(arguments: FlatForm.allCases)
    func `the rows of a list or table with several arguments follow insertions, removals and edits`(_ form: FlatForm) throws {
        let handle = BoundHandle()
        let screen = Screen(Rows(form: form, handle: handle))
        let rows = handle.rows
        check(screen, ["•one", "•two", "•three"], "at first")
        rows.wrappedValue.insert(.new, at: 0)
        check(screen, ["•new", "•one", "•two", "•three"], "after an insertion")
        try type("typed", at: 1, screen)
        #expect(rows.wrappedValue.map(\.name) == ["•new", "typed", "•two", "•three"])
        rows.wrappedValue.removeFirst()
        check(screen, ["typed", "•two", "•three"], "after the removal of the first")
        try type("last", at: 2, screen)
        #expect(rows.wrappedValue.map(\.name) == ["typed", "•two", "last"])
        rows.wrappedValue = [.new]
        check(screen, ["•new"], "after a replacement")
        try type("only", at: 0, screen)
        #expect(rows.wrappedValue.map(\.name) == ["only"])
    }

    private struct Rows: View {
        let form: FlatForm
        let handle: BoundHandle
        @State private var rows = BoundRow.three
        @State private var selection: Set<Int> = []
        @State private var chosen: Int?
        @State private var order: [KeyPathComparator<Binding<BoundRow>>] = []
        @State private var customization = TableColumnCustomization<Binding<BoundRow>>()

        var body: some View {
            handle.rows = $rows
            return AnyView(view)
        }

        private var view: any View {
            switch form {
            case .listSelection: List($rows, selection: $chosen) { $row in TextField("Name", text: $row.name) }
            case .listEditingSelection:
                List($rows, editActions: .all, selection: $chosen) { $row in TextField("Name", text: $row.name) }
            case .tableForEachID:
                Table(of: Binding<BoundRow>.self) {
                    TableColumn("Name") { $row in TextField("Name", text: $row.name) }
                } rows: {
                    ForEach($rows, id: \.id) { $row in TableRow($row) }
                }
            case .tableSelectionSort:
                Table($rows, selection: $chosen, sortOrder: $order) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                }
            case .tableSelectionSetSort:
                Table($rows, selection: $selection, sortOrder: $order) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                }
            case .tableSelectionCustomization:
                Table($rows, selection: $chosen, columnCustomization: $customization) {
                    TableColumn("Name") { $row in TextField("Name", text: $row.name) }.customizationID("name")
                }
            case .tableSelectionSetCustomization:
                Table($rows, selection: $selection, columnCustomization: $customization) {
                    TableColumn("Name") { $row in TextField("Name", text: $row.name) }.customizationID("name")
                }
            default: sortedAndCustomized
            }
        }

        private var sortedAndCustomized: any View {
            switch form {
            case .tableSortCustomization:
                Table($rows, sortOrder: $order, columnCustomization: $customization) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                        .customizationID("name")
                }
            case .tableSelectionSortCustomization:
                Table($rows, selection: $chosen, sortOrder: $order, columnCustomization: $customization) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                        .customizationID("name")
                }
            default:
                Table($rows, selection: $selection, sortOrder: $order, columnCustomization: $customization) {
                    TableColumn("Name", value: \.wrappedValue.name) { $row in TextField("Name", text: $row.name) }
                        .customizationID("name")
                }
            }
        }
    }
}

extension Binding<BoundRow> {
    /// A binding to the children; nil for a row that can have none.
    fileprivate var opened: Binding<[BoundRow]>? { Binding<[BoundRow]>(self.children) }
}
