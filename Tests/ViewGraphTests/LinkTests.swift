import Foundation
import Testing

@testable import StrataViewGraph

@MainActor
struct LinkTests {
    private func link(_ screen: Screen) throws -> (item: Screen.Item, content: LinkContent) {
        let item = try #require(screen.find { if case .control(.link) = $0.content { true } else { false } })
        guard case .control(.link(let content)) = item.content else { throw CancellationError() }
        return (item, content)
    }

    @Test func `a link goes through the environment's openURL`() throws {
        var opened: [String] = []
        let url = try #require(URL(string: "https://example.org/a"))
        let action = OpenURLAction { url in
            opened.append(url.absoluteString)
            return .handled
        }
        let screen = Screen(Link("Go", destination: url).environment(\.openURL, action))
        #expect(try link(screen).content.isHandled)
        screen.send(PressEvent(), to: try link(screen).item)
        #expect(opened == ["https://example.org/a"])
    }

    @Test func `without a handler of the app, the browser follows a link`() throws {
        let url = try #require(URL(string: "https://example.org/a"))
        let screen = Screen(Link("Go", destination: url))
        #expect(try !link(screen).content.isHandled)
    }

    @Test func `a subtitle is in the bar of its page`() throws {
        let screen = Screen(NavigationStack { Text("x").navigationTitle("Title").navigationSubtitle("3 items") })
        let bar = try #require(screen.find { if case .navigation(.bar) = $0.content { true } else { false } })
        guard case .navigation(.bar(let content)) = bar.content else { throw CancellationError() }
        #expect(content.title == "Title")
        #expect(content.subtitle == "3 items")
    }
}
