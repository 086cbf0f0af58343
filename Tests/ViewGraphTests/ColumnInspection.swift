import Testing

@testable import StrataViewGraph

/// Finds the columns of a split view on a screen, and the pages and buttons in them.
@MainActor
protocol ColumnInspection: NavigationInspection {}

extension ColumnInspection {
    func split(_ screen: Screen) -> SplitViewContent? {
        for item in screen.all({ if case .navigation(.split) = $0 { true } else { false } }) {
            if case .navigation(.split(let content)) = item.content { return content }
        }
        return nil
    }

    func column(_ column: SplitColumn, _ screen: Screen) -> Screen.Item? {
        screen.find { item in
            if case .navigation(.column(let content)) = item.content { content.column == column } else { false }
        }
    }

    /// The texts of the pages of a column that no other page covers.
    func page(_ column: SplitColumn, _ screen: Screen) -> [String] {
        guard let item = self.column(column, screen) else { return [] }
        return all(in: item) { if case .navigation(.page(let page)) = $0.content { !page.isCovered } else { false } }
            .flatMap(screen.texts)
    }

    func all(in item: Screen.Item, _ condition: (Screen.Item) -> Bool) -> [Screen.Item] {
        (condition(item) ? [item] : []) + item.children.flatMap { all(in: $0, condition) }
    }

    /// The title in the bar of the page of a column that no other page covers.
    func title(_ column: SplitColumn, _ screen: Screen) -> String? {
        guard let item = self.column(column, screen) else { return nil }
        let page = all(in: item) { if case .navigation(.page(let page)) = $0.content { !page.isCovered } else { false } }.first
        guard case .navigation(.bar(let bar))? = page?.children.first?.content else { return nil }
        return bar.title
    }

    /// The groups of items in the bars of the pages of a column that no other page covers.
    func bars(_ column: SplitColumn, _ screen: Screen) -> [Screen.Item] {
        guard let item = self.column(column, screen) else { return [] }
        return all(in: item) { if case .navigation(.page(let page)) = $0.content { !page.isCovered } else { false } }
            .flatMap { page in
                all(in: page) { if case .navigation(.barItems) = $0.content { true } else { false } }
            }
    }

    func items(_ column: SplitColumn, _ screen: Screen) -> [BarItemsContent] {
        bars(column, screen).compactMap { if case .navigation(.barItems(let items)) = $0.content { items } else { nil } }
    }

    /// Presses the button in the details that leads back to the column before them.
    func goBack(_ screen: Screen) {
        let bar = bars(.detail, screen).first { item in
            if case .navigation(.barItems(let items)) = item.content { items.columnBack != nil } else { false }
        }
        screen.send(DismissEvent(), to: bar)
    }

    func narrow(_ screen: Screen) { screen.send(SurroundingsEvent(isNarrow: true), to: screen.root) }
}
