/// The look of tables, for `tableStyle(_:)`.
@MainActor @preconcurrency
public protocol TableStyle {
    /// The look that hosts draw.
    var _look: TableLookStyle { get }
    /// Whether every second row has another background.
    var _alternatesRowBackgrounds: Bool { get }
}

extension TableStyle {
    /// No: all rows have the same background.
    public var _alternatesRowBackgrounds: Bool { false }
}

/// The default style: that of ``InsetTableStyle``.
public struct AutomaticTableStyle: TableStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: TableLookStyle { .inset }
}

/// Rows with a margin beside them.
public struct InsetTableStyle: TableStyle {
    /// Whether every second row has another background.
    public let _alternatesRowBackgrounds: Bool

    /// Creates the style.
    public init() { _alternatesRowBackgrounds = false }

    /// Creates the style, with another background for every second row if an argument says so.
    public init(alternatesRowBackgrounds: Bool) { _alternatesRowBackgrounds = alternatesRowBackgrounds }

    /// The look that hosts draw.
    public var _look: TableLookStyle { .inset }
}

/// Rows from edge to edge, with a border around the table.
public struct BorderedTableStyle: TableStyle {
    /// Whether every second row has another background.
    public let _alternatesRowBackgrounds: Bool

    /// Creates the style.
    public init() { _alternatesRowBackgrounds = false }

    /// Creates the style, with another background for every second row if an argument says so.
    public init(alternatesRowBackgrounds: Bool) { _alternatesRowBackgrounds = alternatesRowBackgrounds }

    /// The look that hosts draw.
    public var _look: TableLookStyle { .bordered }
}

extension TableStyle where Self == AutomaticTableStyle {
    /// The default style: that of ``InsetTableStyle``.
    public static var automatic: AutomaticTableStyle { AutomaticTableStyle() }
}

extension TableStyle where Self == InsetTableStyle {
    /// Rows with a margin beside them.
    public static var inset: InsetTableStyle { InsetTableStyle() }

    /// Rows with a margin beside them. Every second row has another background if an argument says
    /// so.
    public static func inset(alternatesRowBackgrounds: Bool) -> InsetTableStyle {
        InsetTableStyle(alternatesRowBackgrounds: alternatesRowBackgrounds)
    }
}

extension TableStyle where Self == BorderedTableStyle {
    /// Rows from edge to edge, with a border around the table.
    public static var bordered: BorderedTableStyle { BorderedTableStyle() }

    /// Rows from edge to edge, with a border around the table. Every second row has another
    /// background if an argument says so.
    public static func bordered(alternatesRowBackgrounds: Bool) -> BorderedTableStyle {
        BorderedTableStyle(alternatesRowBackgrounds: alternatesRowBackgrounds)
    }
}

/// The behavior of the backgrounds of rows, for `alternatingRowBackgrounds(_:)`.
public struct AlternatingRowBackgroundBehavior: Hashable, Sendable {
    fileprivate let isEnabled: Bool

    /// The host's choice: all rows have the same background.
    public static let automatic = AlternatingRowBackgroundBehavior(isEnabled: false)
    /// Every second row has another background.
    public static let enabled = AlternatingRowBackgroundBehavior(isEnabled: true)
    /// All rows have the same background.
    public static let disabled = AlternatingRowBackgroundBehavior(isEnabled: false)
}

private struct TableStyleKey: EnvironmentKey {
    static var defaultValue: TableLookStyle { .inset }
}

private struct TableStyleAlternatesKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct TableColumnHeadersKey: EnvironmentKey {
    static var defaultValue: Visibility { .automatic }
}

private struct AlternatesRowBackgroundsKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The style of tables.
    var tableStyle: TableLookStyle {
        get { self[TableStyleKey.self] }
        set { self[TableStyleKey.self] = newValue }
    }

    /// Whether the style of tables gives every second row another background.
    var tableStyleAlternates: Bool {
        get { self[TableStyleAlternatesKey.self] }
        set { self[TableStyleAlternatesKey.self] = newValue }
    }

    /// The visibility of the titles of columns.
    var tableColumnHeaders: Visibility {
        get { self[TableColumnHeadersKey.self] }
        set { self[TableColumnHeadersKey.self] = newValue }
    }

    /// Whether every second row of a list or a table has another background.
    var alternatesRowBackgrounds: Bool {
        get { self[AlternatesRowBackgroundsKey.self] }
        set { self[AlternatesRowBackgroundsKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of tables.
    public func tableStyle<S: TableStyle>(_ style: S) -> some View {
        changingEnvironment {
            $0.tableStyle = style._look
            $0.tableStyleAlternates = style._alternatesRowBackgrounds
        }
    }

    /// Shows or hides the titles of the columns of tables.
    public func tableColumnHeaders(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.tableColumnHeaders = visibility }
    }

    /// Sets whether every second row of a list or a table has another background.
    public func alternatingRowBackgrounds(_ behavior: AlternatingRowBackgroundBehavior = .enabled) -> some View {
        changingEnvironment { $0.alternatesRowBackgrounds = behavior.isEnabled }
    }
}
