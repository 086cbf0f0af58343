import Foundation
import Testing

@testable import StrataViewGraph

/// Links in the sidebar of a split view whose details are a stack of the app.
@MainActor
struct SplitStackTests: ColumnInspection {
    @Observable final class Model {
        var path: [Int] = []
        var selection: Int?
    }

    private struct Columns: View {
        let model: Model
        var hasSelection = false

        var body: some View {
            NavigationSplitView {
                if hasSelection {
                    List(selection: Binding(get: { model.selection }, set: { model.selection = $0 })) { Links() }
                } else {
                    Links()
                }
            } detail: {
                NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                    Text("Root \(model.selection ?? 0)")
                        .navigationDestination(for: Int.self) { number in
                            Text("Number \(number)")
                            NavigationLink("Next of \(number)", value: number + 1)
                        }
                }
            }
        }
    }

    private struct Links: View {
        var body: some View {
            NavigationLink("One", value: 1)
            NavigationLink("Five", value: 5)
            NavigationLink("Word", value: "word")
        }
    }

    @Test func `a link in the sidebar shows its destination above the first page of the stack`() {
        let model = Model()
        let screen = Screen(Columns(model: model))
        press(link: "One", screen)
        #expect(top(screen).first == "Number 1")
        #expect(model.path == [1])
        #expect(screen.texts.contains("Root 0"))
        #expect(!screen.texts.contains("⚠️"))
        press(link: "Next of 1", screen)
        #expect(model.path == [1, 2])
        press(link: "Five", screen)
        #expect(top(screen).first == "Number 5")
        #expect(model.path == [5])
    }

    @Test func `a link to a view replaces what the details contain, and leaves the path of the stack`() {
        let model = Model()
        model.path = [3]
        let screen = Screen(
            NavigationSplitView {
                NavigationLink("About") { Text("About page") }
            } detail: {
                NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                    Text("Root").navigationDestination(for: Int.self) { Text("Number \($0)") }
                }
            })
        #expect(top(screen) == ["Number 3"])
        press(link: "About", screen)
        #expect(top(screen) == ["About page"])
        #expect(model.path == [3])
    }

    @Test func `a link shows the column of the stack in a narrow window`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model))
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        press(link: "One", screen)
        // The first page of the stack, and the link's page above it.
        #expect(try window(screen).depth == 2)
    }

    @Test func `a reload in a narrow window shows the page that a link has put into the stack`() throws {
        let screen = Screen(Columns(model: Model()))
        narrow(screen)
        press(link: "One", screen)
        let place = try window(screen)
        let reloaded = Screen(Columns(model: Model()))
        narrow(reloaded)
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(split(reloaded)?.compact == .detail)
        #expect(top(reloaded).first == "Number 1")
        #expect(try window(reloaded).depth == 2)
    }

    @Test func `Forward in a narrow window shows the page that a link has put into the stack`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model))
        narrow(screen)
        press(link: "One", screen)
        let place = try window(screen)
        screen.send(NavigateEvent(depth: 0, location: ""), to: screen.root)
        #expect(split(screen)?.compact == .sidebar)
        screen.send(NavigateEvent(depth: place.depth, location: place.location), to: screen.root)
        #expect(split(screen)?.compact == .detail)
        #expect(model.path == [1])
    }

    @Test func `a reload in a narrow window leaves the sidebar in front of the page of the stack`() throws {
        let screen = Screen(Columns(model: Model()))
        narrow(screen)
        press(link: "One", screen)
        let shown = try window(screen)
        screen.graph.splits.models.first?.back(from: .detail)
        screen.update()
        let place = try window(screen)
        #expect(place.depth == 1)
        let model = Model()
        let reloaded = Screen(Columns(model: model))
        narrow(reloaded)
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(split(reloaded)?.compact == .sidebar)
        #expect(model.path == [1])
        #expect(try window(reloaded).depth == 1)
        // Forward.
        reloaded.send(NavigateEvent(depth: shown.depth, location: shown.location), to: reloaded.root)
        #expect(split(reloaded)?.compact == .detail)
        #expect(model.path == [1])
        #expect(try window(reloaded).depth == 2)
    }

    @Test func `a reload in a narrow window shows the page whose path the app has restored`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model))
        narrow(screen)
        press(link: "One", screen)
        let place = try window(screen)
        let reloaded = Screen(Columns(model: model))
        narrow(reloaded)
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(split(reloaded)?.compact == .detail)
        #expect(model.path == [1])
        #expect(try window(reloaded).depth == 2)
    }

    @Test func `a reload in a narrow window shows the page below one of the restored path that the user has left`() throws {
        let model = Model()
        let screen = Screen(Columns(model: model))
        narrow(screen)
        press(link: "One", screen)
        let place = try window(screen)
        press(link: "Next of 1", screen)
        #expect(try window(screen).depth == 3)
        // The user presses Back while the server is down.
        let reloaded = Screen(Columns(model: model))
        narrow(reloaded)
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(split(reloaded)?.compact == .detail)
        #expect(model.path == [1])
        #expect(top(reloaded).first == "Number 1")
        #expect(try window(reloaded).depth == 2)
    }

    @Test func `a reload in a narrow window removes a page behind the sidebar that the user has left`() throws {
        let model = Model()
        model.path = [1]
        let screen = Screen(Columns(model: model))
        narrow(screen)
        // The user was on the first page of the details, where the location names no page.
        screen.graph.history.restore("", depth: 1)
        screen.update()
        #expect(model.path == [])
    }

    @Test func `a reload keeps the pages of a long path that its location cannot name`() throws {
        let model = Model()
        model.path = Array(1...70)
        let place = try window(Screen(Columns(model: model)))
        let reloaded = Screen(Columns(model: model))
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(model.path == Array(1...70))
        #expect(try window(reloaded).depth == 70)
    }

    @Observable final class CompactColumn { var column = NavigationSplitViewColumn.sidebar }

    private struct ThreeColumns: View {
        let model: Model
        let compact: CompactColumn

        var body: some View {
            NavigationSplitView(
                preferredCompactColumn: Binding(get: { compact.column }, set: { compact.column = $0 })
            ) {
                Text("Sidebar")
            } content: {
                Text("Content")
            } detail: {
                NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                    Text("Root").navigationDestination(for: Int.self) { Text("Number \($0)") }
                }
            }
        }
    }

    @Test(arguments: [NavigationSplitViewColumn.sidebar, .content, .detail])
    func `a reload in a narrow window shows the same of three columns`(column: NavigationSplitViewColumn) throws {
        let (model, compact) = (Model(), CompactColumn())
        (model.path, compact.column) = ([1], column)
        let screen = Screen(ThreeColumns(model: model, compact: compact))
        narrow(screen)
        let place = try window(screen)
        let (newModel, newCompact) = (Model(), CompactColumn())
        let reloaded = Screen(ThreeColumns(model: newModel, compact: newCompact))
        narrow(reloaded)
        reloaded.graph.history.restore(place.location, depth: place.depth)
        reloaded.update()
        #expect(newModel.path == [1])
        #expect(newCompact.column == column)
        #expect(try window(reloaded).depth == place.depth)
    }

    @Test func `a link in a list with a selection shows the destination that the stack has`() {
        let model = Model()
        let screen = Screen(Columns(model: model, hasSelection: true))
        press(link: "One", screen)
        #expect(model.path == [1])
        #expect(model.selection == nil)
    }

    @Test func `the link whose page the stack shows is the current one`() {
        let model = Model()
        let screen = Screen(Columns(model: model))
        #expect(current(screen) == [])
        press(link: "One", screen)
        #expect(current(screen) == ["One"])
        model.path = []
        screen.update()
        #expect(current(screen) == [])
    }

    private struct Selecting: View {
        let model: Model
        var body: some View {
            NavigationSplitView {
                List(selection: Binding(get: { model.selection }, set: { model.selection = $0 })) {
                    NavigationLink("One", value: 1)
                }
            } detail: {
                NavigationStack {
                    Text("Root \(model.selection ?? 0)").navigationDestination(for: String.self) { Text("Word \($0)") }
                }
            }
        }
    }

    @Test func `a link selects its value if the stack has no destination for it`() {
        let model = Model()
        let screen = Screen(Selecting(model: model))
        press(link: "One", screen)
        #expect(model.selection == 1)
        #expect(top(screen) == ["Root 1"])
    }

    @Test func `a link in the details keeps them visible when the window becomes narrow`() throws {
        let screen = Screen(
            NavigationSplitView {
                Text("Sidebar")
            } detail: {
                NavigationLink("Go", value: 1).navigationDestination(for: Int.self) { Text("Number \($0)") }
            })
        press(link: "Go", screen)
        screen.send(SurroundingsEvent(isNarrow: true), to: screen.root)
        #expect(top(screen) == ["Number 1"])
        // The details, and the page in them.
        #expect(try window(screen).depth == 2)
    }

    private struct Tabs: View {
        let (first, second): (Model, Model)

        var body: some View {
            NavigationSplitView {
                Links()
            } detail: {
                TabView {
                    Tab("First", systemImage: "1.circle") { stack(first) }
                    Tab("Second", systemImage: "2.circle") { stack(second) }
                }
            }
        }

        private func stack(_ model: Model) -> some View {
            NavigationStack(path: Binding(get: { model.path }, set: { model.path = $0 })) {
                Text("Root").navigationDestination(for: Int.self) { Text("Number \($0)") }
            }
        }
    }

    @Test func `a link in the sidebar shows its destination in the selected tab of the details`() {
        let (first, second) = (Model(), Model())
        let screen = Screen(Tabs(first: first, second: second))
        press(tab: "Second", screen)
        press(tab: "First", screen)
        press(link: "One", screen)
        #expect(first.path == [1])
        #expect(second.path == [])
        #expect(current(screen) == ["One"])
        press(tab: "Second", screen)
        #expect(current(screen) == [])
        press(link: "Five", screen)
        #expect(first.path == [1])
        #expect(second.path == [5])
        #expect(current(screen) == ["Five"])
        press(tab: "First", screen)
        #expect(current(screen) == ["One"])
    }

    @Test func `the current link of a split view in a tab is right after the tab was hidden`() {
        let model = Model()
        let screen = Screen(
            TabView {
                Tab("Columns", systemImage: "1.circle") { Columns(model: model) }
                Tab("Other", systemImage: "2.circle") { Text("Other page") }
            })
        press(link: "One", screen)
        #expect(current(screen) == ["One"])
        press(tab: "Other", screen)
        model.path = [5]
        screen.update()
        press(tab: "Columns", screen)
        #expect(current(screen) == ["Five"])
    }

    /// The links that lead to the visible pages.
    private func current(_ screen: Screen) -> [String] {
        screen.all { if case .navigation(.link(let link)) = $0 { link.isCurrent } else { false } }.flatMap(screen.texts)
    }
}
