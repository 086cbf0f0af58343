/// A box around related content, with an optional label.
public struct GroupBox<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    /// Creates a box with a label made of views.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }

    /// Creates a box with a view as its label; the older form.
    public init(label: Label, @ViewBuilder content: () -> Content) {
        self.label = label
        self.content = content()
    }

    /// The body that the style makes.
    public var body: some View {
        GroupBoxBody(
            configuration: GroupBoxStyleConfiguration(
                label: .init(content: AnyView(label)), content: .init(content: AnyView(content))))
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }
}

extension GroupBox where Label == EmptyView {
    /// Creates a box without a label.
    public init(@ViewBuilder content: () -> Content) { self.init(content: content) { EmptyView() } }
}

extension GroupBox where Label == Text {
    /// Creates a box with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a box with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

/// A type that defines the appearance of group boxes, for `groupBoxStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol GroupBoxStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a group box.
    typealias Configuration = GroupBoxStyleConfiguration

    /// Returns the view of a group box.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a group box that a ``GroupBoxStyle`` draws.
@MainActor @preconcurrency
public struct GroupBoxStyleConfiguration {
    /// The label, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The content, as a view.
    public struct Content: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label.
    public let label: Label
    /// The content.
    public let content: Content
}

/// The host's style: a filled box with the label at its top.
public struct DefaultGroupBoxStyle: GroupBoxStyle {
    /// Creates the style.
    public init() {}

    /// Returns a box.
    public func makeBody(configuration: Configuration) -> some View {
        GroupView(.box) {
            GroupView(.boxLabel) { configuration.label.font(.headline) }
            configuration.content
        }
    }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    /// The host's style: a filled box with the label at its top.
    public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

/// The body that the style of the environment makes.
private struct GroupBoxBody: BuiltInView {
    let configuration: GroupBoxStyleConfiguration

    func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.groupBoxStyles.popLast() ?? DefaultGroupBoxStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some GroupBoxStyle, _ configuration: GroupBoxStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

private struct GroupBoxStylesKey: EnvironmentKey {
    static var defaultValue: [any GroupBoxStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of group boxes, innermost last; see `toggleStyles`.
    var groupBoxStyles: [any GroupBoxStyle] {
        get { self[GroupBoxStylesKey.self] }
        set { self[GroupBoxStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of group boxes.
    public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View {
        changingEnvironment { $0.groupBoxStyles.append(style) }
    }
}
