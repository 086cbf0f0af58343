import Foundation
import Testing

@testable import StrataViewGraph

/// The columns of a split view in the browser's history.
@MainActor
struct SplitHistoryTests: NavigationInspection {
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
}
