import Testing

@testable import StrataViewGraph

/// Initializers of split views, with two and three columns and their bindings.
@MainActor
struct SplitViewFormTests: NavigationInspection {
    @Observable final class Model {
        var visibility = NavigationSplitViewVisibility.all
        var compact = NavigationSplitViewColumn.sidebar

        var columns: Binding<NavigationSplitViewVisibility> {
            Binding(get: { self.visibility }, set: { self.visibility = $0 })
        }
        var column: Binding<NavigationSplitViewColumn> { Binding(get: { self.compact }, set: { self.compact = $0 }) }
    }

    private func split(_ screen: Screen) -> SplitViewContent? {
        for item in screen.all({ if case .navigation(.split) = $0 { true } else { false } }) {
            if case .navigation(.split(let content)) = item.content { return content }
        }
        return nil
    }

    private func columns(_ screen: Screen) -> [SplitColumn] {
        screen.all { if case .navigation(.column) = $0 { true } else { false } }.compactMap { item in
            if case .navigation(.column(let content)) = item.content { content.column } else { nil }
        }
    }

    private func toggleSidebar(_ screen: Screen) {
        let button = screen.find { item in
            if case .navigation(.barItems(let items)) = item.content { items.togglesSidebar } else { false }
        }
        screen.send(SidebarEvent(), to: button)
    }

    private var link: some View { NavigationLink("Go") { Text("Page") } }

    @Test func `three columns are all visible, and a link in the first leads to the second`() {
        let screen = Screen(
            NavigationSplitView {
                link
            } content: {
                Text("Content")
            } detail: {
                Text("Detail")
            })
        #expect(columns(screen) == [.sidebar, .content, .detail])
        #expect(split(screen)?.visible == [.sidebar, .content, .detail])
        #expect(split(screen)?.compact == .sidebar)
        press(link: "Go", screen)
        #expect(split(screen)?.compact == .content)
        #expect(screen.texts.contains("Page"))
    }

    @Test func `the app and the button of the sidebar set which of three columns are visible`() {
        let model = Model()
        let screen = Screen(
            NavigationSplitView(columnVisibility: model.columns) {
                link
            } content: {
                Text("Content")
            } detail: {
                Text("Detail")
            })
        #expect(split(screen)?.visible == [.sidebar, .content, .detail])
        toggleSidebar(screen)
        #expect(model.visibility == .doubleColumn)
        #expect(split(screen)?.visible == [.content, .detail])
        model.visibility = .detailOnly
        screen.update()
        #expect(split(screen)?.visible == [.detail])
        toggleSidebar(screen)
        #expect(model.visibility == .all)
    }

    @Test func `the app and the button of the sidebar set which of two columns are visible`() {
        let model = Model()
        model.visibility = .doubleColumn
        let screen = Screen(
            NavigationSplitView(columnVisibility: model.columns) {
                link
            } detail: {
                Text("Detail")
            })
        #expect(columns(screen) == [.sidebar, .detail])
        #expect(split(screen)?.visible == [.sidebar, .detail])
        toggleSidebar(screen)
        #expect(model.visibility == .detailOnly)
        #expect(split(screen)?.visible == [.detail])
    }

    @Test func `a split view of three columns has bindings to both`() {
        let model = Model()
        model.visibility = .doubleColumn
        let screen = Screen(
            NavigationSplitView(columnVisibility: model.columns, preferredCompactColumn: model.column) {
                link
            } content: {
                Text("Content")
            } detail: {
                Text("Detail")
            })
        #expect(split(screen)?.visible == [.content, .detail])
        press(link: "Go", screen)
        #expect(model.compact == .content)
        model.compact = .detail
        screen.update()
        #expect(split(screen)?.compact == .detail)
        toggleSidebar(screen)
        #expect(model.visibility == .all)
    }

    @Test func `a split view of two columns has bindings to both`() {
        let model = Model()
        model.visibility = .detailOnly
        let screen = Screen(
            NavigationSplitView(columnVisibility: model.columns, preferredCompactColumn: model.column) {
                link
            } detail: {
                Text("Detail")
            })
        #expect(split(screen)?.visible == [.detail])
        press(link: "Go", screen)
        #expect(model.compact == .detail)
        #expect(top(screen) == ["Page"])
        toggleSidebar(screen)
        #expect(model.visibility == .all)
    }
}
