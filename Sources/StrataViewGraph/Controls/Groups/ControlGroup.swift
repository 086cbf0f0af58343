/// A group of related controls, drawn as one.
public struct ControlGroup<Content: View>: View {
    private let configuration: ControlGroupStyleConfiguration

    /// Creates a group of controls.
    public init(@ViewBuilder content: () -> Content) {
        configuration = ControlGroupStyleConfiguration(
            content: .init(content: AnyView(content())), label: .init(content: AnyView(EmptyView())), hasLabel: false)
    }

    /// Creates a group of controls with a label, which names it for users who do not see it.
    public init<C: View, L: View>(@ViewBuilder content: () -> C, @ViewBuilder label: () -> L)
    where Content == LabeledControlGroupContent<C, L> {
        configuration = ControlGroupStyleConfiguration(
            content: .init(content: AnyView(content())), label: .init(content: AnyView(label())), hasLabel: true)
    }

    /// Creates a group of controls with a localized title.
    public init<C: View>(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> C)
    where Content == LabeledControlGroupContent<C, Text> {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a group of controls with a string as its title.
    @_disfavoredOverload
    public init<C: View, S: StringProtocol>(_ title: S, @ViewBuilder content: () -> C)
    where Content == LabeledControlGroupContent<C, Text> {
        self.init(content: content) { Text(title) }
    }

    /// The body that the style makes.
    public var body: some View { ControlGroupBody(configuration: configuration) }

    /// One row of a list.
    public static var _listShape: ListShape { .row }
}

extension ControlGroup where Content == ControlGroupStyleConfiguration.Content {
    /// Creates a group from a style's configuration. The next outer style draws it.
    public init(_ configuration: ControlGroupStyleConfiguration) { self.configuration = configuration }
}

/// The body that the style of the environment makes.
private struct ControlGroupBody: BuiltInView {
    let configuration: ControlGroupStyleConfiguration

    func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.controlGroupStyles.popLast() ?? AutomaticControlGroupStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some ControlGroupStyle, _ configuration: ControlGroupStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

/// The controls of a group with a label.
public struct LabeledControlGroupContent<Content: View, Label: View>: View {
    let content: Content

    /// The controls.
    public var body: some View { content }
}

/// The element of a group of controls. In a menu it is a section, whose entries are the controls.
struct ControlGroupView<Content: View>: BuiltInView {
    let label: AnyView?
    let content: Content
    /// Whether the controls are side by side in a menu.
    var isPalette = false

    func _update(_ node: ViewNode) {
        let isInMenu = node.environment.isMenuContent
        node.updateChild(0, label ?? AnyView(EmptyView()))
        let words = node.children[0].ownWords
        let name = words.isEmpty ? nil : words
        node.show(.control(.group(isInMenu ? .menuSection(label: name, isPalette: isPalette) : .controls(label: name))))
        var environment = node.environment
        environment.endPendingTraits()
        environment.rowContainer = .none
        if !isInMenu, environment.buttonStyles.isEmpty { environment.buttonStyles = [BorderedButtonStyle()] }
        node.updateChild(1, content, environment: environment)
        // Only the controls become elements. The text of the label is the name of the group.
        node.arrange = { [unowned node] in
            // State inside the label may change its text without an evaluation of this node.
            if node.children[0].ownWords != words { node.evaluateAgain() }
            var elements: [Element] = []
            node.children[1].collectElements(into: &elements)
            return elements
        }
    }
}
