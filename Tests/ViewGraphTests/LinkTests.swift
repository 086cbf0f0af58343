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

    private func text(_ screen: Screen) -> Screen.Item? {
        screen.find { if case .text = $0.content { true } else { false } }
    }

    /// The numbers and the addresses of the links that the app opens.
    private func handledLinks(_ screen: Screen) -> [Int: String] {
        guard case .text(let content)? = text(screen)?.content else { return [:] }
        var links: [Int: String] = [:]
        for (number, run) in content.runs.enumerated() {
            if case .styled(_, let style) = run, style.isLinkHandled { links[number] = style.link?.absoluteString }
        }
        return links
    }

    @Test func `a link in a text goes through the environment's openURL`() throws {
        var opened: [String] = []
        let action = OpenURLAction { url in
            opened.append(url.absoluteString)
            return .handled
        }
        let screen = Screen(
            Text("Visit [Example Company](https://www.example.com) or [park 7](parks:7) for details.")
                .environment(\.openURL, action))
        #expect(handledLinks(screen) == [1: "https://www.example.com", 3: "parks:7"])
        screen.send(OpenLinkEvent(run: 1), to: text(screen))
        screen.send(OpenLinkEvent(run: 3), to: text(screen))
        #expect(opened == ["https://www.example.com", "parks:7"])
        // Forged: a run without a link, and one that does not exist.
        for run in [0, 2, 5, -1, .max] { screen.send(OpenLinkEvent(run: run), to: text(screen)) }
        #expect(opened.count == 2)
    }

    @Test func `a link in an attributed string goes through the environment's openURL`() throws {
        var opened: [String] = []
        var string = AttributedString("park")
        string.link = URL(string: "parks:7")
        let action = OpenURLAction { url in
            opened.append(url.absoluteString)
            return .handled
        }
        let screen = Screen(Text(string).accessibilityLabel("Park").environment(\.openURL, action))
        screen.send(OpenLinkEvent(run: 0), to: text(screen))
        #expect(opened == ["parks:7"])
    }

    @Test func `without a handler of the app, the browser follows a link in a text`() {
        #expect(handledLinks(Screen(Text("[Company](https://www.example.com)"))) == [:])
    }

    @Test func `a subtitle is in the bar of its page`() throws {
        let screen = Screen(NavigationStack { Text("x").navigationTitle("Title").navigationSubtitle("3 items") })
        let bar = try #require(screen.find { if case .navigation(.bar) = $0.content { true } else { false } })
        guard case .navigation(.bar(let content)) = bar.content else { throw CancellationError() }
        #expect(content.title == "Title")
        #expect(content.subtitle == "3 items")
    }
}
