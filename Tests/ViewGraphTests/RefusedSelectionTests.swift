import Testing

@testable import StrataViewGraph

/// Values that no view observes, and a rule for those that may be selected.
@MainActor
private final class Guarded<Value> {
    var value: Value
    private let rule: (Value) -> Value

    init(_ value: Value, rule: @escaping (Value) -> Value) {
        self.value = value
        self.rule = rule
    }

    var binding: Binding<Value> {
        Binding {
            self.value
        } set: {
            self.value = self.rule($0)
        }
    }
}

extension Screen {
    /// Selects a row as the script does: the host's copy shows the selection at once.
    fileprivate func choose(_ index: Int, _ choice: SelectionChoice = .only, several: Bool = false) {
        let row = rows[index]
        if choice == .only || !several {
            for other in rows where other !== row { other.setSelected(false) }
        }
        let isOn = choice == .toggle ? !row.isSelected : true
        row.setSelected(isOn)
        send(SelectEvent(choice), to: row)
    }

    /// Whether each row shows that it is selected.
    fileprivate var selected: [Bool] { rows.map(\.isSelected) }
}

extension Screen.Item {
    fileprivate var isSelected: Bool {
        if case .collection(.row(let row)) = content { row.isSelected ?? false } else { false }
    }

    fileprivate func setSelected(_ isSelected: Bool) {
        guard case .collection(.row(var row)) = content, row.isSelected != nil else { return }
        row.isSelected = isSelected
        content = .collection(.row(row))
    }
}

/// The host shows a selection at once, and then what the binding has made of it. `Screen` compares
/// its copy with the graph after each event.
@MainActor
@Suite
struct RefusedSelectionTests {
    private struct Rows: View {
        let selection: Binding<String?>

        var body: some View {
            List(["a", "b", "c"], id: \.self, selection: selection) { Text($0) }
        }
    }

    private struct TaggedRows: View {
        let selection: Binding<String?>

        var body: some View {
            List(selection: selection) {
                Text("a").tag("a")
                Text("b").tag("b")
                Text("c").tag("c")
            }
        }
    }

    private struct SeveralRows: View {
        let selection: Binding<Set<String>>

        var body: some View {
            List(["a", "b", "c"], id: \.self, selection: selection) { Text($0) }
        }
    }

    @Test func `a list shows the former row if its binding refuses another one`() {
        let guarded = Guarded<String?>("a") { _ in "a" }
        let screen = Screen(Rows(selection: guarded.binding))
        screen.choose(1)
        #expect(screen.selected == [true, false, false])
        screen.choose(1)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a list of rows with tags shows the former row if its binding refuses another one`() {
        let guarded = Guarded<String?>("a") { _ in "a" }
        let screen = Screen(TaggedRows(selection: guarded.binding))
        screen.choose(1)
        #expect(screen.selected == [true, false, false])
        screen.choose(2)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a list shows the former row if its binding refuses one that is toggled`() {
        let guarded = Guarded<String?>("a") { _ in "a" }
        let screen = Screen(Rows(selection: guarded.binding))
        screen.choose(1, .toggle)
        #expect(screen.selected == [true, false, false])
        screen.choose(0, .toggle)
        #expect(screen.selected == [true, false, false])
        let tagged = Screen(TaggedRows(selection: guarded.binding))
        tagged.choose(1, .toggle)
        #expect(tagged.selected == [true, false, false])
    }

    @Test func `a list shows the row to which its binding changes the selection`() {
        let guarded = Guarded<String?>(nil) { $0 == "b" ? "c" : $0 }
        let screen = Screen(Rows(selection: guarded.binding))
        screen.choose(1)
        #expect(screen.selected == [false, false, true])
        screen.choose(0)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a list of rows with tags shows the row to which its binding changes the selection`() {
        let guarded = Guarded<String?>(nil) { $0 == "b" ? "c" : $0 }
        let screen = Screen(TaggedRows(selection: guarded.binding))
        screen.choose(1)
        #expect(screen.selected == [false, false, true])
        screen.choose(0)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a list shows no selection if its binding is constant`() {
        let screen = Screen(Rows(selection: .constant(nil)))
        screen.choose(2)
        #expect(screen.selected == [false, false, false])
    }

    @Test func `a list with several selected rows shows those that its binding keeps`() {
        // At most two rows, and always the first.
        let guarded = Guarded<Set<String>>(["a"]) { $0.contains("a") && $0.count < 3 ? $0 : ["a"] }
        let screen = Screen(SeveralRows(selection: guarded.binding))
        screen.choose(1, .toggle, several: true)
        #expect(screen.selected == [true, true, false])
        screen.choose(2, .toggle, several: true)
        #expect(screen.selected == [true, false, false])
        screen.choose(2, .only, several: true)
        #expect(screen.selected == [true, false, false])
        screen.choose(0, .toggle, several: true)
        #expect(screen.selected == [true, false, false])
        screen.choose(2, .range, several: true)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a table shows the former row if its binding refuses another one`() {
        struct Person: Identifiable {
            let id: String
        }
        let guarded = Guarded<String?>("a") { _ in "a" }
        let people = ["a", "b"].map(Person.init)
        let screen = Screen(Table(people, selection: guarded.binding) { TableColumn("Name") { Text($0.id) } })
        screen.choose(1)
        #expect(screen.selected == [true, false])
    }

    @Test func `the sidebar of a split view shows the former row if its binding refuses another one`() {
        let guarded = Guarded<String?>("a") { _ in "a" }
        let screen = Screen(
            NavigationSplitView {
                Rows(selection: guarded.binding)
            } detail: {
                Text("Detail")
            })
        screen.choose(2)
        #expect(screen.selected == [true, false, false])
    }

    @Test func `a tab view shows the page to which its binding changes the selection`() {
        let guarded = Guarded("a") { $0 == "b" ? "c" : $0 }
        let screen = Screen(
            TabView(selection: guarded.binding) {
                Tab("A", value: "a") { Text("page a") }
                Tab("B", value: "b") { Text("page b") }
                Tab("C", value: "c") { Text("page c") }
            })
        func selected() -> [Bool] {
            screen.all { if case .navigation(.tab) = $0 { true } else { false } }.map {
                if case .navigation(.tab(let tab)) = $0.content { tab.isSelected } else { false }
            }
        }
        let tabs = screen.all { if case .navigation(.tab) = $0 { true } else { false } }
        screen.send(PressEvent(), to: tabs[1])
        #expect(selected() == [false, false, true])
        screen.send(PressEvent(), to: tabs[0])
        #expect(selected() == [true, false, false])
    }

    @Test(arguments: [PickerLook.menu, .segmented, .inline])
    func `a picker shows the option to which its binding changes the selection`(_ look: PickerLook) {
        let guarded = Guarded("a") { $0 == "b" ? "c" : $0 }
        let screen = Screen(StyledPicker(look: look, selection: guarded.binding))
        #expect(screen.pick(1, look) == 2)
        #expect(screen.pick(0, look) == 0)
    }

    @Test(arguments: [PickerLook.menu, .segmented, .inline])
    func `a picker shows the former option if its binding refuses another one`(_ look: PickerLook) {
        let guarded = Guarded("a") { _ in "a" }
        let screen = Screen(StyledPicker(look: look, selection: guarded.binding))
        #expect(screen.pick(2, look) == 0)
    }
}

enum PickerLook {
    case menu, segmented, inline
}

private struct StyledPicker: View {
    let look: PickerLook
    let selection: Binding<String>

    private var picker: some View {
        Picker("Letter", selection: selection) {
            ForEach(["a", "b", "c"], id: \.self) { Text($0) }
        }
    }

    var body: some View {
        switch look {
        case .menu: picker.pickerStyle(.menu)
        case .segmented: picker.pickerStyle(.segmented)
        case .inline: picker.pickerStyle(.inline)
        }
    }
}

extension Screen {
    /// Selects the option at a position as the browser and the script do. Returns the position of the
    /// option that the host shows then.
    fileprivate func pick(_ index: Int, _ look: PickerLook) -> Int? {
        switch look {
        case .menu:
            let picker = find { if case .control(.picker) = $0.content { true } else { false } }
            guard let picker, case .control(.picker(var content)) = picker.content else { return nil }
            let options = all { if case .control(.option) = $0 { true } else { false } }.compactMap {
                if case .control(.option(let option)) = $0.content { option.id } else { nil }
            }
            content.selection = options[index]
            picker.content = .control(.picker(content))
            send(OptionEvent(option: options[index]), to: picker)
            guard case .control(.picker(let shown)) = picker.content else { return nil }
            return options.firstIndex { $0 == shown.selection }
        case .segmented, .inline:
            let choices = all { if case .control(.choice) = $0 { true } else { false } }
            for (position, choice) in choices.enumerated() { choice.setChosen(position == index) }
            send(PressEvent(), to: choices[index])
            return choices.firstIndex {
                if case .control(.choice(let choice)) = $0.content { choice.isSelected } else { false }
            }
        }
    }
}

extension Screen.Item {
    /// Sets whether a choice is shown as selected, with its tab stop.
    fileprivate func setChosen(_ isChosen: Bool) {
        guard case .control(.choice(var choice)) = content else { return }
        choice.isSelected = isChosen
        choice.isTabStop = isChosen
        content = .control(.choice(choice))
    }
}
