/// The content of elements that lead from one place of an app to another.
package enum NavigationContent: Hashable, Sendable {
    /// The pages of a stack, of which the last one shows.
    case stack
    case page(NavigationPageContent)
    case bar(NavigationBarContent)
    case bottomBar
    case barItems(BarItemsContent)
    case link(NavigationLinkContent)
    case tabs
    case tabBar(isHidden: Bool)
    case tab(TabContent)
    /// The content of a tab.
    case tabPage(isSelected: Bool)
    case split(SplitViewContent)
    case column(SplitColumnContent)
}

/// The window: its title, and its place in the browser's history.
package struct WindowProperties: Hashable, Sendable {
    package var title: String
    /// The query of the URL that leads to this place; empty at the start.
    package var location = ""
    /// The number of pages that the user can go back.
    package var depth = 0
    /// The last URL that the app has opened.
    package var opened = OpenedURL(number: 0, url: "")

    package init(title: String) { self.title = title }
}

/// A URL that a host opens once.
package struct OpenedURL: Hashable, Sendable {
    /// Counts the URLs of a window.
    package var number: Int
    package var url: String
}

/// A page of a stack, or of a column.
package struct NavigationPageContent: Hashable, Sendable {
    /// Whether another page of the stack is over it.
    package var isCovered: Bool
    package var style = PageStyle()
}

/// The look of a page, as far as modifiers set it.
package struct PageStyle: Hashable, Sendable {
    /// The color behind the bar; nil for the host's.
    package var barColor: Color?
    /// Whether the bar shows its background; nil for the host's choice.
    package var showsBarBackground: Bool?
}

/// The bar at the top of a page.
package struct NavigationBarContent: Hashable, Sendable {
    package var title: String
    /// Whether the title has a line of its own, in large letters.
    package var isLarge: Bool
    package var isHidden: Bool
}

/// Items of a bar that belong together.
package struct BarItemsContent: Hashable, Sendable {
    package enum Position: String, Hashable, Sendable, CaseIterable {
        case leading, principal, trailing, search, bottom, keyboard
    }

    package var position: Position
    /// The title of the page to which the Back button before the items leads; nil for no button.
    package var back: String?
    /// The title of the column to which a button leads back on a narrow window.
    package var columnBack: String?
    /// Whether a button shows and hides the sidebar, on a wide window.
    package var togglesSidebar = false
}

/// A view that leads to another page.
package struct NavigationLinkContent: Hashable, Sendable {
    package var isEnabled: Bool
    /// Whether the link's page shows in another column.
    package var isCurrent: Bool
}

/// A tab, around its label.
package struct TabContent: Hashable, Sendable {
    package var isSelected: Bool
    package var isEnabled: Bool
    package var badge: String?
}

/// Columns side by side, or one of them on a narrow window.
package struct SplitViewContent: Hashable, Sendable {
    /// The columns that show on a wide window.
    package var visible: Set<SplitColumn>
    /// The column that shows on a narrow window.
    package var compact: SplitColumn
}

/// The position of a column.
package enum SplitColumn: String, Hashable, Sendable, CaseIterable, Comparable {
    case sidebar, content, detail

    package static func < (lhs: SplitColumn, rhs: SplitColumn) -> Bool {
        (allCases.firstIndex(of: lhs) ?? 0) < (allCases.firstIndex(of: rhs) ?? 0)
    }
}

/// A column of a split view.
package struct SplitColumnContent: Hashable, Sendable {
    package var column: SplitColumn
    package var width: ColumnWidth?
}

/// The width that a column asks for, in points.
package struct ColumnWidth: Hashable, Sendable {
    package var min: Double?
    package var ideal: Double
    package var max: Double?
}

/// A place in the browser's history to which the user went.
package struct NavigateEvent: ElementEvent {
    package static let name = "navigate"
    private static let mostPages = 1 << 16

    /// The number of pages that the user can go back from there.
    package var depth: Int
    /// The query of the URL.
    package var location: String

    package init(depth: Int, location: String) {
        self.depth = depth
        self.location = location
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        depth = min(max(try values.decode(Int.self, forKey: .depth), 0), Self.mostPages)
        location = try values.decode(String.self, forKey: .location)
    }
}
