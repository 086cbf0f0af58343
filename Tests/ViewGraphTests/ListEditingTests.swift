import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct ListEditingTests {
    typealias Item = ListTests.Item

    @Observable final class Model {
        var items = (0..<6).map { Item(id: $0, name: "item \($0)") }
        var one: Int?
        var several: Set<Int> = []
        var isExpanded = true
        var required = 1
        @ObservationIgnored var refreshes = 0
        @ObservationIgnored var evaluations = 0
    }

    private let model = Model()

    private func binding<Value>(_ keyPath: ReferenceWritableKeyPath<Model, Value>) -> Binding<Value> {
        Binding(get: { [model] in model[keyPath: keyPath] }, set: { [model] in model[keyPath: keyPath] = $0 })
    }

    private func rows(_ screen: Screen) -> [RowContent] {
        screen.rows.compactMap { if case .collection(.row(let row)) = $0.content { row } else { nil } }
    }

    private func selected(_ screen: Screen) -> [Int] {
        rows(screen).enumerated().filter { $0.element.isSelected == true }.map(\.offset)
    }

    // MARK: Selection

    @Test func `a click chooses one row`() {
        let screen = Screen(List(model.items, selection: binding(\.one)) { Text($0.name) })
        screen.send(SelectEvent(.only), to: screen.rows[2])
        #expect(model.one == 2)
        #expect(selected(screen) == [2])
        screen.send(SelectEvent(.only), to: screen.rows[3])
        #expect(selected(screen) == [3])
    }

    @Test func `a selection that the app sets shows`() {
        let screen = Screen(List(model.items, selection: binding(\.one)) { Text($0.name) })
        model.one = 4
        screen.update()
        #expect(selected(screen) == [4])
    }

    @Test func `a change of the selection evaluates no row's content`() {
        let model = model
        let screen = Screen(
            List(model.items, selection: binding(\.one)) { item in
                let _ = { model.evaluations += 1 }()
                Text(item.name)
            })
        let evaluations = model.evaluations
        model.one = 4
        screen.update()
        #expect(model.evaluations == evaluations)
    }

    @Test func `several rows are chosen one by one and by a range`() {
        let screen = Screen(List(model.items, selection: binding(\.several)) { Text($0.name) })
        screen.send(SelectEvent(.only), to: screen.rows[1])
        screen.send(SelectEvent(.toggle), to: screen.rows[4])
        #expect(model.several == [1, 4])
        screen.send(SelectEvent(.toggle), to: screen.rows[1])
        #expect(model.several == [4])
        screen.send(SelectEvent(.only), to: screen.rows[4])
        screen.send(SelectEvent(.range), to: screen.rows[2])
        #expect(model.several == [2, 3, 4])
        #expect(selected(screen) == [2, 3, 4])
    }

    @Test func `a range reaches beyond the rows that exist`() {
        model.items = (0..<500).map { Item(id: $0, name: "item \($0)") }
        let screen = Screen(List(model.items, selection: binding(\.several)) { Text($0.name) })
        screen.send(SelectEvent(.only), to: screen.rows[3])
        screen.send(VisibleRowsEvent(rows: 300..<310), to: screen.root.children[0])
        screen.send(SelectEvent(.range), to: screen.rows[0])
        #expect(model.several == Set(3...270))
    }

    @Test func `a row outside a ForEach is chosen by its tag`() {
        let screen = Screen(
            List(selection: binding(\.one)) {
                Text("first").tag(7)
                Text("second").tag(8)
                Text("third")
            })
        #expect(rows(screen).map(\.isSelected) == [false, false, nil])
        screen.send(SelectEvent(.only), to: screen.rows[1])
        #expect(model.one == 8)
        #expect(selected(screen) == [1])
    }

    @Test func `one row stays selected where the selection is not optional`() {
        let screen = Screen(List(selection: binding(\.required)) { ForEach(model.items) { Text($0.name) } })
        #expect(selected(screen) == [1])
        screen.send(SelectEvent(.toggle), to: screen.rows[3])
        #expect(model.required == 3)
        screen.send(SelectEvent(.toggle), to: screen.rows[3])
        #expect(model.required == 3)
        #expect(selected(screen) == [3])
    }

    @Test func `tags choose the value of a selection that is not optional`() {
        let screen = Screen(
            List(selection: binding(\.required)) {
                Text("first").tag(1)
                Text("second").tag(2)
            })
        screen.send(SelectEvent(.only), to: screen.rows[1])
        #expect(model.required == 2)
        #expect(selected(screen) == [1])
    }

    @Test func `rows of a list without a selection cannot be chosen`() {
        let screen = Screen(List(model.items) { Text($0.name) })
        #expect(rows(screen).allSatisfy { $0.isSelected == nil })
        #expect(!screen.graph.send(SelectEvent(.only), to: screen.rows[0].id))
    }

    // MARK: Moving and deleting

    @Test func `a row is moved before or behind another`() {
        let model = model
        struct Movable: View {
            let model: Model
            var body: some View {
                List { ForEach(model.items) { Text($0.name) }.onMove { model.items.move(fromOffsets: $0, toOffset: $1) } }
            }
        }
        let screen = Screen(Movable(model: model))
        screen.send(MoveEvent(row: screen.rows[4].id, isAfter: true), to: screen.rows[1])
        #expect(model.items.map(\.id) == [0, 2, 3, 4, 1, 5])
        #expect(screen.texts == ["item 0", "item 2", "item 3", "item 4", "item 1", "item 5"])
        screen.send(MoveEvent(row: screen.rows[0].id, isAfter: false), to: screen.rows[5])
        #expect(model.items.map(\.id) == [5, 0, 2, 3, 4, 1])
    }

    @Test func `a forged target moves nothing`() {
        let model = model
        let screen = Screen(List { ForEach(model.items) { Text($0.name) }.onMove { _, _ in model.items = [] } })
        screen.send(MoveEvent(row: 9999, isAfter: true), to: screen.rows[1])
        #expect(model.items.count == 6)
    }

    @Test func `edit actions change the collection`() {
        let screen = Screen(List(binding(\.items), editActions: .all) { Text($0.wrappedValue.name) })
        screen.send(DeleteEvent(), to: screen.rows[2])
        #expect(model.items.map(\.id) == [0, 1, 3, 4, 5])
    }

    @Test func `a row can refuse to be deleted or moved`() {
        let screen = Screen(
            List {
                ForEach(model.items) { Text($0.name).deleteDisabled($0.id == 1).moveDisabled($0.id == 2) }
                    .onDelete { _ in }.onMove { _, _ in }
            })
        #expect(rows(screen).map(\.isDeletable) == [true, false, true, true, true, true])
        #expect(rows(screen).map(\.isMovable) == [true, true, false, true, true, true])
    }

    @Test func `moving several elements keeps their order`() {
        var numbers = Array(0..<6)
        numbers.move(fromOffsets: [1, 4], toOffset: 3)
        #expect(numbers == [0, 2, 1, 4, 3, 5])
        numbers = Array(0..<6)
        numbers.move(fromOffsets: [0, 1], toOffset: 6)
        #expect(numbers == [2, 3, 4, 5, 0, 1])
        numbers.remove(atOffsets: [0, 5])
        #expect(numbers == [3, 4, 5, 0])
    }

    // MARK: Bindings

    @Test func `a row changes its element`() {
        let screen = Screen(List(binding(\.items)) { $item in Button(item.name) { item.name += "!" } })
        screen.press("item 3")
        #expect(model.items[3].name == "item 3!")
    }

    // MARK: Rows and sections

    @Test func `row modifiers on a row and around a ForEach reach the row`() {
        let screen = Screen(
            List {
                ForEach(model.items) { item in
                    Text(item.name).listRowSeparator(item.id == 0 ? .visible : .hidden)
                }
                .listRowInsets(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
                Text("last").listRowSeparatorTint(.red).listRowBackground(Text("behind"))
            })
        #expect(screen.texts(of: screen.rows[6]) == ["last", "behind"])
        #expect(rows(screen)[0].hiddenSeparators == [])
        #expect(rows(screen)[1].hiddenSeparators == .all)
        #expect(rows(screen)[5].insets == EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
        #expect(rows(screen)[6].insets == nil)
        #expect(rows(screen)[6].separatorTint == .red)
    }

    @Test func `a background and swipe actions belong to their row`() throws {
        let model = model
        let screen = Screen(
            List {
                Text("alone").swipeActions { Button("Pin") { model.one = 1 } }
                ForEach(model.items) { item in
                    Text(item.name).listRowBackground(Text("behind")).swipeActions(edge: .leading) {
                        Button("Flag \(item.id)") { model.one = item.id }
                    }
                }
            })
        #expect(screen.rows.count == 7)
        #expect(screen.texts(of: screen.rows[0]) == ["alone", "Pin"])
        screen.press("Flag 3")
        #expect(model.one == 3)
    }

    /// Rows in which each form has modifiers around several rows.
    struct ManyActingRows: View {
        enum Form: CaseIterable { case lazy, made, section, sections, group }
        let form: Form
        let model: Model

        var body: some View {
            List {
                switch form {
                case .lazy: rows { Text($0.name) }
                case .made: rows { item in if item.id >= 0 { Text(item.name) } }
                case .section: acting(Section("Header") { ForEach(model.items) { Text($0.name) } })
                case .sections: rows { item in Section { Text(item.name) } }
                case .group:
                    acting(
                        Group {
                            Text(model.items[0].name)
                            ForEach(model.items.dropFirst()) { Text($0.name) }
                        })
                }
            }
        }

        private func rows<Row: View>(@ViewBuilder _ row: @escaping (Item) -> Row) -> some View {
            acting(ForEach(model.items) { row($0) })
        }

        private func acting<Rows: View>(_ rows: Rows) -> some View {
            rows
                .swipeActions { Button("Flag") { model.one = 1 } }
                .swipeActions { Button("Count \(model.required)") { model.one = 2 } }
                .swipeActions(edge: .leading) { Button("Pin") {} }
        }
    }

    @Test(arguments: ManyActingRows.Form.allCases)
    func `swipe actions around several rows are those of each row`(form: ManyActingRows.Form) {
        let model = model
        let screen = Screen(ManyActingRows(form: form, model: model))
        func check(_ names: [String], _ count: Int, _ location: SourceLocation = #_sourceLocation) {
            let found = screen.rows.map { screen.texts(of: $0).sorted() }
            let expected = names.map { [$0, "Count \(count)", "Flag", "Pin"].sorted() }
            #expect(found == expected, sourceLocation: location)
            for row in screen.rows {
                let edges = row.children.compactMap { child in
                    if case .collection(.swipeActions(let actions)) = child.content { "\(actions.edge)" } else { nil }
                }
                #expect(edges.sorted() == ["leading", "trailing"], sourceLocation: location)
            }
        }
        let names = model.items.map(\.name)
        check(names, model.required)
        screen.press("Flag")
        #expect(model.one == 1)
        model.required += 5
        screen.update()
        check(names, model.required)
        screen.press("Count \(model.required)")
        #expect(model.one == 2)
        model.items.removeFirst(2)
        screen.update()
        check(Array(names.dropFirst(2)), model.required)
    }

    /// A row with two modifiers at its trailing edge, of which the inner one can be absent.
    private struct ActingRow: View {
        let model: Model

        var body: some View {
            content
                .swipeActions(edge: .leading) { Button("Pin") {} }
                .swipeActions { Button("Archive") { model.one = 1 } }
        }

        @ViewBuilder private var content: some View {
            if model.isExpanded {
                Text("a").swipeActions(allowsFullSwipe: model.required > 1) {
                    Button("Flag") { model.one = 2 }
                    Button("Mute") {}
                }
            } else {
                Text("a")
            }
        }
    }

    @Test(arguments: [false, true])
    func `several swipe actions at one edge of a row are in one element, the inner ones first`(isLazy: Bool) {
        let model = model
        let screen =
            isLazy
            ? Screen(List(0..<2) { _ in ActingRow(model: model) })
            : Screen(List { ActingRow(model: model) })
        var actions: [[String]] {
            screen.rows[0].children.compactMap { child in
                guard case .collection(.swipeActions(let actions)) = child.content else { return nil }
                return ["\(actions.edge)", "\(actions.allowsFullSwipe)"] + screen.texts(of: child)
            }
        }
        #expect(actions == [["leading", "true", "Pin"], ["trailing", "false", "Flag", "Mute", "Archive"]])
        screen.press("Archive")
        #expect(model.one == 1)
        screen.press("Flag")
        #expect(model.one == 2)
        model.required = 2
        screen.update()
        #expect(actions == [["leading", "true", "Pin"], ["trailing", "true", "Flag", "Mute", "Archive"]])
        model.isExpanded = false
        screen.update()
        #expect(actions == [["leading", "true", "Pin"], ["trailing", "true", "Archive"]])
        screen.press("Archive")
        #expect(model.one == 1)
        model.isExpanded = true
        model.required = 1
        screen.update()
        #expect(actions == [["leading", "true", "Pin"], ["trailing", "false", "Flag", "Mute", "Archive"]])
    }

    @Test func `an alert in a list is no row`() {
        let screen = Screen(
            List {
                Text("a").alert("Attention", isPresented: .constant(true)) { Button("Yes") {} }
                Text("b")
            })
        #expect(screen.rows.count == 2)
    }

    @Test func `a closed section shows its header alone`() {
        let screen = Screen(
            List {
                Section("Numbers", isExpanded: binding(\.isExpanded)) { ForEach(model.items) { Text($0.name) } }
                Text("last")
            })
        #expect(screen.rows.count == 7)
        model.isExpanded = false
        screen.update()
        #expect(screen.rows.count == 1)
        #expect(screen.texts.first == "Numbers")
    }

    @Test func `the rows of a tree open below their parent`() {
        struct Folder: Identifiable {
            let id: String
            var children: [Folder]?
        }
        let folders = [
            Folder(id: "a", children: [Folder(id: "a1", children: [Folder(id: "a11")]), Folder(id: "a2")]), Folder(id: "b"),
        ]
        let screen = Screen(List(folders, children: \.children) { Text($0.id) })
        #expect(screen.texts == ["a", "b"])
        screen.press(labeled: "Open")
        #expect(screen.texts == ["a", "a1", "a2", "b"])
        screen.press(labeled: "Open")
        #expect(screen.texts == ["a", "a1", "a11", "a2", "b"])
        screen.press(labeled: "Close")
        #expect(screen.texts == ["a", "b"])
    }

    @Test func `the rows of a tree say their level and whether they are expanded`() {
        struct Folder: Identifiable {
            let id: String
            var children: [Folder]?
        }
        let folders = [Folder(id: "a", children: [Folder(id: "a1")]), Folder(id: "b")]
        let screen = Screen(List(folders, children: \.children) { Text($0.id) })
        func outlines() -> [RowOutline?] {
            screen.rows.map { if case .collection(.row(let row)) = $0.content { row.outline } else { nil } }
        }
        #expect(outlines() == [RowOutline(level: 0, isExpanded: false), RowOutline(level: 0)])
        screen.press(labeled: "Open")
        #expect(outlines() == [RowOutline(level: 0, isExpanded: true), RowOutline(level: 1), RowOutline(level: 0)])
    }

    @Test func `a list that is pulled runs its action`() async throws {
        let model = model
        let screen = Screen(List { Text("a") }.refreshable { @MainActor in model.refreshes += 1 })
        screen.send(RefreshEvent(), to: screen.root.children[0])
        while model.refreshes == 0 { await Task.yield() }
        #expect(model.refreshes == 1)
    }

    @Test func `an edit button switches the lists of its window`() throws {
        let screen = Screen(
            VStack {
                EditButton()
                List { Text("a") }
            })
        func isEditing() -> Bool {
            screen.find { if case .collection(.list(let look)) = $0.content { look.isEditing } else { false } } != nil
        }
        #expect(!isEditing())
        screen.press("Edit")
        #expect(isEditing())
        screen.press("Done")
        #expect(!isEditing())
    }

    // MARK: Values of other types

    @Test func `a row whose ID is of another type than the selection cannot be selected`() {
        model.one = 3
        let screen = Screen(
            List(selection: binding(\.one)) {
                ForEach(["a", "b"], id: \.self) { Text($0) }
                ForEach(model.items) { Text($0.name) }
                Text("tag").tag("c")
            })
        #expect(rows(screen).map(\.isSelected) == [nil, nil, false, false, false, true, false, false, nil])
        screen.graph.send(SelectEvent(.only), to: screen.rows[0].id)
        screen.update()
        #expect(model.one == 3)
    }

    // MARK: Lines around rows

    @Test func `separators are set for each edge by itself`() {
        let screen = Screen(
            List {
                Text("a").listRowSeparator(.hidden, edges: .bottom).listRowSeparator(.visible, edges: .top)
                Text("b").listRowSeparatorTint(.red, edges: .bottom).listRowSeparatorTint(.blue, edges: .top)
                Text("c").listRowSeparator(.visible).listRowSeparator(.hidden, edges: .top)
                Text("d")
            })
        let rows = rows(screen)
        #expect(rows.map { $0.hiddenSeparators.contains(.bottom) } == [true, false, false, false])
        #expect(rows.map(\.showsTopSeparator) == [true, false, false, false])
        #expect(rows[1].separatorTint == .red)
        #expect(rows[1].topSeparatorTint == .blue)
    }

    // MARK: Ranges of long lists

    /// A collection that counts how often its number of elements is read.
    private struct CountedNumbers: RandomAccessCollection {
        @MainActor final class Reads { var count = 0 }
        let reads: Reads
        let numbers: Range<Int>
        var startIndex: Int { numbers.startIndex }
        var endIndex: Int {
            MainActor.assumeIsolated { reads.count += 1 }
            return numbers.endIndex
        }
        func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
        subscript(index: Int) -> Int { index }
    }

    @Test func `a range in a list with many sections reads each section a few times`() {
        let reads = CountedNumbers.Reads()
        let (sections, size) = (40, 50)
        let screen = Screen(
            List(selection: binding(\.several)) {
                ForEach(0..<sections, id: \.self) { section in
                    Section("\(section)") {
                        ForEach(CountedNumbers(reads: reads, numbers: section * size..<(section + 1) * size), id: \.self) {
                            Text("\($0)")
                        }
                    }
                }
            })
        screen.send(SelectEvent(.only), to: screen.rows[0])
        screen.send(VisibleRowsEvent(rows: 1980..<2000), to: screen.root.children[0])
        reads.count = 0
        screen.graph.send(SelectEvent(.range), to: screen.rows[screen.rows.count - 1].id)
        #expect(model.several == Set(0..<2000))
        #expect(reads.count < 10 * sections)
    }

    // MARK: Equal IDs

    private struct Counted: View {
        let name: String
        @State private var count = 0
        var body: some View { Button("\(name) \(count)") { count += 1 } }
    }

    @Test func `a scroll does not move the state of a row to another row with the same ID`() {
        model.items = (0..<200).map { Item(id: $0 == 100 ? 10 : $0, name: "item \($0)") }
        let screen = Screen(List { ForEach(model.items) { Counted(name: $0.name) } })
        screen.press("item 10 0")
        #expect(screen.texts.contains("item 10 1"))
        screen.send(VisibleRowsEvent(rows: 40..<80), to: screen.root.children[0])
        #expect(screen.texts.contains("item 10 1"))
        #expect(screen.texts.contains("item 100 0"))
        screen.send(VisibleRowsEvent(rows: 45..<80), to: screen.root.children[0])
        #expect(!screen.texts.contains("item 10 1"))
        #expect(screen.texts.contains("item 100 0"))
        screen.send(VisibleRowsEvent(rows: 40..<80), to: screen.root.children[0])
        #expect(screen.texts.contains("item 100 0"))
    }

    @Test func `sections with equal IDs keep their state while the list scrolls`() {
        // The elements are collections, so that the list evaluates the sections near the range only.
        let sections = (0..<100).map { [$0 == 60 ? 5 : $0, $0] }
        let screen = Screen(
            List {
                ForEach(sections, id: \.first) { section in
                    Section {
                        Counted(name: "section \(section[1])")
                        Text("end")
                    }
                }
            })
        screen.press("section 5 0")
        screen.send(VisibleRowsEvent(rows: 120..<130), to: screen.root.children[0])
        #expect(screen.texts.contains("section 60 0"))
        screen.send(VisibleRowsEvent(rows: 40..<130), to: screen.root.children[0])
        screen.press("section 5 0")
        screen.send(VisibleRowsEvent(rows: 45..<130), to: screen.root.children[0])
        #expect(screen.texts.contains("section 60 0"))
    }
}
