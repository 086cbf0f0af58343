import Foundation
import Testing

@testable import StrataViewGraph

/// The columns of a split view in the browser's history.
@MainActor
struct SplitHistoryTests: ColumnInspection {
    @Observable final class Model { var column = NavigationSplitViewColumn.sidebar }

    private struct CompactColumns: View {
        let model: Model
        let hasContent: Bool

        var body: some View {
            let column = Binding(get: { model.column }, set: { model.column = $0 })
            if hasContent {
                NavigationSplitView(preferredCompactColumn: column, sidebar: sidebar, content: sidebar, detail: detail)
            } else {
                NavigationSplitView(preferredCompactColumn: column, sidebar: sidebar, detail: detail)
            }
        }

        private func sidebar() -> Text { Text("Sidebar") }
        private func detail() -> Text { Text("Detail") }
    }

    @Test func `the columns of a narrow window are places of its history`() throws {
        let model = Model()
        let screen = Screen(CompactColumns(model: model, hasContent: true))
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        #expect(try window(screen).depth == 0)
        model.column = .detail
        screen.update()
        #expect(try window(screen).depth == 2)
        screen.send(NavigateEvent(depth: 1, location: ""), to: screen.root)
        #expect(model.column == .content)
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(model.column == .sidebar)
        #expect(try window(screen).depth == 0)
    }

    @Test func `a restored window with a forged depth shows its first column`() {
        let model = Model()
        let screen = Screen(CompactColumns(model: model, hasContent: true))
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        model.column = .detail
        screen.graph.history.removePages(beyond: "", depth: .min)
        #expect(model.column == .sidebar)
    }

    @Test func `the columns of a wide window are one place of its history`() throws {
        let model = Model()
        let screen = Screen(CompactColumns(model: model, hasContent: false))
        model.column = .detail
        screen.update()
        #expect(try window(screen).depth == 0)
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        #expect(try window(screen).depth == 1)
        screen.send(SurroundingsEvent(isNarrow: false), to: screen.root)
        #expect(try window(screen).depth == 0)
        #expect(model.column == .detail)
    }

    @Test func `the page of a link in a narrow window is one place of its history`() throws {
        let screen = Screen(
            NavigationSplitView {
                NavigationLink("One", value: 1).navigationDestination(for: Int.self) { Text("Number \($0)") }
            } detail: {
                Text("Nothing")
            })
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        press(link: "One", screen)
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(try window(screen).depth == 0)
        #expect(top(screen) == ["Nothing"])
    }

    @Test func `pages that links push in a sidebar are places of a narrow window's history`() throws {
        let screen = narrow(
            NavigationView {
                NavigationLink("More") { NavigationLink("Go") { Text("Page") } }.isDetailLink(false)
                Text("Nothing")
            })
        press(link: "More", screen)
        #expect(try window(screen).depth == 1)
        press(link: "Go", screen)
        #expect(split(screen)?.compact == .detail)
        #expect(try window(screen).depth == 2)
        screen.send(NavigateEvent(depth: 1, location: ""), to: screen.root)
        #expect(split(screen)?.compact == .sidebar)
        #expect(page(.sidebar, screen) == ["Go"])
        #expect(page(.detail, screen) == ["Nothing"])
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(page(.sidebar, screen) == ["More"])
        #expect(try window(screen).depth == 0)
    }

    @Test func `pages in the column with the content are places of a narrow window's history`() throws {
        let screen = narrow(
            NavigationView {
                NavigationLink("Folder") { NavigationLink("Subfolder") { Text("Mails") }.isDetailLink(false) }
                Text("No folder")
                Text("No mail")
            })
        press(link: "Folder", screen)
        #expect(try window(screen).depth == 1)
        press(link: "Subfolder", screen)
        #expect(page(.content, screen) == ["Mails"])
        #expect(try window(screen).depth == 2)
        screen.send(NavigateEvent(depth: 1, location: ""), to: screen.root)
        #expect(page(.content, screen) == ["Subfolder"])
        #expect(split(screen)?.compact == .content)
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(page(.content, screen) == ["No folder"])
        #expect(split(screen)?.compact == .sidebar)
        #expect(try window(screen).depth == 0)
    }

    private struct Presenting: View {
        let choice: Choice
        let hasItem: Bool

        var body: some View {
            NavigationSplitView {
                if hasItem {
                    link.navigationDestination(item: number) { Text("Page \($0)") }
                } else {
                    link.navigationDestination(isPresented: isPresented) { Text("Page \(choice.number ?? 0)") }
                }
            } detail: {
                Text("Nothing")
            }
        }

        private var link: some View { NavigationLink("Link") { Text("Page of the link") } }

        private var number: Binding<Int?> { Binding(get: { choice.number }, set: { choice.number = $0 }) }

        private var isPresented: Binding<Bool> {
            Binding(get: { choice.number != nil }, set: { if !$0 { choice.number = nil } })
        }
    }

    @Test(arguments: [false, true])
    func `a destination that a sidebar presents is visible in a narrow window`(hasItem: Bool) throws {
        let choice = Choice()
        let screen = narrow(Presenting(choice: choice, hasItem: hasItem))
        choice.number = 1
        screen.update()
        #expect(split(screen)?.compact == .detail)
        #expect(page(.detail, screen) == ["Page 1"])
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(choice.number == nil)
        #expect(split(screen)?.compact == .sidebar)
        #expect(page(.detail, screen) == ["Nothing"])
        // It replaces the page of a link, as that of another link does.
        press(link: "Link", screen)
        choice.number = 2
        screen.update()
        #expect(page(.detail, screen) == ["Page 2"])
        #expect(try window(screen).depth == 1)
    }

    @Observable final class Choice { var number: Int? }

    private struct Selecting: View {
        let choice: Choice
        var column: Binding<NavigationSplitViewColumn>?

        var body: some View {
            if let column {
                NavigationSplitView(preferredCompactColumn: column, sidebar: { sidebar }, detail: { detail })
            } else {
                NavigationSplitView(sidebar: { sidebar }, detail: { detail })
            }
        }

        private var sidebar: some View {
            List(selection: Binding(get: { choice.number }, set: { choice.number = $0 })) {
                Text("One").tag(1)
                Text("Two").tag(2)
            }
        }

        private var detail: some View { Text("Number \(choice.number ?? 0)") }
    }

    private func narrow(_ view: some View) -> Screen {
        let screen = Screen(view)
        narrow(screen)
        return screen
    }

    @Test func `a selection from the start shows the details in a narrow window`() throws {
        let choice = Choice()
        #expect(try window(narrow(Selecting(choice: choice))).depth == 0)
        choice.number = 1
        #expect(try window(narrow(Selecting(choice: choice))).depth == 1)
    }

    @Test func `a selection that the app sets shows the details in a narrow window`() throws {
        let choice = Choice()
        let screen = narrow(Selecting(choice: choice))
        choice.number = 1
        screen.update()
        #expect(try window(screen).depth == 1)
        // The user goes back, and nothing has changed.
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        screen.update()
        #expect(try window(screen).depth == 0)
        #expect(choice.number == 1)
        choice.number = 2
        screen.update()
        #expect(try window(screen).depth == 1)
    }

    @Test func `a selection by the user shows the details once`() throws {
        let choice = Choice()
        let screen = narrow(Selecting(choice: choice))
        let row = screen.find { if case .collection(.row) = $0.content { screen.texts(of: $0) == ["Two"] } else { false } }
        screen.send(SelectEvent(.only), to: row)
        #expect(choice.number == 2)
        #expect(try window(screen).depth == 1)
        // A second choice of the same row changes nothing, and the next one of the app is shown.
        screen.send(SelectEvent(.only), to: row)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        screen.update()
        #expect(try window(screen).depth == 0)
        choice.number = 1
        screen.update()
        #expect(try window(screen).depth == 1)
    }

    private struct TwoLists: View {
        let (first, second): (Choice, Choice)
        let title: Choice

        var body: some View {
            NavigationSplitView {
                Text("Title \(title.number ?? 0)")
                List(selection: Binding(get: { first.number }, set: { first.number = $0 })) { Text("One").tag(1) }
                List(selection: Binding(get: { second.number }, set: { second.number = $0 })) { Text("Two").tag(2) }
            } detail: {
                Text("Detail")
            }
        }
    }

    @Test func `an update of two lists with selections leaves the sidebar in front`() throws {
        let (first, second, title) = (Choice(), Choice(), Choice())
        let screen = narrow(TwoLists(first: first, second: second, title: title))
        for list in [first, second] {
            list.number = list === first ? 1 : 2
            screen.update()
            #expect(try window(screen).depth == 1)
            screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
            title.number = (title.number ?? 0) + 1
            screen.update()
            #expect(try window(screen).depth == 0)
        }
    }

    private struct Replacing: View {
        let choice: Choice
        let order: Choice
        let hasID: Bool

        var body: some View {
            NavigationSplitView {
                if hasID {
                    list("One").id(order.number)
                } else if order.number == nil {
                    list("One")
                } else {
                    list("Uno")
                }
            } detail: {
                Text("Detail")
            }
        }

        private func list(_ title: String) -> some View {
            List(selection: Binding(get: { choice.number }, set: { choice.number = $0 })) { Text(title).tag(1) }
        }
    }

    @Test(arguments: [false, true])
    func `a list that takes the place of another one leaves the sidebar in front`(hasID: Bool) throws {
        let (choice, order) = (Choice(), Choice())
        choice.number = 1
        let screen = narrow(Replacing(choice: choice, order: order, hasID: hasID))
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        for number in [1, nil, 2] {
            order.number = number
            screen.update()
            #expect(try window(screen).depth == 0)
        }
        // The app selects another row while it replaces the list.
        (choice.number, order.number) = (2, nil)
        screen.update()
        #expect(try window(screen).depth == 1)
    }

    @Test(arguments: [false, true])
    func `the values of many lists that others have replaced are forgotten`(changesSelection: Bool) throws {
        let (choice, order) = (Choice(), Choice())
        choice.number = 1
        let screen = narrow(Replacing(choice: choice, order: order, hasID: true))
        for number in 1...40 {
            order.number = number
            if changesSelection { choice.number = number + 1 }
            screen.update()
        }
        let lists = try sidebarLists(screen)
        #expect(lists.values.count <= (changesSelection ? 17 : 1))
        #expect(lists.all.count == 1)
    }

    @Test func `lists without a selected row that others have replaced leave no values`() throws {
        let (choice, order) = (Choice(), Choice())
        let screen = narrow(Replacing(choice: choice, order: order, hasID: true))
        for number in 1...3 {
            order.number = number
            screen.update()
        }
        let lists = try sidebarLists(screen)
        #expect(lists.values.isEmpty)
        #expect(lists.all.count == 1)
    }

    /// The selections of the lists in the sidebar.
    private func sidebarLists(_ screen: Screen) throws -> ColumnSelections {
        let split = try #require(screen.graph.splits.models.first)
        return split.stack(of: .detail, try #require(split.node)).model.lists
    }

    private struct TakingTurns: View {
        let (mail, note): (Choice, Choice)
        let mode: Choice

        var body: some View {
            NavigationSplitView {
                if mode.number == nil {
                    List(selection: Binding(get: { mail.number }, set: { mail.number = $0 })) { Text("Mail").tag(1) }
                } else {
                    List(selection: Binding(get: { note.number }, set: { note.number = $0 })) { Text("Note").tag(2) }
                }
            } detail: {
                Text("Detail")
            }
        }
    }

    @Test func `two lists with selections of their own that take turns leave the sidebar in front`() throws {
        let (mail, note, mode) = (Choice(), Choice(), Choice())
        (mail.number, note.number) = (1, 2)
        let screen = narrow(TakingTurns(mail: mail, note: note, mode: mode))
        // Each of them shows its selection when it appears for the first time.
        for number in [nil, 1] {
            mode.number = number
            screen.update()
            #expect(try window(screen).depth == 1)
            screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        }
        for number in [nil, 1, nil, 1, nil] {
            mode.number = number
            screen.update()
            #expect(try window(screen).depth == 0)
        }
        // The app clears the selection of the list that is not shown.
        note.number = nil
        for number in [1, nil, 1, nil] {
            mode.number = number
            screen.update()
            #expect(try window(screen).depth == 0)
        }
        // The app selects a row of that list.
        (note.number, mode.number) = (2, 1)
        screen.update()
        #expect(try window(screen).depth == 1)
    }

    private struct ReturningLists: View {
        let (first, second): (Choice, Choice)
        let hidden: Choice

        var body: some View {
            NavigationSplitView {
                if hidden.number == nil {
                    List(selection: Binding(get: { first.number }, set: { first.number = $0 })) { Text("One").tag(1) }
                    List(selection: Binding(get: { second.number }, set: { second.number = $0 })) { Text("Two").tag(2) }
                }
            } detail: {
                Text("Detail")
            }
        }
    }

    @Test func `two lists that leave and return leave the sidebar in front`() throws {
        let (first, second, hidden) = (Choice(), Choice(), Choice())
        (first.number, second.number) = (1, 2)
        let screen = narrow(ReturningLists(first: first, second: second, hidden: hidden))
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        for number in [1, nil] {
            hidden.number = number
            screen.update()
            #expect(try window(screen).depth == 0)
        }
    }

    @Observable final class Store {
        var isSaved = false
        var selection: RowID?
    }

    /// The ID of an object: that of the new one with the number 0 is replaced by a save.
    struct RowID: ReplaceableID {
        let number: Int
        let store: Store
        var mayBeReplaced: Bool { number == 0 }
        var replacement: RowID? { number == 0 && store.isSaved ? RowID(number: 1, store: store) : nil }
        static func == (a: RowID, b: RowID) -> Bool { a.number == b.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func `a save of the selected object leaves the sidebar in front`() throws {
        let store = Store()
        store.selection = RowID(number: 0, store: store)
        let screen = narrow(
            NavigationSplitView {
                List(selection: Binding(get: { store.selection }, set: { store.selection = $0 })) { Text("Row") }
            } detail: {
                Text("Detail")
            })
        #expect(try window(screen).depth == 1)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        store.isSaved = true
        screen.update()
        #expect(try window(screen).depth == 0)
        store.selection = RowID(number: 2, store: store)
        screen.update()
        #expect(try window(screen).depth == 1)
    }

    @Test func `the app decides about the column if it has a binding to it`() throws {
        let (choice, model) = (Choice(), Model())
        choice.number = 1
        let screen = narrow(
            Selecting(choice: choice, column: Binding(get: { model.column }, set: { model.column = $0 })))
        choice.number = 2
        screen.update()
        #expect(model.column == .sidebar)
        #expect(try window(screen).depth == 0)
    }
}
