import Foundation
import SwiftUI
import Testing

/// The initializers that the compiler picks for the common spellings of collections in views.
///
/// A binding to a collection is also a collection of bindings, so `$rows` fits two initializers:
/// one of a `Binding<C>`, which reads the elements where the view is made, and one of any
/// collection, whose data is then the binding itself. Both show the right rows (BoundCollectionTests
/// edits each form), and differ in what they observe and in the bindings that they pass on. The type
/// of the view says which one was picked. A new initializer that changes the choice fails here.
@MainActor
struct CollectionOverloadTests {
    struct Row: Identifiable, Hashable {
        let id: Int
        var name: String
        var children: [Row]?
    }

    /// The data of a `ForEach` that was given a binding to an array, by elements with such IDs.
    private typealias Indexed<ID> = LazyMapSequence<Range<Int>, (Int, ID)>
    /// The same with actions for edits.
    private typealias Editable<ID: Hashable> = IndexedIdentifierCollection<[Row], ID>
    private typealias Edited = EditableCollectionContent<Text, [Row]>

    /// The views of a body. The initializers are chosen among those that make a view, as in an app.
    private struct Forms {
        @Binding var rows: [Row]
        @Binding var names: [String]
        @Binding var one: Int?
        @Binding var several: Set<Int>
        @Binding var severalNames: Set<String>
        @Binding var oneName: String?
    }

    private let forms = Forms(
        rows: .constant([Row(id: 1, name: "a"), Row(id: 2, name: "b", children: [Row(id: 3, name: "c")])]),
        names: .constant(["a", "b"]), one: .constant(nil), several: .constant([]), severalNames: .constant([]),
        oneName: .constant(nil))

    /// Checks the type of the view that a body makes.
    private func expect<Expected: View, Content: View>(
        _ expected: Expected.Type, _ location: SourceLocation = #_sourceLocation, @ViewBuilder _ content: (Forms) -> Content
    ) {
        _ = content(forms)
        #expect("\(Content.self)" == "\(expected)", sourceLocation: location)
    }

    /// Returns the name of the type of the view that a body makes.
    private func name<Content: View>(@ViewBuilder _ content: (Forms) -> Content) -> String { "\(Content.self)" }

    // MARK: ForEach

    @Test func `ForEach of a binding without an ID takes the binding as its collection`() {
        expect(ForEach<Binding<[Row]>, Int, Text>.self) { ForEach($0.$rows) { $row in Text(row.name) } }
        expect(ForEach<Binding<[Row]>, Int, Text>.self) { ForEach($0.$rows) { row in Text(row.wrappedValue.name) } }
    }

    @Test func `ForEach of a binding with an ID reads the elements`() {
        expect(ForEach<Indexed<Int>, Int, Text>.self) { ForEach($0.$rows, id: \.id) { $row in Text(row.name) } }
        expect(ForEach<Indexed<String>, String, Text>.self) { ForEach($0.$rows, id: \.name) { $row in Text(row.name) } }
        expect(ForEach<Indexed<String>, String, Text>.self) { ForEach($0.$names, id: \.self) { $name in Text(name) } }
    }

    @Test func `ForEach of a binding with edit actions reads the elements`() {
        expect(ForEach<Editable<Int>, Int, Edited>.self) { ForEach($0.$rows, editActions: .all) { $row in Text(row.name) } }
        expect(ForEach<Editable<String>, String, Edited>.self) {
            ForEach($0.$rows, id: \.name, editActions: .delete) { $row in Text(row.name) }
        }
    }

    @Test func `ForEach of values has the collection that was passed`() {
        expect(ForEach<[Row], Int, Text>.self) { ForEach($0.rows) { Text($0.name) } }
        expect(ForEach<[Row], String, Text>.self) { ForEach($0.rows, id: \.name) { row in Text(row.name) } }
        expect(ForEach<[String], String, Text>.self) { ForEach($0.names, id: \.self) { Text($0) } }
        expect(ForEach<Range<Int>, Int, Text>.self) { _ in ForEach(0..<3) { Text("\($0)") } }
        expect(ForEach<Range<Int>, Int, Text>.self) { ForEach($0.rows.indices, id: \.self) { Text("\($0)") } }
        expect(ForEach<[(offset: Int, element: Row)], Int, Text>.self) {
            ForEach(Array($0.rows.enumerated()), id: \.element.id) { _, row in Text(row.name) }
        }
    }

    // MARK: List

    @Test func `List of a binding reads the elements, with each selection`() {
        expect(List<Never, ForEach<Indexed<Int>, Int, Text>>.self) { List($0.$rows) { $row in Text(row.name) } }
        expect(List<Never, ForEach<Indexed<String>, String, Text>>.self) { List($0.$rows, id: \.name) { $row in Text(row.name) } }
        expect(List<Int, ForEach<Indexed<Int>, Int, Text>>.self) { List($0.$rows, selection: $0.$one) { $row in Text(row.name) } }
        expect(List<Int, ForEach<Indexed<Int>, Int, Text>>.self) {
            List($0.$rows, selection: $0.$several) { $row in Text(row.name) }
        }
        expect(List<String, ForEach<Indexed<String>, String, Text>>.self) {
            List($0.$rows, id: \.name, selection: $0.$oneName) { $row in Text(row.name) }
        }
        expect(List<String, ForEach<Indexed<String>, String, Text>>.self) {
            List($0.$rows, id: \.name, selection: $0.$severalNames) { $row in Text(row.name) }
        }
    }

    @Test func `List of a binding with edit actions reads the elements, with each selection`() {
        expect(List<Never, ForEach<Editable<Int>, Int, Edited>>.self) {
            List($0.$rows, editActions: .all) { $row in Text(row.name) }
        }
        expect(List<Never, ForEach<Editable<String>, String, Edited>>.self) {
            List($0.$rows, id: \.name, editActions: .move) { $row in Text(row.name) }
        }
        expect(List<Int, ForEach<Editable<Int>, Int, Edited>>.self) {
            List($0.$rows, editActions: [.delete, .move], selection: $0.$one) { $row in Text(row.name) }
        }
        expect(List<Int, ForEach<Editable<Int>, Int, Edited>>.self) {
            List($0.$rows, editActions: .delete, selection: $0.$several) { $row in Text(row.name) }
        }
        expect(List<String, ForEach<Editable<String>, String, Edited>>.self) {
            List($0.$rows, id: \.name, editActions: .all, selection: $0.$oneName) { $row in Text(row.name) }
        }
        expect(List<String, ForEach<Editable<String>, String, Edited>>.self) {
            List($0.$rows, id: \.name, editActions: .all, selection: $0.$severalNames) { $row in Text(row.name) }
        }
    }

    @Test func `List of values has the collection that was passed`() {
        expect(List<Never, ForEach<[Row], Int, Text>>.self) { List($0.rows) { Text($0.name) } }
        expect(List<Never, ForEach<[Row], String, Text>>.self) { List($0.rows, id: \.name) { Text($0.name) } }
        expect(List<Int, ForEach<[Row], Int, Text>>.self) { List($0.rows, selection: $0.$one) { row in Text(row.name) } }
        expect(List<String, ForEach<[Row], String, Text>>.self) {
            List($0.rows, id: \.name, selection: $0.$severalNames) { row in Text(row.name) }
        }
        expect(List<Never, ForEach<Range<Int>, Int, Text>>.self) { _ in List(0..<3) { Text("\($0)") } }
        expect(List<Int, ForEach<Range<Int>, Int, Text>>.self) { List(0..<3, selection: $0.$several) { Text("\($0)") } }
        expect(List<Int, ForEach<Binding<[Row]>, Int, Text>>.self) { forms in
            List(selection: forms.$one) { ForEach(forms.$rows) { $row in Text(row.name) } }
        }
    }

    // MARK: Trees

    @Test func `an outline of a binding takes the binding as its collection`() {
        typealias Outline = OutlineGroup<Binding<[Row]>, Int, Text>
        expect(Outline.self) { OutlineGroup($0.$rows, children: \.children) { $row in Text(row.name) } }
        expect(OutlineGroup<Binding<[Row]>, String, Text>.self) {
            OutlineGroup($0.$rows, id: \.name, children: \.children) { $row in Text(row.name) }
        }
        expect(Outline.self) { OutlineGroup($0.$rows[1], children: \.children) { $row in Text(row.name) } }
        expect(List<Never, Outline>.self) { List($0.$rows, children: \.children) { $row in Text(row.name) } }
        expect(List<Int, Outline>.self) { List($0.$rows, children: \.children, selection: $0.$one) { $row in Text(row.name) } }
        expect(List<Int, Outline>.self) {
            List($0.$rows, children: \.children, selection: $0.$several) { $row in Text(row.name) }
        }
        expect(List<String, OutlineGroup<Binding<[Row]>, String, Text>>.self) {
            List($0.$rows, id: \.name, children: \.children, selection: $0.$oneName) { $row in Text(row.name) }
        }
    }

    @Test func `an outline of values has the collection that was passed`() {
        typealias Outline = OutlineGroup<[Row], Int, Text>
        expect(Outline.self) { OutlineGroup($0.rows, children: \.children) { Text($0.name) } }
        expect(Outline.self) { OutlineGroup($0.rows[1], children: \.children) { Text($0.name) } }
        expect(List<Never, Outline>.self) { List($0.rows, children: \.children) { Text($0.name) } }
        expect(List<String, OutlineGroup<[Row], String, Text>>.self) {
            List($0.rows, id: \.name, children: \.children, selection: $0.$severalNames) { row in Text(row.name) }
        }
    }

    // MARK: Table

    private typealias Column<Value: Identifiable> = TableColumn<Value, Never, Text, Text>

    @Test func `Table of a binding takes the binding as its collection, with each selection`() {
        typealias Bound = Table<Binding<Row>, TableForEachContent<Binding<[Row]>>, Column<Binding<Row>>>
        expect(Bound.self) { Table($0.$rows) { TableColumn("Name") { $row in Text(row.name) } } }
        expect(Bound.self) { Table($0.$rows, selection: $0.$one) { TableColumn("Name") { $row in Text(row.name) } } }
        expect(Bound.self) { Table($0.$rows, selection: $0.$several) { TableColumn("Name") { $row in Text(row.name) } } }
    }

    @Test func `the rows of a table of a binding are those of the binding`() {
        typealias Rows<Content> = ForEach<Binding<[Row]>, Int, Content>
        expect(Table<Binding<Row>, Rows<TableRow<Binding<Row>>>, Column<Binding<Row>>>.self) { forms in
            Table(of: Binding<Row>.self) {
                TableColumn("Name") { $row in Text(row.name) }
            } rows: {
                ForEach(forms.$rows)
            }
        }
        expect(Table<Binding<Row>, Rows<TableRow<Binding<Row>>>, Column<Binding<Row>>>.self) { forms in
            Table(of: Binding<Row>.self) {
                TableColumn("Name") { $row in Text(row.name) }
            } rows: {
                ForEach(forms.$rows) { $row in TableRow($row) }
            }
        }
    }

    @Test func `Table of values has the collection that was passed`() {
        typealias Plain = Table<Row, TableForEachContent<[Row]>, Column<Row>>
        expect(Plain.self) { Table($0.rows) { TableColumn("Name") { Text($0.name) } } }
        expect(Plain.self) { Table($0.rows, selection: $0.$one) { TableColumn("Name") { Text($0.name) } } }
        expect(Table<Row, TableOutlineGroupContent<[Row]>, Column<Row>>.self) {
            Table($0.rows, children: \.children) { TableColumn("Name") { Text($0.name) } }
        }
    }

    private typealias Order<Value> = KeyPathComparator<Value>
    private typealias SortedColumn<Value: Identifiable> = TableColumn<Value, Order<Value>, Text, Text>

    @Test func `a sorted Table of a binding takes the binding as its collection, with each selection`() {
        typealias Bound = Table<Binding<Row>, TableForEachContent<Binding<[Row]>>, SortedColumn<Binding<Row>>>
        let order: Binding<[Order<Binding<Row>>]> = .constant([])
        expect(Bound.self) { Table($0.$rows, sortOrder: order) { TableColumn("Name", value: \.id) { $row in Text(row.name) } } }
        expect(Bound.self) {
            Table($0.$rows, selection: $0.$one, sortOrder: order) {
                TableColumn("Name", value: \.id) { $row in Text(row.name) }
            }
        }
        expect(Bound.self) {
            Table($0.$rows, selection: $0.$several, sortOrder: order) {
                TableColumn("Name", value: \.id) { $row in Text(row.name) }
            }
        }
        let columns: Binding<TableColumnCustomization<Binding<Row>>> = .constant(TableColumnCustomization())
        expect(Bound.self) {
            Table($0.$rows, sortOrder: order, columnCustomization: columns) {
                TableColumn("Name", value: \.id) { $row in Text(row.name) }
            }
        }
    }

    @Test func `a Table of a binding with customized columns takes the binding as its collection, with each selection`() {
        typealias Bound = Table<Binding<Row>, TableForEachContent<Binding<[Row]>>, Column<Binding<Row>>>
        let columns: Binding<TableColumnCustomization<Binding<Row>>> = .constant(TableColumnCustomization())
        expect(Bound.self) {
            Table($0.$rows, columnCustomization: columns) { TableColumn("Name") { $row in Text(row.name) } }
        }
        expect(Bound.self) {
            Table($0.$rows, selection: $0.$one, columnCustomization: columns) {
                TableColumn("Name") { $row in Text(row.name) }
            }
        }
        expect(Bound.self) {
            Table($0.$rows, selection: $0.$several, columnCustomization: columns) {
                TableColumn("Name") { $row in Text(row.name) }
            }
        }
    }

    @Test func `a sorted or customized Table of values has the collection that was passed`() {
        typealias Plain = Table<Row, TableForEachContent<[Row]>, Column<Row>>
        typealias Sorted = Table<Row, TableForEachContent<[Row]>, SortedColumn<Row>>
        let order: Binding<[Order<Row>]> = .constant([])
        let columns: Binding<TableColumnCustomization<Row>> = .constant(TableColumnCustomization())
        expect(Sorted.self) { Table($0.rows, sortOrder: order) { TableColumn("Name", value: \.name) } }
        expect(Sorted.self) { Table($0.rows, selection: $0.$one, sortOrder: order) { TableColumn("Name", value: \.name) } }
        expect(Sorted.self) {
            Table($0.rows, selection: $0.$several, sortOrder: order, columnCustomization: columns) {
                TableColumn("Name", value: \.name)
            }
        }
        expect(Plain.self) { Table($0.rows, columnCustomization: columns) { TableColumn("Name") { Text($0.name) } } }
        // The same column, which by itself could be sorted, too.
        expect(Plain.self) { Table($0.rows, columnCustomization: columns) { TableColumn("Name", value: \.name) } }
    }

    @Test func `a Table of trees has the collection that was passed, with each selection and order`() {
        typealias Trees = Table<Row, TableOutlineGroupContent<[Row]>, Column<Row>>
        typealias Sorted = Table<Row, TableOutlineGroupContent<[Row]>, SortedColumn<Row>>
        let order: Binding<[Order<Row>]> = .constant([])
        let columns: Binding<TableColumnCustomization<Row>> = .constant(TableColumnCustomization())
        expect(Trees.self) {
            Table($0.rows, children: \.children, selection: $0.$one) { TableColumn("Name") { Text($0.name) } }
        }
        expect(Trees.self) {
            Table($0.rows, children: \.children, selection: $0.$several) { TableColumn("Name") { Text($0.name) } }
        }
        expect(Trees.self) {
            Table($0.rows, children: \.children, columnCustomization: columns) { TableColumn("Name") { Text($0.name) } }
        }
        expect(Sorted.self) {
            Table($0.rows, children: \.children, sortOrder: order) { TableColumn("Name", value: \.name) }
        }
        expect(Sorted.self) {
            Table($0.rows, children: \.children, selection: $0.$one, sortOrder: order) {
                TableColumn("Name", value: \.name)
            }
        }
        expect(Sorted.self) {
            Table($0.rows, children: \.children, selection: $0.$several, sortOrder: order, columnCustomization: columns) {
                TableColumn("Name", value: \.name)
            }
        }
    }

    @Test func `columns for each element of a binding take the binding as their collection`() {
        typealias Columns<Data: RandomAccessCollection> = TableColumnForEach<Data, Int, Row, Never, Column<Row>>
        typealias Shown<Data: RandomAccessCollection> = Table<Row, TableForEachContent<[Row]>, Columns<Data>>
        expect(Shown<Binding<[Row]>>.self) { forms in
            Table(forms.rows) { TableColumnForEach(forms.$rows) { $column in TableColumn(column.name) { Text($0.name) } } }
        }
        expect(Shown<Binding<[Row]>>.self) { forms in
            Table(forms.rows) {
                TableColumnForEach(forms.$rows, id: \.id) { $column in TableColumn(column.name) { Text($0.name) } }
            }
        }
        expect(Shown<[Row]>.self) { forms in
            Table(forms.rows) { TableColumnForEach(forms.rows) { column in TableColumn(column.name) { Text($0.name) } } }
        }
        expect(Shown<Range<Int>>.self) { forms in
            Table(forms.rows) { TableColumnForEach(0..<3) { number in TableColumn("\(number)") { Text($0.name) } } }
        }
    }

    // MARK: Rotors

    /// Checks the type of the content of a rotor. The view that has it does not name the type.
    private func expectEntries<Expected: AccessibilityRotorContent, Content: AccessibilityRotorContent>(
        _ expected: Expected.Type, _ location: SourceLocation = #_sourceLocation,
        @AccessibilityRotorContentBuilder _ content: (Forms) -> Content
    ) {
        _ = content(forms)
        #expect("\(Content.self)" == "\(expected)", sourceLocation: location)
    }

    @Test func `entries of a rotor for each element of a binding take the binding as their collection`() {
        typealias Entries<Data: RandomAccessCollection> = ForEach<Data, Int, AccessibilityRotorEntry<Int>>
        expectEntries(Entries<Binding<[Row]>>.self) {
            ForEach($0.$rows) { $row in AccessibilityRotorEntry(row.name, id: row.id) }
        }
        expectEntries(Entries<Binding<[Row]>>.self) {
            ForEach($0.$rows, id: \.id) { $row in AccessibilityRotorEntry(row.name, id: row.id) }
        }
        expectEntries(Entries<[Row]>.self) { ForEach($0.rows) { AccessibilityRotorEntry($0.name, id: $0.id) } }
        expectEntries(Entries<[Row]>.self) { ForEach($0.rows, id: \.id) { AccessibilityRotorEntry($0.name, id: $0.id) } }
    }

    // MARK: Containers

    /// Containers have no initializers for collections, except those for sources of a picker: their
    /// `ForEach` is chosen as in any other view.
    @Test func `ForEach of a binding in a container takes the binding as its collection`() {
        typealias Bound = ForEach<Binding<[Row]>, Int, Text>
        expect(Picker<Text, Int?, Bound>.self) { forms in
            Picker("Row", selection: forms.$one) { ForEach(forms.$rows) { $row in Text(row.name) } }
        }
        expect(Menu<Text, ForEach<Binding<[Row]>, Int, Button<Text>>>.self) { forms in
            Menu("Rows") { ForEach(forms.$rows) { $row in Button(row.name) {} } }
        }
        expect(Section<Text, Bound, EmptyView>.self) { forms in
            Section("Rows") { ForEach(forms.$rows) { $row in Text(row.name) } }
        }
        expect(DisclosureGroup<Text, Bound>.self) { forms in
            DisclosureGroup("Rows") { ForEach(forms.$rows) { $row in Text(row.name) } }
        }
        expect(VStack<Bound>.self) { forms in VStack { ForEach(forms.$rows) { $row in Text(row.name) } } }
        expect(LazyVStack<Bound>.self) { forms in LazyVStack { ForEach(forms.$rows) { $row in Text(row.name) } } }
    }

    @Test func `ForEach of a binding in the tabs of a tab view takes the binding as its collection`() {
        let tabs = name { forms in
            TabView { ForEach(forms.$rows) { $row in Tab(row.name, systemImage: "circle") { Text("page") } } }
        }
        #expect(tabs.contains("ForEach<Binding<Array<Row>>, Int, Tab<"))
    }

    @Test func `a picker of several sources takes the binding as its collection`() {
        struct Light: Identifiable {
            let id: Int
            var color = 0
        }
        let lights: Binding<[Light]> = .constant([Light(id: 1), Light(id: 2, color: 3)])
        expect(Picker<Text, Int, Text>.self) { _ in Picker("Color", sources: lights, selection: \.color) { Text("Red") } }
        let title = "Color"
        expect(Picker<Text, Int, Text>.self) { _ in Picker(title, sources: lights, selection: \.color) { Text("Red") } }
        expect(Picker<Image, Int, Text>.self) { _ in
            Picker(sources: lights, selection: \.color) {
                Text("Red")
            } label: {
                Image(systemName: "lightbulb")
            }
        }
        expect(Picker<Text, Int, Text>.self) { _ in
            Picker("Color", sources: lights, selection: \.color) {
                Text("Red")
            } currentValueLabel: {
                Image(systemName: "lightbulb")
            }
        }
        expect(Picker<Text, Int, Text>.self) { _ in
            Picker(title, sources: lights, selection: \.color) {
                Text("Red")
            } currentValueLabel: {
                Image(systemName: "lightbulb")
            }
        }
        expect(Picker<Image, Int, Text>.self) { _ in
            Picker(sources: lights, selection: \.color) {
                Text("Red")
            } label: {
                Image(systemName: "lightbulb")
            } currentValueLabel: {
                Text("Now")
            }
        }
    }

    @Test func `a toggle of several sources takes the binding as its collection`() {
        struct Alarm: Identifiable {
            let id: Int
            var isOn = false
        }
        let alarms: Binding<[Alarm]> = .constant([Alarm(id: 1), Alarm(id: 2, isOn: true)])
        let title = "All"
        expect(Toggle<Text>.self) { _ in Toggle("All", sources: alarms, isOn: \.isOn) }
        expect(Toggle<Text>.self) { _ in Toggle(title, sources: alarms, isOn: \.isOn) }
        expect(Toggle<Image>.self) { _ in Toggle(sources: alarms, isOn: \.isOn) { Image(systemName: "alarm") } }
    }

    @Test func `a share link of several items has the collection that was passed`() throws {
        let urls = [try #require(URL(string: "https://example.com/a")), try #require(URL(string: "https://example.com/b"))]
        expect(ShareLink<DefaultShareLinkLabel>.self) { ShareLink(items: $0.names) }
        expect(ShareLink<DefaultShareLinkLabel>.self) { ShareLink("Names", items: $0.names) }
        expect(ShareLink<Text>.self) { ShareLink(items: $0.names) { Text("Names") } }
        expect(ShareLink<DefaultShareLinkLabel>.self) { _ in ShareLink(items: urls) }
        expect(ShareLink<DefaultShareLinkLabel>.self) { _ in ShareLink(items: urls) { SharePreview($0.absoluteString) } }
        expect(ShareLink<DefaultShareLinkLabel>.self) { ShareLink(items: $0.rows.map(\.name)) { SharePreview($0) } }
    }
}
