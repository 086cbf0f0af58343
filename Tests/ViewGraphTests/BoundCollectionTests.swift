import Testing

@testable import StrataViewGraph

/// Each form in which views show the elements of a binding, after each kind of edit, in bodies that
/// read nothing else.
@MainActor
struct BoundCollectionTests {
    /// The names of the rows that a screen shows, in order.
    private func names(_ screen: Screen) -> [String] {
        screen.all { _ in true }.compactMap { item in
            switch item.content {
            case .text(let text): text.runs.words
            case .control(.textField(let field)): field.text
            case .control(.option(let option)): option.title
            default: nil
            }
        }
        .filter { $0.hasPrefix("•") }
    }

    /// Checks that a screen shows the rows that the app has.
    private func check(
        _ screen: Screen, _ handle: BoundHandle, _ edit: String, _ location: SourceLocation = #_sourceLocation
    ) {
        screen.update()
        #expect(names(screen) == handle.rows.wrappedValue.map(\.name), "\(edit)", sourceLocation: location)
    }

    @Test(arguments: BoundForm.allCases, BoundOwner.allCases)
    func `the rows of a binding follow insertions, removals, moves and edits`(_ form: BoundForm, _ owner: BoundOwner) {
        let handle = BoundHandle()
        let screen = Screen(BoundOwnerView(owner: owner, form: form, handle: handle))
        let rows = handle.rows
        check(screen, handle, "at first")
        rows.wrappedValue.insert(.new, at: 0)
        check(screen, handle, "after an insertion")
        rows.wrappedValue.remove(at: 0)
        check(screen, handle, "after the removal of the first")
        rows.wrappedValue[1].name = "•edited"
        check(screen, handle, "after an edit")
        rows.wrappedValue.swapAt(0, 2)
        check(screen, handle, "after a move")
        rows.wrappedValue.append(.new)
        check(screen, handle, "after an addition")
        rows[0].wrappedValue.name = "•through a binding"
        check(screen, handle, "after an edit by a binding")
        rows.wrappedValue.removeLast()
        check(screen, handle, "after the removal of the last")
        rows.wrappedValue = [BoundRow(id: 9, name: "•other")]
        check(screen, handle, "after a replacement")
        rows.wrappedValue = []
        check(screen, handle, "without elements")
        rows.wrappedValue = BoundRow.three
        check(screen, handle, "at last")
    }

    // MARK: Rows without a change

    private struct Watching: View {
        let form: Int
        let handle: BoundHandle
        let log: Log
        @State private var rows = BoundRow.three

        @MainActor final class Log { var entries: [String] = [] }

        var body: some View {
            handle.rows = $rows
            return AnyView(content)
        }

        private var content: any View {
            switch form {
            case 0: List($rows) { $row in watched($row) }
            case 1: List { ForEach($rows) { $row in watched($row) } }
            case 2: ScrollView { LazyVStack { ForEach($rows) { $row in watched($row) } } }
            case 3: VStack { ForEach($rows) { $row in watched($row) } }
            case 4: List($rows, editActions: .all) { $row in watched($row) }
            case 5: List { ForEach(rows.indices, id: \.self) { index in Text(rows[index].name) } }
            case 6: List { ForEach($rows) { $row in Inner(row: $row, log: log) } }
            case 7: List { ForEach($rows, id: \.id) { $row in Section { watched($row) } } }
            case 8: LazyVGrid(columns: [GridItem()]) { ForEach($rows) { $row in Inner(row: $row, log: log) } }
            default: Table($rows) { TableColumn("Name") { $row in Inner(row: $row, log: log) } }
            }
        }

        private func watched(_ row: Binding<BoundRow>) -> some View {
            Text(row.wrappedValue.name).onChange(of: row.wrappedValue.name) { old, new in log.entries.append("\(old) to \(new)") }
        }

        struct Inner: View {
            @Binding var row: BoundRow
            let log: Log

            var body: some View {
                HStack { Text(row.name) }
                    .onChange(of: row.name) { old, new in log.entries.append("\(old) to \(new)") }
            }
        }
    }

    @Test(arguments: 0...9)
    func `no row takes an insertion or a removal for a change of its own element`(_ form: Int) {
        let handle = BoundHandle()
        let log = Watching.Log()
        let screen = Screen(Watching(form: form, handle: handle, log: log))
        handle.rows.wrappedValue.insert(.new, at: 0)
        check(screen, handle, "after an insertion")
        handle.rows.wrappedValue.removeFirst(2)
        check(screen, handle, "after a removal")
        handle.rows.wrappedValue.swapAt(0, 1)
        check(screen, handle, "after a move")
        #expect(log.entries == [])
        guard form != 5 else { return }
        handle.rows.wrappedValue[0].name = "•edited"
        check(screen, handle, "after an edit")
        #expect(log.entries == ["•three to •edited"])
    }

    @Test func `the task of a row runs once, whatever happens to other rows`() async {
        let handle = BoundHandle()
        let log = Watching.Log()
        let screen = Screen(Tasks(handle: handle, log: log))
        while log.entries.count < 3 { await Task.yield() }
        #expect(log.entries.sorted() == ["•one", "•three", "•two"])
        handle.rows.wrappedValue.insert(.new, at: 0)
        screen.update()
        while log.entries.count < 4 { await Task.yield() }
        handle.rows.wrappedValue.remove(at: 1)
        screen.update()
        handle.rows.wrappedValue.append(BoundRow(id: 5, name: "•last"))
        screen.update()
        while !log.entries.contains("•last") { await Task.yield() }
        #expect(log.entries.sorted() == ["•last", "•new", "•one", "•three", "•two"])
    }

    private struct Tasks: View {
        let handle: BoundHandle
        let log: Watching.Log
        @State private var rows = BoundRow.three

        var body: some View {
            handle.rows = $rows
            return List($rows) { $row in
                Text(row.name).task(id: row.name) { @MainActor in log.entries.append(row.name) }
            }
        }
    }

    // MARK: Bindings of rows

    @Test func `the binding of a row finds its element after others were inserted and removed`() {
        let handle = BoundHandle()
        let kept = Kept()
        _ = Screen(Keeping(handle: handle, kept: kept))
        let two = kept.bindings[1]
        handle.rows.wrappedValue.insert(.new, at: 0)
        #expect(two?.wrappedValue.name == "•two")
        two?.wrappedValue.name = "•TWO"
        #expect(handle.rows.wrappedValue.map(\.name) == ["•new", "•one", "•TWO", "•three"])
        handle.rows.wrappedValue.removeFirst(2)
        two?.name.wrappedValue = "•zwei"
        #expect(handle.rows.wrappedValue.map(\.name) == ["•zwei", "•three"])
    }

    @Test func `the binding of a removed row keeps its value, and writes nothing`() {
        let handle = BoundHandle()
        let kept = Kept()
        _ = Screen(Keeping(handle: handle, kept: kept))
        let two = kept.bindings[1]
        handle.rows.wrappedValue.remove(at: 1)
        #expect(two?.wrappedValue.name == "•two")
        two?.wrappedValue.name = "•TWO"
        #expect(handle.rows.wrappedValue.map(\.name) == ["•one", "•three"])
        handle.rows.wrappedValue = []
        #expect(two?.wrappedValue.name == "•two")
    }

    @MainActor private final class Kept { var bindings: [Binding<BoundRow>?] = [] }

    private struct Keeping: View {
        let handle: BoundHandle
        let kept: Kept
        @State private var rows = BoundRow.three

        var body: some View {
            handle.rows = $rows
            return VStack {
                ForEach($rows) { row in
                    kept.bindings.append(row)
                    return Text(row.wrappedValue.name)
                }
            }
        }
    }

    @Test func `a row that removes its own element can go on`() {
        struct Removing: View {
            let handle: BoundHandle
            @State private var rows = BoundRow.three

            var body: some View {
                handle.rows = $rows
                return List($rows) { $row in
                    Button(row.name) {
                        rows.removeAll { $0.id == row.id }
                        row.name += "!"
                        row.isOn.toggle()
                    }
                    Toggle("On", isOn: $row.isOn)
                }
            }
        }
        let handle = BoundHandle()
        let screen = Screen(Removing(handle: handle))
        screen.press("•three")
        screen.press("•one")
        #expect(handle.rows.wrappedValue == [BoundRow(id: 2, name: "•two")])
        #expect(names(screen) == ["•two"])
        screen.press("•two")
        #expect(names(screen) == [])
    }

    @Test func `a text field whose text is its ID writes each letter`() throws {
        struct Names: View {
            let log: Watching.Log
            @State private var names = ["•a", "•b"]

            var body: some View {
                VStack { ForEach($names, id: \.self) { $name in TextField("Name", text: $name) } }
                    .onChange(of: names) { log.entries.append(names.joined()) }
            }
        }
        let log = Watching.Log()
        let screen = Screen(Names(log: log))
        // Two letters before the window is updated.
        let field = try #require(screen.fields.last).item
        screen.graph.send(InputEvent(text: "•bc"), to: field.id)
        screen.graph.send(InputEvent(text: "•bcd"), to: field.id)
        screen.update()
        #expect(names(screen) == ["•a", "•bcd"])
        #expect(log.entries == ["•a•bcd"])
    }

    @Test func `a text field whose text is its ID shows that its collection refuses a text, and writes the next one`() throws {
        struct Limited: View {
            @State private var names = ["•a", "•b"]

            var body: some View {
                let limited = Binding {
                    names
                } set: { new in
                    if Set(new).count == new.count, new.allSatisfy({ $0.count < 4 }) { names = new }
                }
                VStack { ForEach(limited, id: \.self) { $name in TextField("Name", text: $name) } }
            }
        }
        let screen = Screen(Limited())
        let field = try #require(screen.fields.last).item
        screen.type("•bcd", into: field)
        #expect(names(screen) == ["•a", "•b"])
        // Another element has this text. The field does not write that element from now on.
        screen.type("•a", into: field)
        #expect(names(screen) == ["•a", "•b"])
        screen.type("•bc", into: field)
        #expect(names(screen) == ["•a", "•bc"])
    }

    @Test func `nested collections of bindings are shown and edited`() throws {
        struct Sections: View {
            let handle: BoundHandle
            @State private var rows = [
                BoundRow(id: 1, name: "•A", children: [BoundRow(id: 11, name: "•a1"), BoundRow(id: 12, name: "•a2")]),
                BoundRow(id: 2, name: "•B", children: [BoundRow(id: 21, name: "•b1")]),
            ]

            var body: some View {
                handle.rows = $rows
                return List {
                    ForEach($rows) { $section in
                        Section {
                            ForEach($section.inside) { $row in TextField("Name", text: $row.name) }
                        } header: {
                            Text(section.name)
                        }
                    }
                }
            }
        }
        let handle = BoundHandle()
        let screen = Screen(Sections(handle: handle))
        #expect(names(screen) == ["•A", "•a1", "•a2", "•B", "•b1"])
        handle.rows.wrappedValue[0].children?.insert(BoundRow(id: 10, name: "•a0"), at: 0)
        screen.update()
        #expect(names(screen) == ["•A", "•a0", "•a1", "•a2", "•B", "•b1"])
        screen.type("•typed", into: try #require(screen.fields.last).item)
        #expect(handle.rows.wrappedValue[1].children?.map(\.name) == ["•typed"])
        handle.rows.wrappedValue.removeFirst()
        screen.update()
        #expect(names(screen) == ["•B", "•typed"])
        handle.rows.wrappedValue.insert(BoundRow(id: 3, name: "•C", children: [.new]), at: 0)
        handle.rows.wrappedValue[1].children = []
        screen.update()
        #expect(names(screen) == ["•C", "•new", "•B"])
    }

    @Test func `a field that was just inserted gets the focus`() {
        struct Reminders: View {
            @State private var rows = BoundRow.three
            @FocusState private var focused: Int?

            var body: some View {
                List {
                    ForEach($rows) { $row in TextField("Name", text: $row.name).focused($focused, equals: row.id) }
                }
                Button("Insert") {
                    rows.insert(.new, at: 1)
                    focused = BoundRow.new.id
                }
                Button("Append") {
                    rows.append(BoundRow(id: 5, name: "•last"))
                    focused = 5
                }
            }
        }
        let screen = Screen(Reminders())
        screen.send(FocusEvent(isFocused: true), to: screen.fields[0].item)
        screen.press("Insert")
        #expect(screen.fields.map(\.content.text) == ["•one", "•new", "•two", "•three"])
        #expect(screen.fields.map(\.item.traits.isFocused) == [false, true, false, false])
        screen.send(FocusEvent(isFocused: true, origin: .page), to: screen.fields[1].item)
        screen.press("Append")
        #expect(screen.fields.map(\.item.traits.isFocused) == [false, false, false, false, true])
    }

    @Test func `the rows of a list that moves keep their state`() {
        struct Counting: View {
            let handle: BoundHandle
            @State private var rows = BoundRow.three

            var body: some View {
                handle.rows = $rows
                return List($rows) { $row in Counter(name: row.name) }
            }

            struct Counter: View {
                let name: String
                @State private var count = 0
                var body: some View {
                    Button(name) { count += 1 }
                    Text(verbatim: "•\(name): \(count)")
                }
            }
        }
        let handle = BoundHandle()
        let screen = Screen(Counting(handle: handle))
        screen.press("•two")
        handle.rows.wrappedValue.insert(.new, at: 0)
        handle.rows.wrappedValue.swapAt(1, 3)
        screen.update()
        #expect(names(screen).filter { $0.hasSuffix(": 1") } == ["••two: 1"])
    }
}

extension BoundRow {
    /// The children; none for a row that can have none.
    fileprivate var inside: [BoundRow] {
        get { children ?? [] }
        set { children = newValue }
    }
}
