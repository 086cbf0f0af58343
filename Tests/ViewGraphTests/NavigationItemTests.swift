import Testing

@testable import StrataViewGraph

/// The item of `navigationDestination(item:)` in the location of the window.
@MainActor
struct NavigationItemTests {
    struct Park: Codable, Hashable {
        var id: Int
    }

    @Observable final class Model {
        var park: Park?
        var name: String?
    }

    private struct Stack: View {
        let model: Model
        var body: some View {
            NavigationStack {
                Text("Root")
                    .navigationDestination(item: Binding(get: { model.park }, set: { model.park = $0 })) { park in
                        Text("Park \(park.id)")
                            .navigationDestination(item: Binding(get: { model.name }, set: { model.name = $0 })) { Text($0) }
                    }
            }
        }
    }

    private let model = Model()

    private func location(_ screen: Screen) -> String? {
        if case .window(let window) = screen.root.content { window.location } else { nil }
    }

    private func top(_ screen: Screen) -> [String] {
        screen.all { if case .navigation(.page) = $0 { true } else { false } }.last.map(screen.texts) ?? []
    }

    @Test func `the location has the item of a page`() {
        let screen = Screen(Stack(model: model))
        model.park = Park(id: 1)
        screen.update()
        #expect(location(screen) == "?path=item~Park:%7B%22id%22%3A1%7D")
        model.park = Park(id: 2)
        screen.update()
        #expect(location(screen) == "?path=item~Park:%7B%22id%22%3A2%7D")
        model.park = nil
        screen.update()
        #expect(location(screen) == "")
    }

    @Test func `a location sets the items of its pages`() {
        let screen = Screen(Stack(model: model))
        screen.graph.history.open("?path=item~Park:%7B%22id%22%3A3%7D/item~String:Noto")
        screen.update()
        #expect(model.park == Park(id: 3))
        #expect(model.name == "Noto")
        #expect(top(screen) == ["Noto"])
        #expect(location(screen) == "?path=item~Park:%7B%22id%22%3A3%7D/item~String:Noto")
    }

    @Test func `the location ends before a value that is too long for it`() {
        let screen = Screen(Stack(model: model))
        model.park = Park(id: 1)
        model.name = String(repeating: "x", count: 10_000)
        screen.update()
        #expect(location(screen) == "?path=item~Park:%7B%22id%22%3A1%7D")
    }

    @Test func `the value of a window leaves its place in the URL as it is`() {
        let screen = Screen(Stack(model: model))
        let value = String(repeating: "x", count: 10_000)
        screen.graph.history.open("?value=\(value)&path=item~Park:%7B%22id%22%3A3%7D")
        screen.update()
        #expect(model.park == Park(id: 3))
    }

    @Test func `a forged location that is too long is ignored`() {
        let screen = Screen(Stack(model: model))
        screen.graph.history.open("?path=item~Park:%7B%22id%22%3A3%7D&path=\(String(repeating: "x", count: 10_000))")
        screen.update()
        #expect(model.park == nil)
    }

    @Test func `going back in the browser removes an item, and forward sets it again`() throws {
        let screen = Screen(Stack(model: model))
        model.park = Park(id: 1)
        screen.update()
        let place = try #require(location(screen))
        screen.graph.history.go(to: NavigateEvent(depth: 0, location: ""))
        screen.update()
        #expect(model.park == nil)
        screen.graph.history.go(to: NavigateEvent(depth: 1, location: place))
        screen.update()
        #expect(model.park == Park(id: 1))
        #expect(top(screen) == ["Park 1"])
    }

    @Test(arguments: ["item~Secret:1", "item~Park:nonsense", "item~", "item~:1", "Park:%7B%22id%22%3A3%7D", "item~String:Noto"])
    func `a forged location sets no item`(_ component: String) {
        let screen = Screen(Stack(model: model))
        screen.graph.history.open("?path=\(component)")
        screen.update()
        #expect(model.park == nil)
        #expect(model.name == nil)
        #expect(top(screen) == ["Root"])
    }
}
