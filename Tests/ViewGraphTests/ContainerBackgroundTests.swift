import Observation
import Testing

@testable import StrataViewGraph

@MainActor
struct ContainerBackgroundTests {
    @Observable final class Model {
        var isColored = true
        var isShown = true
    }

    private struct Page: View {
        let model: Model
        var body: some View {
            if model.isColored {
                Text("Page").containerBackground(.red, for: .navigation)
            } else {
                Text("Page")
            }
        }
    }

    private struct Presenter: View {
        let model: Model
        var body: some View {
            Text("Window")
                .sheet(isPresented: Binding(get: { model.isShown }, set: { model.isShown = $0 })) {
                    Text("Sheet").presentationBackground(alignment: .top) { Text("Background") }
                }
        }
    }

    private func isBackground(_ item: Screen.Item) -> Bool {
        if case .layout(.layer(let layer)) = item.content { layer.isOfContainer } else { false }
    }

    private func parent(of background: (Screen.Item) -> Bool, in screen: Screen) -> Screen.Item? {
        screen.find { $0.children.contains(where: background) }
    }

    @Test func `a background of a stack's page is the first element of the page`() throws {
        let model = Model()
        let screen = Screen(NavigationStack { Page(model: model) })
        let page = try #require(parent(of: isBackground, in: screen))
        #expect(page.children.first.map(isBackground) == true)
        let isPage = if case .navigation(.page) = page.content { true } else { false }
        #expect(isPage)
        model.isColored = false
        screen.update()
        #expect(screen.find(isBackground) == nil)
        model.isColored = true
        screen.update()
        #expect(screen.find(isBackground) != nil)
    }

    @Test func `a view without a stack has no background of a stack`() {
        #expect(Screen(Page(model: Model())).find(isBackground) == nil)
    }

    @Test func `a background of the window is the first element of the window`() {
        let screen = Screen(
            NavigationStack { Text("Page").containerBackground(for: .window, alignment: .bottom) { Text("Background") } })
        #expect(screen.root.children.first.map(isBackground) == true)
        #expect(screen.texts.first == "Background")
    }

    @Test func `the background of an outer view replaces that of an inner one`() {
        let screen = Screen(
            Text("View")
                .containerBackground(for: .window) { Text("Inner") }
                .containerBackground(for: .window) { Text("Outer") })
        #expect(screen.texts == ["Outer", "View"])
    }

    @Test func `a background of a sheet is behind its content and its bar`() throws {
        let model = Model()
        let screen = Screen(Presenter(model: model))
        let sheet = try #require(parent(of: isBackground, in: screen))
        let isSheet = if case .presentation(.sheet) = sheet.content { true } else { false }
        #expect(isSheet)
        #expect(screen.texts(of: sheet) == ["Background", "Sheet"])
        model.isShown = false
        screen.update()
        #expect(screen.find(isBackground) == nil)
    }
}
