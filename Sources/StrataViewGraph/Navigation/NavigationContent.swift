/// The content of elements for navigation: stacks, tabs and split views.
package enum NavigationContent: Hashable, Sendable {
    /// The pages of a stack, of which the last one is visible.
    case stack
    case page(NavigationPageContent)
    /// The bar at the top of a page.
    case bar(NavigationBarContent)
    /// The bars at the bottom of a page.
    case bottomBar
    /// A group of items in a bar.
    case barItems(BarItemsContent)
    case link(NavigationLinkContent)
    /// A tab view.
    case tabs(TabsLook)
    /// The bar with the tabs.
    case tabBar(isHidden: Bool, tint: Color?)
    case tab(TabItemContent)
    /// The header of a section of tabs.
    case tabSection
    /// The content of a tab.
    case tabPage(isSelected: Bool)
    /// A split view.
    case split(SplitViewContent)
    case column(SplitColumnContent)
}

/// The properties of a window: its title, and its place in the browser's history.
package struct WindowProperties: Hashable, Sendable {
    package var title: String
    /// The query of the URL of the place; empty for the first page.
    package var location = ""
    /// The number of pages that the user can go back.
    package var depth = 0
    /// The last URL that the app has opened.
    package var opened = OpenedURL(number: 0, url: "")

    package init(title: String) { self.title = title }
}

/// A URL that a host opens once.
package struct OpenedURL: Hashable, Sendable {
    /// The number of URLs that the window has opened, with this one. A host opens the URL when the
    /// number has grown.
    package var number: Int
    package var url: String
}

/// A page of a stack, or of a column.
package struct NavigationPageContent: Hashable, Sendable {
    /// Whether another page of the stack covers it.
    package var isCovered: Bool
    package var style = PageStyle()
}

/// The properties of a page's bar that its page draws.
package struct PageStyle: Hashable, Sendable {
    /// The color behind the bar; nil for the host's.
    package var barColor: Color?
    /// Whether the bar shows its background; nil for the host's choice.
    package var showsBarBackground: Bool?
}

/// The bar at the top of a page.
package struct NavigationBarContent: Hashable, Sendable {
    package var title: String
    /// A line below the title; empty for none.
    package var subtitle = ""
    /// Whether the title has a line of its own, in large letters.
    package var isLarge: Bool
    /// Whether the bar is hidden.
    package var isHidden: Bool
    /// Whether the title is at the leading end, and less important items are in the center.
    package var leadsTitle = false
    /// Whether the title at the leading end is large.
    package var isInlineLarge = false
}

/// The group of a bar's items at one position.
package struct BarItemsContent: Hashable, Sendable {
    /// A position in the bars of a page.
    package enum Position: String, Hashable, Sendable, CaseIterable {
        case leading, principal, secondary, trailing, search, bottom, keyboard
        /// The menu that the title opens, which is among the principal items.
        case titleMenu
    }

    /// A button that leads back: its title, and its name for assistive technology.
    package struct BackButton: Hashable, Sendable {
        package let title: String
        package let label: String

        /// Creates a button that leads to what has a title; one that is named "Back" if that is empty.
        init(to title: String) {
            self.title = title.isEmpty ? Localization.word("Back") : title
            label = title.isEmpty ? self.title : ("Back to \(title)" as LocalizedStringKey).string
        }
    }

    package var position: Position
    /// The Back button before the items; nil for none.
    package var back: BackButton?
    /// Whether the Back button is an arrow only.
    package var hidesBackTitle = false
    /// The button that leads back to the previous column in a narrow window; nil for none.
    package var columnBack: BackButton?
    /// Whether there is a button that shows and hides the sidebar in a wide window.
    package var togglesSidebar = false
    /// The color of these buttons; nil for the accent color.
    package var tint: Color?
}

/// The properties of a link to another page.
package struct NavigationLinkContent: Hashable, Sendable {
    package var isEnabled: Bool
    /// Whether the link's page is visible in another column.
    package var isCurrent: Bool
    /// Whether a row has the arrow at its end; automatic for the host's choice, which is none where
    /// the page is in another column.
    package var indicator = Visibility.automatic
    /// The color of a link outside rows; nil for the accent color.
    package var tint: Color?
}

/// The properties of a tab, whose element contains its label.
package struct TabItemContent: Hashable, Sendable {
    package var isSelected: Bool
    package var isEnabled: Bool
    package var badge: String?
    /// Whether the tab leads to a search.
    package var isSearch = false
    /// The number of the page, for a tab without a label.
    package var number: Int?
}

/// The properties of a split view: columns side by side, or one of them in a narrow window.
package struct SplitViewContent: Hashable, Sendable {
    /// The columns that are visible in a wide window.
    package var visible: Set<SplitColumn>
    /// The column that is visible in a narrow window.
    package var compact: SplitColumn
    /// Whether the details keep their width when other columns are shown in a wide window.
    package var keepsDetailWidth = false
}

/// The position of a column in a split view. Columns are ordered from the leading edge.
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

/// The preferred width of a column and its limits, in points.
package struct ColumnWidth: Hashable, Sendable {
    package var min: Double?
    package var ideal: Double
    package var max: Double?
}

/// A move of the user to another entry of the browser's history.
package struct NavigateEvent: ElementEvent {
    package static let name = "navigate"
    /// The limit of the decoded depth, which is untrusted input.
    private static let mostPages = 1 << 16

    /// The number of pages that the user can go back from the entry.
    package var depth: Int
    /// The query of the entry's URL.
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
