import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// The forms of dragging and dropping that name types by their identifiers.
@MainActor
struct DropFormTests {
    private let token = String(repeating: "c", count: 32)
    private let log = Binding(StateBox<[String]>([]))
    private let isTargeted = Binding(StateBox(false))
    private let text = UTType.text.identifier
    private let image = UTType.image.identifier

    private func source(_ screen: Screen) -> Screen.Item? { screen.find { $0.traits.interaction.drag != nil } }
    private func destination(_ screen: Screen) -> Screen.Item? { screen.find { !$0.traits.interaction.drops.isEmpty } }

    /// Shows a text that the user can drag beside a destination.
    private func screen(_ destination: some View) -> Screen {
        Screen(
            VStack {
                Text("a").draggable("A")
                destination
            })
    }

    private func drag(_ screen: Screen, _ phases: [DropEvent.Phase]) {
        screen.send(DragEvent(.began, token: token), to: source(screen))
        for phase in phases { screen.send(DropEvent(phase, x: 3, y: 4, token: token), to: destination(screen)) }
    }

    @Test func `a destination of identifiers receives items of their types`() {
        let screen = screen(
            Text("b").onDrop(of: [text], isTargeted: isTargeted) { providers in
                log.wrappedValue.append("\(providers.count) items")
                return true
            })
        drag(screen, [.entered])
        #expect(isTargeted.wrappedValue)
        drag(screen, [.dropped])
        #expect(log.wrappedValue == ["1 items"])
        #expect(!isTargeted.wrappedValue)
    }

    @Test func `a destination of identifiers receives no items of other types`() {
        let screen = screen(
            Text("b").onDrop(of: [image], isTargeted: isTargeted) { providers in
                log.wrappedValue.append("\(providers.count) items")
                return true
            })
        drag(screen, [.entered, .dropped])
        #expect(!isTargeted.wrappedValue)
        #expect(log.wrappedValue == [])
    }

    @Test func `a destination of identifiers has the location`() {
        let screen = screen(
            Text("b").onDrop(of: [text], isTargeted: nil) { providers, location in
                log.wrappedValue.append("\(providers.count) at \(location.x) \(location.y)")
                return true
            })
        drag(screen, [.entered, .dropped])
        #expect(log.wrappedValue == ["1 at 3.0 4.0"])
    }

    private struct Delegate: DropDelegate {
        let log: Binding<[String]>
        let types = [UTType.text.identifier, UTType.image.identifier]

        func dropUpdated(info: DropInfo) -> DropProposal? {
            let hasItems = types.map { info.hasItemsConforming(to: [$0]) }
            let items = types.map { info.itemProviders(for: [$0]).count }
            log.wrappedValue.append("\(hasItems) \(items)")
            return nil
        }

        func performDrop(info: DropInfo) -> Bool {
            log.wrappedValue.append("performed")
            return true
        }
    }

    @Test func `a delegate of identifiers asks for items by identifiers`() {
        let screen = screen(Text("b").onDrop(of: [text], delegate: Delegate(log: log)))
        drag(screen, [.entered, .moved])
        #expect(log.wrappedValue.last == "[true, false] [1, 0]")
        drag(screen, [.exited, .entered, .dropped])
        #expect(log.wrappedValue.last == "performed")
    }

    @Test func `items of identifiers are inserted between rows`() {
        let screen = Screen(
            List {
                Text("first").draggable("A")
                ForEach(["x"], id: \.self) { Text($0) }
                    .onInsert(of: [text]) { offset, items in log.wrappedValue.append("\(items.count) at \(offset)") }
            })
        screen.send(DragEvent(.began, token: token), to: source(screen))
        screen.send(DropEvent(.entered, token: token), to: screen.rows.last)
        screen.send(DropEvent(.dropped, token: token, isAfter: true), to: screen.rows.last)
        #expect(log.wrappedValue == ["1 at 1"])
    }

    @Test func `a dragged value has a preview, which is shown only at the pointer`() {
        let plain = Screen(Text("a").draggable("A"))
        #expect(plain.texts == ["a"])
        let withPreview = Screen(Text("a").draggable("A") { Text("preview") })
        #expect(withPreview.texts == ["a"])
        withPreview.send(DragEvent(.lifted, token: token), to: source(withPreview))
        #expect(withPreview.texts == ["a", "preview"])
        withPreview.send(DragEvent(.released, token: token), to: source(withPreview))
        #expect(withPreview.texts == ["a"])
    }
}
