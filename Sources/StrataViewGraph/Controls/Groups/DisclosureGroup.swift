/// A group that the user expands and collapses to show and hide its content.
///
/// In a list or a form, the label and each view of the content are rows.
public struct DisclosureGroup<Label: View, Content: View>: View {
    private let label: Label
    private let content: () -> Content
    private let binding: Binding<Bool>?
    @State private var isExpanded = false

    /// Creates a group that starts collapsed, with a label made of views.
    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content
        binding = nil
    }

    /// Creates a group that is expanded while a binding is true, with a label made of views.
    public init(isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content
        binding = isExpanded
    }

    /// Any number of rows of a list.
    public static var _listShape: ListShape { .several }

    /// The label, and the content while the group is expanded.
    public var body: some View {
        let expansion = binding ?? $isExpanded
        DisclosureRows(isExpanded: expansion, label: label, content: expansion.wrappedValue ? content() : nil)
    }
}

extension DisclosureGroup where Label == Text {
    /// Creates a group that starts collapsed, with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a group that starts collapsed, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ label: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(label) }
    }

    /// Creates a group that is expanded while a binding is true, with a localized title.
    public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    /// Creates a group that is expanded while a binding is true, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ label: S, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content) {
        self.init(isExpanded: isExpanded, content: content) { Text(label) }
    }
}

/// The label and the content of a group: rows in a list, and otherwise one below the other.
private struct DisclosureRows<Label: View, Content: View>: BuiltInView {
    let isExpanded: Binding<Bool>
    let label: Label
    let content: Content?

    static var _listShape: ListShape { .several }

    func _update(_ node: ViewNode) {
        let header = DisclosureHeader(isExpanded: isExpanded, label: label)
        if node.environment.isListContent {
            node.updateChild(0, TupleView((header, content)), branch: 0, environment: node.environment)
        } else {
            // Traits and handlers that modifiers set on the group go to its header, which the user
            // presses.
            let (traits, handlers) = (node.environment.pendingTraits, node.environment.pendingHandlers)
            let group = VStack(alignment: .leading) {
                header.changingEnvironment {
                    $0.pendingTraits = traits
                    if !handlers.isEmpty { $0.pendingHandlers = handlers }
                }
                if let content { GroupView(.disclosed) { content } }
            }
            var environment = node.environment
            environment.endPendingTraits()
            node.updateChild(0, group, branch: 1, environment: environment)
        }
    }
}

/// The row that shows and hides a group.
private struct DisclosureHeader<Label: View>: BuiltInView {
    let isExpanded: Binding<Bool>
    let label: Label

    func _update(_ node: ViewNode) {
        let isOpen = node.reading { isExpanded.wrappedValue }
        let content = ButtonContent(.plain, kind: .disclosure(isExpanded: isOpen), in: node.environment)
        let press = EventHandler(PressEvent.self) { [isExpanded] _ in
            if content.isEnabled { isExpanded.wrappedValue.toggle() }
        }
        node.show(.control(.button(content)), on: [press])
        var environment = node.environment
        environment.endPendingTraits()
        environment.rowContainer = .none
        node.updateChild(0, label, environment: environment)
    }
}
