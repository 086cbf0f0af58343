/// A type that defines the appearance of disclosure groups, for `disclosureGroupStyle(_:)`.
///
///     struct Drawer: DisclosureGroupStyle {
///         func makeBody(configuration: Configuration) -> some View {
///             Button {
///                 configuration.isExpanded.toggle()
///             } label: {
///                 configuration.label
///             }
///             if configuration.isExpanded { configuration.content.padding(.leading) }
///         }
///     }
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol DisclosureGroupStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a disclosure group.
    typealias Configuration = DisclosureGroupStyleConfiguration

    /// Returns the view of a disclosure group.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a disclosure group that a ``DisclosureGroupStyle`` draws.
@MainActor @preconcurrency
public struct DisclosureGroupStyleConfiguration {
    /// The label of the group, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The content of the group, as a view. It is made only where a style shows it.
    public struct Content: View {
        let make: () -> AnyView
        public var body: some View { make() }

        /// Any number of rows of a list.
        public static var _listShape: ListShape { .several }
    }

    /// The label.
    public let label: Label
    /// The content, which is shown while the group is expanded.
    public let content: Content
    /// Whether the group is expanded.
    @Binding public var isExpanded: Bool

    init(label: Label, content: Content, isExpanded: Binding<Bool>) {
        self.label = label
        self.content = content
        _isExpanded = isExpanded
    }
}

/// The host's style: a triangle before the label, which the user presses. In a list or a form, the
/// label and each view of the content are rows.
public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle {
    /// Creates the style.
    public init() {}

    /// Returns the label and the content.
    public func makeBody(configuration: Configuration) -> some View {
        DisclosureRows(
            isExpanded: configuration.$isExpanded, label: configuration.label,
            content: configuration.isExpanded ? configuration.content : nil)
    }
}

extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle {
    /// The host's style: a triangle before the label, which the user presses.
    public static var automatic: AutomaticDisclosureGroupStyle { AutomaticDisclosureGroupStyle() }
}

/// The body that the style of the environment makes. Without one, the rows, whose types the list
/// then knows.
struct DisclosureGroupBody<Label: View, Content: View>: BuiltInView {
    let rows: DisclosureRows<Label, Content>
    let configuration: DisclosureGroupStyleConfiguration

    static var _listShape: ListShape { .several }

    func _update(_ node: ViewNode) {
        var environment = node.environment
        if let style = environment.disclosureGroupStyles.popLast() {
            node.updateChild(0, Self.body(of: style, configuration), branch: 1, environment: environment)
        } else {
            node.updateChild(0, rows, branch: 0, environment: environment)
        }
    }

    private static func body(of style: some DisclosureGroupStyle, _ configuration: DisclosureGroupStyleConfiguration)
        -> any View
    {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

private struct DisclosureGroupStylesKey: EnvironmentKey {
    static var defaultValue: [any DisclosureGroupStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of disclosure groups, innermost last; see `toggleStyles`.
    var disclosureGroupStyles: [any DisclosureGroupStyle] {
        get { self[DisclosureGroupStylesKey.self] }
        set { self[DisclosureGroupStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of disclosure groups.
    public func disclosureGroupStyle<S: DisclosureGroupStyle>(_ style: S) -> some View {
        changingEnvironment { $0.disclosureGroupStyles.append(style) }
    }
}
