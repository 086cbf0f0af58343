/// A type that defines the appearance of labels, for `labelStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol LabelStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a label.
    typealias Configuration = LabelStyleConfiguration

    /// Returns the view of a label.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a label that a ``LabelStyle`` draws.
@MainActor @preconcurrency
public struct LabelStyleConfiguration {
    /// The title, as a view.
    public struct Title: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The icon, as a view.
    public struct Icon: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The title.
    public let title: Title
    /// The icon.
    public let icon: Icon
}

/// The host's style: the icon before the title or, in a toolbar, the icon alone.
public struct DefaultLabelStyle: LabelStyle {
    /// Creates the style.
    public init() {}

    /// Returns a label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        LabelParts(appearance: nil, configuration: configuration)
    }
}

/// The icon before the title.
public struct TitleAndIconLabelStyle: LabelStyle {
    /// Creates the style.
    public init() {}

    /// Returns a label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        LabelParts(appearance: .titleAndIcon, configuration: configuration)
    }
}

/// The title alone.
public struct TitleOnlyLabelStyle: LabelStyle {
    /// Creates the style.
    public init() {}

    /// Returns a label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        LabelParts(appearance: .titleOnly, configuration: configuration)
    }
}

/// The icon alone. The title names it for users who do not see it.
public struct IconOnlyLabelStyle: LabelStyle {
    /// Creates the style.
    public init() {}

    /// Returns a label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        LabelParts(appearance: .iconOnly, configuration: configuration)
    }
}

extension LabelStyle where Self == DefaultLabelStyle {
    /// The host's style: the icon before the title or, in a toolbar, the icon alone.
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    /// The icon before the title.
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// The title alone.
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    /// The icon alone. The title names it for users who do not see it.
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

/// The parts of a label that are drawn.
package enum LabelAppearance: Hashable, Sendable {
    case titleAndIcon, titleOnly, iconOnly
}

/// The title and the icon of a label. The icon is decorative. A title that is not drawn still names
/// the label for users who do not see it.
private struct LabelParts: BuiltInView {
    /// The parts that are drawn; nil for the host's choice.
    let appearance: LabelAppearance?
    let configuration: LabelStyleConfiguration

    func _update(_ node: ViewNode) {
        let appearance = appearance ?? (node.environment.isToolbarContent ? .iconOnly : .titleAndIcon)
        node.show(.control(.group(.label(appearance))))
        var environment = node.childEnvironment
        if let tint = environment.listItemTint, environment.listSelection != nil {
            environment.textStyle.color = tint
        }
        node.updateChild(0, GroupView(.labelIcon) { configuration.icon }, environment: environment)
        node.updateChild(1, GroupView(.labelTitle) { configuration.title })
        node.arrange = { [unowned node, appearance] in
            var elements: [Element] = []
            if appearance != .titleOnly { node.children[0].collectElements(into: &elements) }
            node.children[1].collectElements(into: &elements)
            return elements
        }
    }
}

private struct LabelStylesKey: EnvironmentKey {
    static var defaultValue: [any LabelStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of labels, innermost last; see `toggleStyles`.
    var labelStyles: [any LabelStyle] {
        get { self[LabelStylesKey.self] }
        set { self[LabelStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of labels.
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { changingEnvironment { $0.labelStyles.append(style) } }
}
