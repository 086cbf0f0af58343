/// The look of a list, for `listStyle(_:)`.
@MainActor @preconcurrency
public protocol ListStyle {
    /// The look that hosts draw.
    var _look: ListLook.Style { get }
}

/// The properties of a list, as hosts draw it.
public struct ListLook: Hashable, Sendable {
    /// The built-in styles.
    public enum Style: String, Hashable, Sendable {
        /// The style that `ListStyle` has under the same name.
        case plain, inset, grouped, insetGrouped, sidebar, bordered
    }

    /// The number of rows that the user can select.
    package enum Selection: Hashable, Sendable {
        case one, several
    }

    package var style: Style = .plain
    /// The number of rows that the user can select; nil for none.
    package var selects: Selection?
    /// Whether the controls for deleting and moving rows are always visible.
    package var isEditing = false
    /// Whether pulling the list refreshes its content.
    package var isRefreshable = false
    /// Whether the host draws the background of the style.
    package var showsBackground = true
    /// Whether rows belong to an outline, which the user expands and collapses.
    package var isOutline = false
    /// Whether the list has a context menu outside its rows.
    package var hasMenu = false
    package var scrolling = Scrolling()
}

/// The default style: rows from edge to edge.
public struct DefaultListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .plain }
}

/// Rows from edge to edge.
public struct PlainListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .plain }
}

/// Rows with a margin around them.
public struct InsetListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .inset }
}

/// Sections with space between them, from edge to edge.
public struct GroupedListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .grouped }
}

/// Sections as rounded boxes, with a margin around them.
public struct InsetGroupedListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .insetGrouped }
}

/// A list of an app's destinations, in a column beside its content.
public struct SidebarListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .sidebar }
}

/// A list with a border.
public struct BorderedListStyle: ListStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: ListLook.Style { .bordered }
}

extension ListStyle where Self == DefaultListStyle {
    /// The default style: rows from edge to edge.
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}

extension ListStyle where Self == PlainListStyle {
    /// Rows from edge to edge.
    public static var plain: PlainListStyle { PlainListStyle() }
}

extension ListStyle where Self == InsetListStyle {
    /// Rows with a margin around them.
    public static var inset: InsetListStyle { InsetListStyle() }
}

extension ListStyle where Self == GroupedListStyle {
    /// Sections with space between them, from edge to edge.
    public static var grouped: GroupedListStyle { GroupedListStyle() }
}

extension ListStyle where Self == InsetGroupedListStyle {
    /// Sections as rounded boxes, with a margin around them.
    public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

extension ListStyle where Self == SidebarListStyle {
    /// A list of an app's destinations, in a column beside its content.
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

extension ListStyle where Self == BorderedListStyle {
    /// A list with a border.
    public static var bordered: BorderedListStyle { BorderedListStyle() }
}

private struct ListStyleKey: EnvironmentKey {
    static var defaultValue: ListLook.Style { .plain }
}

private struct ShowsScrollContentBackgroundKey: EnvironmentKey {
    static var defaultValue: Bool { true }
}

extension EnvironmentValues {
    /// The style of lists.
    var listStyle: ListLook.Style {
        get { self[ListStyleKey.self] }
        set { self[ListStyleKey.self] = newValue }
    }

    /// Whether lists draw a background.
    var showsScrollContentBackground: Bool {
        get { self[ShowsScrollContentBackgroundKey.self] }
        set { self[ShowsScrollContentBackgroundKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of lists.
    public func listStyle<S: ListStyle>(_ style: S) -> some View { changingEnvironment { $0.listStyle = style._look } }

    /// Shows or hides the background of lists and forms.
    public func scrollContentBackground(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.showsScrollContentBackground = visibility != .hidden }
    }
}
