import Foundation
import Testing

@testable import StrataViewGraph

/// Rows whose number is not known from the type of their content, so that all of them exist: an
/// `if` without `else`, an `AnyView`, several views of one element.
@MainActor
struct EvaluatedRowTests {
    @Observable final class Model {
        var names: [String?] = ["a", "b", nil, "c"]
        var several: Set<Int> = []
        @ObservationIgnored var deleted: [IndexSet] = []
        @ObservationIgnored var moved: [String] = []
        @ObservationIgnored var log: [String] = []
    }

    enum Form: CaseIterable {
        case condition, erased, switching, subview, severalViews
    }

    private struct Row: View {
        let name: String?
        var body: some View { if let name { Text(name) } }
    }

    /// The content of a row, in the forms in which an app writes it.
    private struct Content: View {
        let name: String?
        let form: Form

        var body: some View {
            switch form {
            case .condition: if let name { Text(name) }
            case .erased: AnyView(Row(name: name))
            case .switching: if name == "b" { Text("b") } else if let name { Text(name) } else { EmptyView() }
            case .subview: Row(name: name)
            case .severalViews:
                if let name {
                    Text(name)
                    Text("more of \(name)")
                }
            }
        }
    }

    private let model = Model()

    private func contents(_ screen: Screen) -> [RowContent] {
        screen.rows.compactMap { if case .collection(.row(let row)) = $0.content { row } else { nil } }
    }

    private func row(_ name: String, _ screen: Screen) -> Screen.Item? { screen.rows.first { screen.texts(of: $0) == [name] } }

    private func list(_ form: Form) -> some View {
        List(selection: Binding(get: { [model] in model.several }, set: { [model] in model.several = $0 })) {
            ForEach(model.names.indices, id: \.self) { [model] in Content(name: model.names[$0], form: form) }
                .onDelete { [model] in model.deleted.append($0) }
                .onMove { [model] in model.moved.append("\($0.map(\.self)) to \($1)") }
        }
    }

    @Test(arguments: Form.allCases) func `a row is deleted by its offset in the data`(form: Form) {
        let screen = Screen(list(form))
        #expect(contents(screen).allSatisfy { $0.isDeletable && $0.isMovable })
        screen.send(DeleteEvent(), to: row("c", screen))
        #expect(model.deleted == [IndexSet(integer: 3)])
    }

    @Test(arguments: Form.allCases) func `a row is moved by its offset in the data`(form: Form) throws {
        let screen = Screen(list(form))
        let target = try #require(row("a", screen))
        screen.send(MoveEvent(row: target.id, isAfter: false), to: row("c", screen))
        screen.send(MoveEvent(row: target.id, isAfter: true), to: row("c", screen))
        #expect(model.moved == ["[3] to 0", "[3] to 1"])
    }

    @Test(arguments: Form.allCases) func `a row is selected by the ID of its data`(form: Form) {
        let screen = Screen(list(form))
        screen.send(SelectEvent(.only), to: row("b", screen))
        #expect(model.several == [1])
        screen.send(SelectEvent(.range), to: row("c", screen))
        #expect(model.several.isSuperset(of: [1, 3]))
        #expect(model.several.contains(0) == false)
    }

    @Test func `the rows of a section have the actions of their ForEach`() {
        let model = model
        let screen = Screen(
            List {
                Section("Names") {
                    ForEach(["x", "y"], id: \.self) { name in
                        if name != "" { Text(name).deleteDisabled(name == "x") }
                    }
                    .onDelete { model.deleted.append($0) }
                }
                Text("static")
            })
        #expect(contents(screen).map(\.isDeletable) == [false, true, false])
        screen.send(DeleteEvent(), to: row("y", screen))
        #expect(model.deleted == [IndexSet(integer: 1)])
    }

    @Test func `a tag counts before the ID of the data`() {
        let model = model
        let selection = Binding(get: { model.several }, set: { model.several = $0 })
        let screen = Screen(
            List(selection: selection) {
                ForEach(0..<2, id: \.self) { number in
                    if number < 5 { Text("row \(number)").tag(number + 10) }
                }
            })
        screen.send(SelectEvent(.only), to: screen.rows[1])
        #expect(model.several == [11])
    }

    // MARK: Menus

    private struct File: Identifiable {
        let id: String
        var children: [File]?
    }

    private func menuLog(of screen: Screen, _ row: Int) -> [String] {
        screen.send(MenuEvent(), to: screen.rows[row])
        screen.press("Delete")
        screen.send(PrimaryActionEvent(), to: screen.rows[row])
        return model.log
    }

    @Test func `the menu of a selection is that of a static row, too`() {
        let model = model
        let selection = Binding(get: { model.several }, set: { model.several = $0 })
        let screen = Screen(
            List(selection: selection) {
                Text("Inbox").tag(1)
                Text("Sent").tag(2)
            }
            .contextMenu(forSelectionType: Int.self) { ids in
                Button("Delete") { model.log.append("delete \(ids.sorted())") }
            } primaryAction: {
                model.log.append("open \($0.sorted())")
            })
        #expect(menuLog(of: screen, 1) == ["delete [2]", "open [2]"])
    }

    @Test func `the menu of a selection is that of a row of an outline, too`() {
        let model = model
        let files = [File(id: "folder", children: [File(id: "inner")]), File(id: "file")]
        let screen = Screen(
            List(files, children: \.children) { Text($0.id) }
                .contextMenu(forSelectionType: String.self) { ids in
                    Button("Delete") { model.log.append("delete \(ids.sorted())") }
                } primaryAction: {
                    model.log.append("open \($0.sorted())")
                })
        #expect(menuLog(of: screen, 1) == ["delete [\"file\"]", "open [\"file\"]"])
    }

    // MARK: Modifiers around rows

    @Test func `modifiers of a section are those of its rows`() {
        let screen = Screen(
            List {
                Section("Account") {
                    Text("Name")
                    Toggle("On", isOn: .constant(true))
                }
                .listRowInsets(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
                .listRowSeparator(.hidden)
                .listRowBackground(Text("behind"))
                Text("other")
            })
        let insets = EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        #expect(contents(screen).map(\.insets) == [insets, insets, nil])
        #expect(contents(screen).map(\.hiddenSeparators.isEmpty) == [false, false, true])
        let backgrounds = screen.rows.map { row in row.children.filter { $0.content == .collection(.rowBackground) }.count }
        #expect(backgrounds == [1, 1, 0])
    }

    @Observable final class Look { var isMarked = true }

    private struct Marked: View {
        let look: Look
        var body: some View {
            List {
                Group {
                    Text("one")
                    Text("two")
                }
                .listRowBackground(look.isMarked ? Text("behind") : nil)
            }
        }
    }

    @Test func `a background around rows goes with its modifier`() {
        let look = Look()
        let screen = Screen(Marked(look: look))
        #expect(screen.texts == ["one", "behind", "two", "behind"])
        look.isMarked = false
        screen.update()
        #expect(screen.texts == ["one", "two"])
    }

    private struct Sidebar: View {
        let look: Look
        let log: LifecycleTests.Log

        var body: some View {
            NavigationSplitView {
                if look.isMarked {
                    List(selection: Binding<Int?>.constant(1)) {
                        Section {
                            Text("one").tag(1)
                            Text("two").tag(2)
                        }
                        .listRowBackground(Text("behind").onDisappear { log.entries.append("gone") })
                    }
                } else {
                    Text("No list")
                }
            } detail: {
                Text("Detail")
            }
        }
    }

    @Test func `backgrounds around rows disappear with a list whose details another column shows`() {
        let (look, log) = (Look(), LifecycleTests.Log())
        let screen = Screen(Sidebar(look: look, log: log))
        #expect(screen.texts.count { $0 == "behind" } == 2)
        look.isMarked = false
        screen.update()
        #expect(log.entries == ["gone", "gone"])
    }

    @Test func `a row that cannot be selected is not selected`() {
        let model = model
        let selection = Binding(get: { model.several }, set: { model.several = $0 })
        let screen = Screen(
            List(selection: selection) {
                Text("one").tag(1)
                Text("two").tag(2).selectionDisabled()
            })
        screen.send(SelectEvent(.only), to: screen.rows[1])
        #expect(model.several == [])
        #expect(contents(screen).map(\.isSelected) == [false, nil])
    }
}
