import Foundation
import OpenCombine
import Testing

@testable import StrataViewGraph

/// An element of the collections that the tests of bindings show.
struct BoundRow: Identifiable, Hashable {
    let id: Int
    var name: String
    var isOn = false
    var children: [BoundRow]?

    /// Three rows. The names have a mark, by which the tests tell them from other texts.
    static let three = [BoundRow(id: 1, name: "•one"), BoundRow(id: 2, name: "•two"), BoundRow(id: 3, name: "•three")]
    static let new = BoundRow(id: 4, name: "•new")
}

/// The forms in which an app shows the elements of a binding, as the app spells them.
///
/// The compiler picks these overloads, as `CollectionOverloadTests` checks by the types of the
/// views. Those of a `Binding<C>` read the elements where the view is evaluated, and find each
/// element by its ID. The others take the binding itself as their data, since a binding to a
/// collection is a collection of bindings.
///
/// - `ForEach($rows) { $row in … }` in views, menus and pickers: of any collection, in
///   `ForEach.swift`.
/// - The same with `id:` or `editActions:`: of a `Binding<C>`, in `ForEach+Bindings.swift`.
/// - `ForEach($rows)` and `ForEach($rows) { $row in TableRow($row) }` in a table: of any collection,
///   in `TableRowContent+Conformances.swift`.
/// - `ForEach(rows.indices, id: \.self)` and `ForEach(Array(rows.enumerated()), id: …)`: of any
///   collection, in `ForEach.swift`.
/// - `List($rows)`, also with `id:` and `selection:`: of a `Binding<Data>`, in `List+Data.swift`.
/// - `List($rows, editActions: …)`, also with `id:` and `selection:`: of a `Binding<Data>`, in
///   `ForEach+Bindings.swift`.
/// - `List($rows, children: …)` and `OutlineGroup($rows, children: …)`, also with `id:` and
///   `selection:`: of a `Binding<Data>`, in `OutlineGroup+Bindings.swift`.
/// - `Table($rows)`, also with `selection:`, `sortOrder:` and `columnCustomization:`: of any
///   collection, in `Table+Data.swift`.
/// - `Table(rows, children: …)`, also with `selection:` and `sortOrder:`: of any collection, in
///   `Table+Outlines.swift`.
enum BoundForm: String, CaseIterable {
    case stack, lazyStack, list, section, form, grid, lazyGrid, group
    case menu, inlinePicker, menuPicker, segmentedPicker, tabs, pages
    case forEachID, forEachEditing, forEachEditingID, forEachDelete, indices, enumerated, nested, conditional
    case listOfBinding, listID, listSelection, listSelectionID, listEditing, listEditingID, listEditingSelection
    case outline, listChildren, listChildrenID, table, tableSelection, tableForEach, tableRows, disclosure
    case fields, toggles, subviews
    case listSelectionIDSet, listEditingIDSelection, listEditingIDSelectionSet
    case listChildrenSelection, listChildrenIDSelection, forEachSelf, lazyForEachSelf
    case tableSelectionOne, tableSortOrder, tableCustomization
    case tableChildren, tableChildrenSelection, tableChildrenSelectionSet
    case tableChildrenSort, tableChildrenSelectionSort, tableChildrenSelectionSetSort
}

/// A view that shows rows in a form, and reads nothing else.
struct BoundView: View {
    let form: BoundForm
    @Binding var rows: [BoundRow]
    @State private var selection: Set<Int> = []
    @State private var chosen: Int?
    @State private var order: [KeyPathComparator<Binding<BoundRow>>] = []
    @State private var orderOfTree: [KeyPathComparator<BoundRow>] = []
    @State private var customization = TableColumnCustomization<Binding<BoundRow>>()

    var body: some View { AnyView(view) }

    private var view: any View {
        switch form {
        case .stack, .lazyStack, .list, .section, .form, .grid, .lazyGrid, .group, .disclosure: container
        case .menu, .inlinePicker, .menuPicker, .segmentedPicker, .tabs, .pages: choices
        case .table, .tableSelection, .tableForEach, .tableRows, .outline, .listChildren, .listChildrenID: tables
        case .listOfBinding, .listID, .listSelection, .listSelectionID, .listEditing, .listEditingID, .listEditingSelection:
            lists
        case .listSelectionIDSet, .listEditingIDSelection, .listEditingIDSelectionSet, .listChildrenSelection,
            .listChildrenIDSelection:
            selectionLists
        case .tableSelectionOne, .tableSortOrder, .tableCustomization, .tableChildren, .tableChildrenSelection,
            .tableChildrenSelectionSet:
            otherTables
        case .tableChildrenSort, .tableChildrenSelectionSort, .tableChildrenSelectionSetSort: sortedTrees
        default: loops
        }
    }

    private var container: any View {
        switch form {
        case .stack: VStack { ForEach($rows) { $row in Text(row.name) } }
        case .lazyStack: ScrollView { LazyVStack { ForEach($rows) { $row in Text(row.name) } } }
        case .list: List { ForEach($rows) { $row in Text(row.name) } }
        case .section: List { Section("Rows") { ForEach($rows) { $row in Text(row.name) } } }
        case .form: Form { Section { ForEach($rows) { $row in TextField("Name", text: $row.name) } } }
        case .grid: Grid { ForEach($rows) { $row in GridRow { Text(row.name) } } }
        case .lazyGrid: LazyVGrid(columns: [GridItem()]) { ForEach($rows) { $row in Text(row.name) } }
        case .group: Group { ForEach($rows) { $row in Text(row.name) } }
        default: DisclosureGroup("Rows", isExpanded: .constant(true)) { ForEach($rows) { $row in Text(row.name) } }
        }
    }

    private var choices: any View {
        switch form {
        case .menu: Menu("Rows") { ForEach($rows) { $row in Button(row.name) {} } }
        case .inlinePicker:
            Picker("Row", selection: $chosen) { ForEach($rows) { $row in Text(row.name).tag(Optional(row.id)) } }
                .pickerStyle(.inline)
        case .menuPicker: Picker("Row", selection: $chosen) { ForEach($rows) { $row in Text(row.name).tag(Optional(row.id)) } }
        case .segmentedPicker:
            Picker("Row", selection: $chosen) { ForEach($rows) { $row in Text(row.name) } }.pickerStyle(.segmented)
        case .tabs: TabView { ForEach($rows) { $row in Text("page").tabItem { Text(row.name) } } }
        default: TabView { ForEach($rows) { $row in Tab(row.name, systemImage: "circle") { Text("page") } } }
        }
    }

    private var lists: any View {
        switch form {
        case .listOfBinding: List($rows) { $row in Text(row.name) }
        case .listID: List($rows, id: \.id) { $row in Text(row.name) }
        case .listSelection: List($rows, selection: $selection) { $row in Text(row.name) }
        case .listSelectionID: List($rows, id: \.id, selection: $chosen) { $row in Text(row.name) }
        case .listEditing: List($rows, editActions: .all) { $row in Text(row.name) }
        case .listEditingID: List($rows, id: \.id, editActions: .delete) { $row in Text(row.name) }
        default: List($rows, editActions: .move, selection: $selection) { $row in Text(row.name) }
        }
    }

    private var selectionLists: any View {
        switch form {
        case .listSelectionIDSet: List($rows, id: \.id, selection: $selection) { $row in Text(row.name) }
        case .listEditingIDSelection: List($rows, id: \.id, editActions: .all, selection: $chosen) { $row in Text(row.name) }
        case .listEditingIDSelectionSet:
            List($rows, id: \.id, editActions: .all, selection: $selection) { $row in Text(row.name) }
        case .listChildrenSelection: List($rows, children: \.children, selection: $selection) { $row in Text(row.name) }
        default: List($rows, id: \.id, children: \.children, selection: $chosen) { $row in Text(row.name) }
        }
    }

    private var otherTables: any View {
        switch form {
        case .tableSelectionOne: Table($rows, selection: $chosen) { TableColumn("Name") { $row in Text(row.name) } }
        case .tableSortOrder:
            Table($rows, sortOrder: $order) { TableColumn("Name", value: \.wrappedValue.name) { $row in Text(row.name) } }
        case .tableCustomization:
            Table($rows, columnCustomization: $customization) {
                TableColumn("Name") { $row in Text(row.name) }.customizationID("name")
            }
        case .tableChildren: Table(rows, children: \.children) { TableColumn("Name") { Text($0.name) } }
        case .tableChildrenSelection:
            Table(rows, children: \.children, selection: $chosen) { TableColumn("Name") { Text($0.name) } }
        default: Table(rows, children: \.children, selection: $selection) { TableColumn("Name") { Text($0.name) } }
        }
    }

    private var sortedTrees: any View {
        switch form {
        case .tableChildrenSort:
            Table(rows, children: \.children, sortOrder: $orderOfTree) { TableColumn("Name", value: \.name) }
        case .tableChildrenSelectionSort:
            Table(rows, children: \.children, selection: $chosen, sortOrder: $orderOfTree) {
                TableColumn("Name", value: \.name)
            }
        default:
            Table(rows, children: \.children, selection: $selection, sortOrder: $orderOfTree) {
                TableColumn("Name", value: \.name)
            }
        }
    }

    private var tables: any View {
        switch form {
        case .table: Table($rows) { TableColumn("Name") { $row in Text(row.name) } }
        case .tableSelection: Table($rows, selection: $selection) { TableColumn("Name") { $row in Text(row.name) } }
        case .tableForEach:
            Table(of: Binding<BoundRow>.self) {
                TableColumn("Name") { $row in Text(row.name) }
            } rows: {
                ForEach($rows)
            }
        case .tableRows:
            Table(of: Binding<BoundRow>.self) {
                TableColumn("Name") { $row in Text(row.name) }
            } rows: {
                ForEach($rows) { $row in TableRow($row) }
            }
        case .outline: List { OutlineGroup($rows, children: \.children) { $row in Text(row.name) } }
        case .listChildren: List($rows, children: \.children) { $row in Text(row.name) }
        default: List($rows, id: \.id, children: \.children) { $row in Text(row.name) }
        }
    }

    private var loops: any View {
        switch form {
        case .forEachID: VStack { ForEach($rows, id: \.id) { $row in Text(row.name) } }
        case .forEachEditing: List { ForEach($rows, editActions: .all) { $row in Text(row.name) } }
        case .forEachEditingID: List { ForEach($rows, id: \.id, editActions: .all) { $row in Text(row.name) } }
        case .forEachDelete: List { ForEach($rows) { $row in Text(row.name) }.onDelete { rows.remove(atOffsets: $0) } }
        case .indices: List { ForEach(rows.indices, id: \.self) { index in Text(rows[index].name) } }
        case .enumerated:
            List { ForEach(Array(rows.enumerated()), id: \.element.id) { index, row in Text(verbatim: row.name) } }
        case .nested: List { ForEach($rows) { $row in BoundName(row: $row) } }
        case .conditional: List { ForEach($rows) { $row in if row.id > 0 { Text(row.name) } } }
        case .forEachSelf: List { ForEach($rows, id: \.self) { $row in Text(row.name) } }
        case .lazyForEachSelf: LazyVStack { ForEach($rows, id: \.self) { $row in Text(row.name) } }
        case .fields: VStack { ForEach($rows) { $row in TextField("Name", text: $row.name) } }
        case .toggles: List($rows) { $row in Toggle(row.name, isOn: $row.isOn) }
        default: LazyVStack { ForEach($rows) { BoundName(row: $0) } }
        }
    }
}

/// A view of its own for an element.
struct BoundName: View {
    @Binding var row: BoundRow

    var body: some View { HStack { Text(row.name) } }
}

/// The owner of the rows.
enum BoundOwner: String, CaseIterable {
    case state, observable, observedObject, stateObject, closures
}

/// The binding of a view's rows, for the test.
@MainActor
final class BoundHandle {
    var rows: Binding<[BoundRow]> = .constant([])
}

@Observable
final class BoundModel {
    var rows = BoundRow.three
}

final class BoundObject: ObservableObject {
    @Published var rows = BoundRow.three
}

/// A view that owns the rows and shows them in a form. Its body does not read them.
struct BoundOwnerView: View {
    let owner: BoundOwner
    let form: BoundForm
    let handle: BoundHandle

    var body: some View {
        switch owner {
        case .state: InState(form: form, handle: handle)
        case .observable: InObservable(form: form, handle: handle, model: BoundModel())
        case .observedObject: InObserved(form: form, handle: handle, model: BoundObject())
        case .stateObject: InStateObject(form: form, handle: handle)
        case .closures: InClosures(form: form, handle: handle)
        }
    }

    private struct InState: View {
        let form: BoundForm
        let handle: BoundHandle
        @State private var rows = BoundRow.three

        var body: some View {
            handle.rows = $rows
            return BoundView(form: form, rows: $rows)
        }
    }

    private struct InObservable: View {
        let form: BoundForm
        let handle: BoundHandle
        @Bindable var model: BoundModel

        var body: some View {
            handle.rows = $model.rows
            return BoundView(form: form, rows: $model.rows)
        }
    }

    private struct InObserved: View {
        let form: BoundForm
        let handle: BoundHandle
        @ObservedObject var model: BoundObject

        var body: some View {
            handle.rows = $model.rows
            return BoundView(form: form, rows: $model.rows)
        }
    }

    private struct InStateObject: View {
        let form: BoundForm
        let handle: BoundHandle
        @StateObject private var model = BoundObject()

        var body: some View {
            handle.rows = $model.rows
            return BoundView(form: form, rows: $model.rows)
        }
    }

    private struct InClosures: View {
        let form: BoundForm
        let handle: BoundHandle
        @State private var model = BoundModel()

        var body: some View {
            let rows = Binding {
                model.rows
            } set: {
                model.rows = $0
            }
            handle.rows = rows
            return BoundView(form: form, rows: rows)
        }
    }
}
