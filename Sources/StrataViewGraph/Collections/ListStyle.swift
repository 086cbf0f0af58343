/// The look of a list, for `listStyle(_:)`.
@MainActor @preconcurrency
public protocol ListStyle {
    /// The look that hosts draw.
    var _look: ListLook.Style { get }
    /// Whether every second row has another background.
    var _alternatesRowBackgrounds: Bool { get }
}

extension ListStyle {
    /// No: all rows have the same background.
    public var _alternatesRowBackgrounds: Bool { false }
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
    /// Whether every second row has another background.
    package var alternates = false
    package var measures = ListMeasures()
    /// The color of selected rows; nil for the accent color.
    package var tint: Color?
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
    /// Whether every second row has another background.
    public let _alternatesRowBackgrounds: Bool

    /// Creates the style.
    public init() { _alternatesRowBackgrounds = false }

    /// Creates the style, with another background for every second row if an argument says so.
    public init(alternatesRowBackgrounds: Bool) { _alternatesRowBackgrounds = alternatesRowBackgrounds }

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
    /// Whether every second row has another background.
    public let _alternatesRowBackgrounds: Bool

    /// Creates the style.
    public init() { _alternatesRowBackgrounds = false }

    /// Creates the style, with another background for every second row if an argument says so.
    public init(alternatesRowBackgrounds: Bool) { _alternatesRowBackgrounds = alternatesRowBackgrounds }

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

    /// Rows with a margin around them, with another background for every second row if an argument
    /// says so.
    public static func inset(alternatesRowBackgrounds: Bool) -> InsetListStyle {
        InsetListStyle(alternatesRowBackgrounds: alternatesRowBackgrounds)
    }
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

    /// A list with a border, with another background for every second row if an argument says so.
    public static func bordered(alternatesRowBackgrounds: Bool) -> BorderedListStyle {
        BorderedListStyle(alternatesRowBackgrounds: alternatesRowBackgrounds)
    }
}

private struct ListStyleKey: EnvironmentKey {
    static var defaultValue: ListLook.Style { .plain }
}

private struct ListStyleAlternatesKey: EnvironmentKey {
    static var defaultValue: Bool { false }
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

    /// Whether the style of lists gives every second row another background.
    var listStyleAlternates: Bool {
        get { self[ListStyleAlternatesKey.self] }
        set { self[ListStyleAlternatesKey.self] = newValue }
    }

    /// Whether lists draw a background.
    var showsScrollContentBackground: Bool {
        get { self[ShowsScrollContentBackgroundKey.self] }
        set { self[ShowsScrollContentBackgroundKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of lists.
    public func listStyle<S: ListStyle>(_ style: S) -> some View {
        changingEnvironment {
            $0.listStyle = style._look
            $0.listStyleAlternates = style._alternatesRowBackgrounds
        }
    }

    /// Shows or hides the background of lists, forms and text editors.
    public func scrollContentBackground(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.showsScrollContentBackground = visibility != .hidden }
    }
}
