import Testing

@testable import StrataViewGraph

/// Finds pages, bars, links and tabs on a screen.
@MainActor
protocol NavigationInspection {}

extension NavigationInspection {
    func press(link title: String, _ screen: Screen) {
        let link = screen.find { item in
            if case .navigation(.link) = item.content { screen.texts(of: item) == [title] } else { false }
        }
        screen.send(PressEvent(), to: link)
    }

    func pages(_ screen: Screen) -> [Screen.Item] {
        screen.all { if case .navigation(.page) = $0 { true } else { false } }
    }

    func top(_ screen: Screen) -> [String] { pages(screen).last.map(screen.texts) ?? [] }

    func bar(_ screen: Screen) -> NavigationBarContent? {
        guard let page = pages(screen).last, case .navigation(.bar(let bar))? = page.children.first?.content else { return nil }
        return bar
    }

    func window(_ screen: Screen) throws -> WindowProperties {
        guard case .window(let properties) = screen.root.content else { throw CancellationError() }
        return properties
    }

    func items(_ position: BarItemsContent.Position, _ screen: Screen) -> [String] {
        let group = screen.find { item in
            if case .navigation(.barItems(let items)) = item.content { items.position == position } else { false }
        }
        return group.map(screen.texts) ?? []
    }

    func press(tab title: String, _ screen: Screen) {
        let tab = screen.find { item in
            if case .navigation(.tab) = item.content { screen.texts(of: item) == [title] } else { false }
        }
        screen.send(PressEvent(), to: tab)
    }

    func badges(_ screen: Screen) -> [String?] {
        screen.all { if case .navigation(.tab) = $0 { true } else { false } }.map {
            if case .navigation(.tab(let tab)) = $0.content { tab.badge } else { nil }
        }
    }
}
