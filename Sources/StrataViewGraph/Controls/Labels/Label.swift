/// A title with an icon.
///
///     Label("Favorites", systemImage: "star")
///
/// In a toolbar, the icon is drawn alone unless `labelStyle(_:)` sets another style.
public struct Label<Title: View, Icon: View>: BuiltInView {
    private let configuration: LabelStyleConfiguration

    /// Creates a label from a title and an icon made of views.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        configuration = LabelStyleConfiguration(title: .init(content: AnyView(title())), icon: .init(content: AnyView(icon())))
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.labelStyles.popLast() ?? DefaultLabelStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some LabelStyle, _ configuration: LabelStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// Creates a label from a style's configuration. The next outer style draws it.
    public init(_ configuration: LabelStyleConfiguration) { self.configuration = configuration }
}
