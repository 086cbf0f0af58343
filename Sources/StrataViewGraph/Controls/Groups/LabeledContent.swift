public import Foundation

/// A label at one end of the width, and the content that it names at the other.
///
///     LabeledContent("Magnitude", value: quake.magnitude, format: .number)
public struct LabeledContent<Label, Content> {
    private let configuration: LabeledContentStyleConfiguration

    /// Creates labeled content from a style's configuration. The next outer style draws it.
    public init(_ configuration: LabeledContentStyleConfiguration)
    where Label == LabeledContentStyleConfiguration.Label, Content == LabeledContentStyleConfiguration.Content {
        self.configuration = configuration
    }
}

extension LabeledContent: View, BuiltInView where Label: View, Content: View {
    /// Creates labeled content from a label and content made of views.
    @MainActor
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        configuration = LabeledContentStyleConfiguration(
            label: .init(content: AnyView(label())), content: .init(content: AnyView(content())))
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    @MainActor
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.labeledContentStyles.popLast() ?? AutomaticLabeledContentStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    @MainActor
    private static func body(
        of style: some LabeledContentStyle, _ configuration: LabeledContentStyleConfiguration
    ) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension LabeledContent where Label == Text, Content: View {
    /// Creates labeled content with a localized title.
    @MainActor
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates labeled content with a string as its title.
    @MainActor @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension LabeledContent where Label == Text, Content == Text {
    /// Creates labeled content that shows a string, with a localized title.
    @MainActor
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init {
            Text(value)
        } label: {
            Text(titleKey)
        }
    }

    /// Creates labeled content that shows a string, with a string as its title.
    @MainActor @_disfavoredOverload
    public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init {
            Text(value)
        } label: {
            Text(title)
        }
    }

    /// Creates labeled content that shows a formatted value, with a localized title.
    @MainActor
    public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init {
            Text(value, format: format)
        } label: {
            Text(titleKey)
        }
    }

    /// Creates labeled content that shows a formatted value, with a string as its title.
    @MainActor @_disfavoredOverload
    public init<S: StringProtocol, F: FormatStyle>(_ title: S, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init {
            Text(value, format: format)
        } label: {
            Text(title)
        }
    }
}
