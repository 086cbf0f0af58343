import Foundation
import Testing

@testable import StrataViewGraph

/// Covers, popovers, menus and the older presentation mode.
@MainActor
struct PresentationFormTests: NavigationInspection {
    @Observable final class Model {
        var isShown = false
        var item: Item?
        var log: [String] = []
        var hasMenu = true
        @ObservationIgnored var work: Task<Void, Never>?

        var shown: Binding<Bool> { Binding(get: { self.isShown }, set: { self.isShown = $0 }) }
        var chosen: Binding<Item?> { Binding(get: { self.item }, set: { self.item = $0 }) }
    }

    struct Item: Identifiable {
        var id: Int
    }

    private let model = Model()

    private func sheet(_ screen: Screen) -> SheetContent? {
        for item in screen.root.children { if case .presentation(.sheet(let content)) = item.content { return content } }
        return nil
    }

    private func popover(_ screen: Screen) -> (item: Screen.Item, content: PopoverContent)? {
        for item in screen.root.children {
            if case .presentation(.popover(let content)) = item.content { return (item, content) }
        }
        return nil
    }

    @Test func `a cover for an item fills the window, and another item replaces it`() {
        let screen = Screen(
            Text("x").fullScreenCover(item: model.chosen, onDismiss: { model.log.append("dismissed") }) { item in
                Text("Item \(item.id)")
            })
        #expect(sheet(screen) == nil)
        model.item = Item(id: 1)
        screen.update()
        #expect(sheet(screen)?.isFullScreen == true)
        #expect(screen.texts == ["x", "Item 1"])
        model.item = Item(id: 2)
        screen.update()
        #expect(screen.texts == ["x", "Item 2"])
        model.item = nil
        screen.update()
        #expect(sheet(screen) == nil)
        #expect(model.log.last == "dismissed")
    }

    @Test func `a popover for an item is beside its view, and the user dismisses it`() throws {
        let screen = Screen(
            Text("x").popover(item: model.chosen, arrowEdge: .leading) { Text("Item \($0.id)") })
        #expect(popover(screen) == nil)
        model.item = Item(id: 1)
        screen.update()
        #expect(popover(screen)?.content.arrowEdge == .leading)
        let text = screen.find { screen.texts(of: $0) == ["x"] && $0.children.isEmpty }
        #expect(popover(screen)?.content.anchor == text?.id)
        #expect(screen.texts == ["x", "Item 1"])
        screen.send(DismissEvent(), to: try #require(popover(screen)).item)
        #expect(model.item == nil)
        #expect(popover(screen) == nil)
    }

    @Test func `the content of a sheet sets its heights and its look`() {
        let screen = Screen(
            Text("x").sheet(isPresented: .constant(true)) {
                Text("Sheet")
                    .presentationDetents([.height(200), .fraction(0.75)])
                    .presentationDragIndicator(.hidden)
                    .presentationBackground(.red)
                    .presentationCornerRadius(20)
            })
        #expect(sheet(screen)?.detents == [.height(200), .fraction(0.75)])
        #expect(sheet(screen)?.showsDragIndicator == false)
        #expect(sheet(screen)?.background == .red)
        #expect(sheet(screen)?.cornerRadius == 20)
    }

    @Test func `a handle is shown if the content of a sheet asks for it`() {
        let screen = Screen(
            Text("x").sheet(isPresented: .constant(true)) { Text("Sheet").presentationDragIndicator(.visible) })
        #expect(sheet(screen)?.showsDragIndicator == true)
        #expect(sheet(screen)?.background == nil)
        #expect(sheet(screen)?.cornerRadius == nil)
    }

    private struct Older: View {
        @Environment(\.presentationMode) private var mode
        var body: some View {
            Text(mode.wrappedValue.isPresented ? "presented" : "not presented")
            Button("Close") { mode.wrappedValue.dismiss() }
        }
    }

    @Test func `the older presentation mode dismisses a sheet`() {
        let screen = Screen(Text("x").sheet(isPresented: model.shown) { Older() })
        model.isShown = true
        screen.update()
        #expect(screen.texts == ["x", "presented", "Close"])
        screen.press("Close")
        #expect(!model.isShown)
        #expect(sheet(screen) == nil)
    }

    @Test func `the older presentation mode goes back from a page`() {
        let screen = Screen(NavigationStack { NavigationLink("Go") { Older() } })
        press(link: "Go", screen)
        #expect(top(screen) == ["presented", "Close"])
        screen.press("Close")
        #expect(top(screen) == ["Go"])
    }

    @Test func `the older presentation mode does nothing in a window`() {
        let screen = Screen(Older())
        screen.press("Close")
        #expect(screen.texts == ["not presented", "Close"])
    }

    private struct Detached: View {
        let model: Model
        @Environment(\.dismiss) private var dismiss
        @Environment(\.presentationMode) private var mode

        var body: some View {
            Button("Close") { model.work = Task.detached { [dismiss] in await dismiss() } }
            Button("Leave") { model.work = Task.detached { [mode] in mode.wrappedValue.dismiss() } }
        }
    }

    @Test(arguments: ["Close", "Leave"])
    func `a sheet is dismissed outside the main actor`(button: String) async throws {
        let screen = Screen(Text("x").sheet(isPresented: model.shown) { Detached(model: model) })
        model.isShown = true
        screen.update()
        screen.press(button)
        await model.work?.value
        for _ in 0..<6_000 where model.isShown { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!model.isShown)
        screen.update()
        #expect(sheet(screen) == nil)
    }

    private func openMenu(_ screen: Screen) {
        screen.send(MenuEvent(x: 10, y: 20), to: screen.find { $0.content == .presentation(.menuOwner) })
    }

    @Test func `a menu shows a preview beside its items`() {
        let screen = Screen(
            Text("x").contextMenu {
                Button("Copy") { model.log.append("copied") }
            } preview: {
                Text("Large x")
            })
        #expect(screen.texts == ["x"])
        openMenu(screen)
        #expect(screen.texts.sorted() == ["Copy", "Large x", "x"])
        let preview = screen.find { $0.content == .presentation(.preview) }
        #expect(preview.map(screen.texts) == ["Large x"])
        screen.press("Copy")
        #expect(model.log == ["copied"])
        #expect(screen.texts == ["x"])
    }

    private struct OlderMenu: View {
        let model: Model
        var body: some View {
            Text("x").contextMenu(
                model.hasMenu ? ContextMenu { Button("Copy") { model.log.append("copied") } } : nil)
        }
    }

    @Test func `an older menu is a value, and nil is no menu`() {
        let screen = Screen(OlderMenu(model: model))
        openMenu(screen)
        screen.press("Copy")
        #expect(model.log == ["copied"])
        model.hasMenu = false
        screen.update()
        #expect(screen.find { $0.content == .presentation(.menuOwner) } == nil)
        #expect(screen.texts == ["x"])
    }

    private struct Opener: View {
        @Environment(\.openURL) private var openURL
        let url: URL
        var body: some View { Button("Open") { openURL(url) } }
    }

    @Test func `an app's action has the browser open another URL`() throws {
        let first = try #require(URL(string: "app:1"))
        let second = try #require(URL(string: "https://example.org/1"))
        let screen = Screen(
            Opener(url: first).environment(\.openURL, OpenURLAction { _ in .systemAction(second) }))
        screen.press("Open")
        #expect(try window(screen).opened == OpenedURL(number: 1, url: "https://example.org/1"))
    }
}
