/// The tabs of a tab view, and what modifiers and statements make of them.
///
/// A type of an app can conform with a ``View/body`` made of other tabs:
///
///     struct Libraries: TabContent {
///         @TabContentBuilder<Page> var body: some TabContent<Page> {
///             Tab("Photos", systemImage: "photo", value: .photos) { Photos() }
///             Tab("Music", systemImage: "music.note", value: .music) { Music() }
///         }
///     }
public protocol TabContent<TabValue>: View {
    /// The type of the values that select the tabs.
    associatedtype TabValue: Hashable

    /// The type of the values, from which the compiler infers ``TabValue``.
    static var _tabValue: TabValue.Type { get }
}

extension TabContent {
    /// The type of the values.
    public static var _tabValue: TabValue.Type { TabValue.self }
}

extension TabContent where Body: TabContent {
    /// The type of the values of the body's tabs.
    public static var _tabValue: Body.TabValue.Type { Body.TabValue.self }
}

/// A result builder that makes the tabs of a tab view of the statements of a closure.
///
/// All tabs have values of one type, so a value can be written without it: `value: .home`.
@resultBuilder
@MainActor @preconcurrency
public struct TabContentBuilder<TabValue: Hashable> {
    /// Accepts tabs whose values have the builder's type.
    public static func buildExpression<Content: TabContent>(_ content: Content) -> Content
    where Content.TabValue == TabValue { content }

    /// Builds the tabs of a single statement.
    public static func buildBlock<Content: TabContent>(_ content: Content) -> Content { content }

    /// Builds the tabs of several statements.
    public static func buildBlock<each Content: TabContent>(
        _ content: repeat each Content
    ) -> _TabGroup<TabValue, TupleView<(repeat each Content)>> { _TabGroup(TupleView((repeat each content))) }

    /// Builds the tabs of an `if` without `else`.
    public static func buildIf<Content: TabContent>(_ content: Content?) -> _TabGroup<TabValue, Content?> {
        _TabGroup(content)
    }

    /// Builds the first branch of an `if` or `switch`.
    public static func buildEither<First: TabContent, Second: TabContent>(
        first: First
    ) -> _TabGroup<TabValue, _ConditionalContent<First, Second>> { _TabGroup(ViewBuilder.buildEither(first: first)) }

    /// Builds the second branch of an `if` or `switch`.
    public static func buildEither<First: TabContent, Second: TabContent>(
        second: Second
    ) -> _TabGroup<TabValue, _ConditionalContent<First, Second>> { _TabGroup(ViewBuilder.buildEither(second: second)) }

    /// Erases the type of what an `if #available` builds.
    public static func buildLimitedAvailability<Content: TabContent>(_ content: Content) -> _TabGroup<TabValue, AnyView> {
        _TabGroup(AnyView(content))
    }
}

/// Tabs in the view that several statements or a modifier make of them.
public struct _TabGroup<TabValue: Hashable, Content: View>: BuiltInView, TabContent {
    /// Tabs have no body: the graph updates them.
    public typealias Body = Never

    private let content: Content

    init(_ content: Content) { self.content = content }

    /// Any number of rows, as the content of tabs is shown outside a tab view.
    public static var _listShape: ListShape { .several }

    /// Shows the tabs.
    public func _update(_ node: ViewNode) { node.updateChild(0, content) }
}

extension Tab: TabContent {
    /// The type of the value that selects the tab.
    public typealias TabValue = Value
}

extension TabSection: TabContent {
    /// The type of the values that select the section's tabs.
    public typealias TabValue = SelectionValue
}

extension ForEach: TabContent where Content: TabContent {
    /// The type of the values that select the tabs.
    public typealias TabValue = Content.TabValue
}

extension Group: TabContent where Content: TabContent {
    /// The type of the values that select the tabs.
    public typealias TabValue = Content.TabValue
}

extension TabView where Content: TabContent {
    /// Creates a tab view of tabs, with a binding to the value of the selected one.
    ///
    /// The values of the tabs have the type of the selection.
    public init(selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> Content) {
        self.init(selection: Optional(selection), views: content())
    }
}
