import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct PresentationTests {
    @Observable final class Model {
        var isShown = false
        var item: Item?
        var log: [String] = []
        var isDisabled = false
        var detent = PresentationDetent.medium

        func binding<V>(_ keyPath: ReferenceWritableKeyPath<Model, V>) -> Binding<V> {
            Binding(get: { self[keyPath: keyPath] }, set: { self[keyPath: keyPath] = $0 })
        }
    }

    struct Item: Identifiable {
        var id: Int
    }

    private struct Presenter: View {
        let model: Model
        var body: some View {
            List {
                Text("Row")
                    .sheet(isPresented: model.binding(\.isShown), onDismiss: { model.log.append("dismissed") }) {
                        Inside(model: model)
                    }
            }
            .font(.title)
            .environment(\.lineLimit, 3)
        }
    }

    private struct Inside: View {
        let model: Model
        @Environment(\.dismiss) private var dismiss
        @Environment(\.isPresented) private var isPresented
        var body: some View {
            Text(isPresented ? "presented" : "not presented")
                .interactiveDismissDisabled(model.isDisabled)
                .presentationDetents([.large, .medium], selection: model.binding(\.detent))
            Button("Close") { dismiss() }
        }
    }

    private func sheet(_ screen: Screen) -> (item: Screen.Item, content: SheetContent)? {
        for item in screen.root.children { if case .presentation(.sheet(let content)) = item.content { return (item, content) } }
        return nil
    }

    @Test func `a sheet is a child of the window, and no row of the list that presents it`() {
        let model = Model()
        let screen = Screen(Presenter(model: model))
        model.isShown = true
        screen.update()
        #expect(sheet(screen) != nil)
        #expect(screen.rows.count == 1)
        #expect(screen.texts == ["Row", "presented", "Close"])
    }

    @Test func `dismissing a sheet sets its binding and calls onDismiss`() {
        let model = Model()
        let screen = Screen(Presenter(model: model))
        model.isShown = true
        screen.update()
        screen.press("Close")
        #expect(!model.isShown)
        #expect(sheet(screen) == nil)
        #expect(model.log == ["dismissed"])
    }

    @Test func `the user dismisses a sheet unless that is disabled`() throws {
        let model = Model()
        model.isDisabled = true
        model.isShown = true
        let screen = Screen(Presenter(model: model))
        screen.send(DismissEvent(), to: try #require(sheet(screen)).item)
        #expect(model.isShown)
        model.isDisabled = false
        screen.update()
        screen.send(DismissEvent(), to: try #require(sheet(screen)).item)
        #expect(!model.isShown)
    }

    @Test func `the user's choice of a height sets the selection`() throws {
        let model = Model()
        model.isShown = true
        let screen = Screen(Presenter(model: model))
        #expect(sheet(screen)?.content.detents == [.medium, .large])
        #expect(sheet(screen)?.content.detent == 0)
        screen.send(DetentEvent(detent: 1), to: try #require(sheet(screen)).item)
        #expect(model.detent == .large)
        #expect(sheet(screen)?.content.detent == 1)
        screen.send(DetentEvent(detent: 5), to: try #require(sheet(screen)).item)
        #expect(model.detent == .large)
    }

    private struct ItemPresenter: View {
        let model: Model
        var body: some View {
            Text("x").sheet(item: model.binding(\.item)) { item in Counter(name: "Item \(item.id)") }
        }
    }

    private struct Counter: View {
        let name: String
        @State private var count = 0
        var body: some View {
            Text("\(name): \(count)")
            Button("More") { count += 1 }
        }
    }

    @Test func `another item gets a sheet of its own`() {
        let model = Model()
        model.item = Item(id: 1)
        let screen = Screen(ItemPresenter(model: model))
        screen.press("More")
        #expect(screen.texts == ["x", "Item 1: 1", "More"])
        model.item = Item(id: 2)
        screen.update()
        #expect(screen.texts == ["x", "Item 2: 0", "More"])
    }

    @Test func `Escape presses the button that cancels an alert`() throws {
        let model = Model()
        model.isShown = true
        let screen = Screen(
            Text("x").alert("Title", isPresented: model.binding(\.isShown)) {
                Button("Go") { model.log.append("go") }
                Button("Stop", role: .cancel) { model.log.append("stop") }
            })
        let alert = screen.find { $0.content == .presentation(.alert(title: "Title")) }
        screen.send(DismissEvent(), to: alert)
        #expect(model.log == ["stop"])
        #expect(!model.isShown)
    }

    @Test func `an older alert has the buttons that it was given`() {
        let screen = Screen(
            Text("x").alert(isPresented: .constant(true)) {
                Alert(
                    title: Text("T"), message: Text("M"), primaryButton: .destructive(Text("Delete")), secondaryButton: .cancel())
            })
        #expect(screen.texts == ["x", "M", "Delete", "Cancel"])
    }

    @Test func `a question gets a button that cancels unless it has one`() {
        let question = Text("x").confirmationDialog("Sure?", isPresented: .constant(true)) { Button("Yes") {} }
        #expect(Screen(question).texts == ["x", "Yes", "Cancel"])
        let own = Text("x").confirmationDialog("Sure?", isPresented: .constant(true)) { Button("No", role: .cancel) {} }
        #expect(Screen(own).texts == ["x", "No"])
    }

    @Test func `data makes an alert's buttons and message`() {
        let screen = Screen(
            Text("x").alert("T", isPresented: .constant(true), presenting: Item(id: 4)) { item in
                Button("Delete \(item.id)") {}
            } message: { item in
                Text("Number \(item.id)")
            })
        #expect(screen.texts == ["x", "Number 4", "Delete 4"])
        let none = Text("x").alert("T", isPresented: .constant(true), presenting: Item?.none) { _ in Button("Go") {} }
        #expect(Screen(none).texts == ["x"])
    }

    @Test func `a context menu opens at a point, and closes when an item is chosen`() throws {
        let model = Model()
        let screen = Screen(Text("x").contextMenu { Button("Copy") { model.log.append("copied") } })
        #expect(screen.texts == ["x"])
        let owner = screen.find { $0.content == .presentation(.menuOwner) }
        screen.send(MenuEvent(x: 10, y: 20), to: owner)
        #expect(screen.texts == ["x", "Copy"])
        let menu = screen.find { $0.content == .presentation(.menu(MenuPlacement(anchor: owner?.id, x: 10, y: 20))) }
        #expect(menu != nil)
        screen.press("Copy")
        #expect(model.log == ["copied"])
        #expect(screen.texts == ["x"])
    }

    private struct Opener: View {
        @Environment(\.openURL) private var openURL
        let url: String
        var body: some View {
            Button("Open") { if let url = URL(string: url) { openURL(url) } }
        }
    }

    private func opened(_ screen: Screen) -> OpenedURL? {
        if case .window(let properties) = screen.root.content { properties.opened } else { nil }
    }

    @Test func `the host opens a URL of the web, and no other`() {
        let screen = Screen(Opener(url: "https://example.org/a"))
        screen.press("Open")
        #expect(opened(screen) == OpenedURL(number: 1, url: "https://example.org/a"))
        let script = Screen(Opener(url: "javascript:alert(1)"))
        script.press("Open")
        #expect(opened(script)?.number == 0)
    }

    @Test(arguments: ["maps:?q=Rome", "facetime:ann", "ftp://example.org/a"])
    func `the host opens a URL for another program, as a link does`(_ url: String) throws {
        let screen = Screen(Opener(url: url))
        screen.press("Open")
        #expect(opened(screen) == OpenedURL(number: 1, url: url))
        let link = Screen(Link("Open", destination: try #require(URL(string: url))))
        let links = link.controls { if case .link(let link) = $0 { link } else { nil } }
        #expect(links.map(\.content.address) == [url])
    }

    @Test func `a URL that is not opened is named in a warning`() {
        let screen = Screen(Opener(url: "vbscript:x"))
        screen.press("Open")
        #expect(opened(screen)?.number == 0)
        #expect(WarningLog.messages.contains { $0.hasPrefix("A URL with the scheme 'vbscript' was not opened") })
    }

    @Test func `the app opens a URL of its own scheme in the window`() throws {
        AppURLSchemes.declared.formUnion(
            AppURLSchemes.schemes(of: [["CFBundleURLName": "Parks", "CFBundleURLSchemes": ["Strata-Parks"]]]))
        let model = Model()
        let noto = try #require(URL(string: "strata-parks:noto"))
        let screen = Screen(
            Group {
                Opener(url: "strata-parks:etna")
                Link("Park", destination: noto)
            }
            .onOpenURL { model.log.append($0.absoluteString) })
        screen.press("Open")
        #expect(model.log == ["strata-parks:etna"])
        screen.send(PressEvent(), to: screen.find { if case .control(.link) = $0.content { true } else { false } })
        #expect(model.log == ["strata-parks:etna", "strata-parks:noto"])
        #expect(opened(screen)?.number == 0)
    }

    @Test func `a URL of the app's own scheme that no view opens is named in a warning`() {
        AppURLSchemes.declared.insert("strata-unheard")
        let screen = Screen(Opener(url: "strata-unheard:etna"))
        screen.press("Open")
        #expect(opened(screen)?.number == 0)
        #expect(WarningLog.messages.contains { $0.contains("own scheme 'strata-unheard' waits") })
    }

    @Test func `an app's action decides about a URL`() {
        let model = Model()
        let action = OpenURLAction { url in
            model.log.append(url.absoluteString)
            return url.path == "/system" ? .systemAction : .handled
        }
        let handled = Screen(Opener(url: "https://example.org/own").environment(\.openURL, action))
        handled.press("Open")
        #expect(model.log == ["https://example.org/own"])
        #expect(opened(handled)?.number == 0)
        let system = Screen(Opener(url: "https://example.org/system").environment(\.openURL, action))
        system.press("Open")
        #expect(opened(system)?.number == 1)
    }
}
