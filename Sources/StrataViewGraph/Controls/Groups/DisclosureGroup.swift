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
        DisclosureGroupBody(
            rows: DisclosureRows(isExpanded: expansion, label: label, content: expansion.wrappedValue ? content() : nil),
            configuration: DisclosureGroupStyleConfiguration(
                label: .init(content: AnyView(label)), content: .init(make: { AnyView(content()) }), isExpanded: expansion))
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
