/// A type that defines the appearance of labeled content, for `labeledContentStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol LabeledContentStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of labeled content.
    typealias Configuration = LabeledContentStyleConfiguration

    /// Returns the view of labeled content.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of labeled content that a ``LabeledContentStyle`` draws.
@MainActor @preconcurrency
public struct LabeledContentStyleConfiguration {
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

/// The host's style: the label at the leading end of the width, the content at the trailing end.
public struct AutomaticLabeledContentStyle: LabeledContentStyle {
    /// Creates the style.
    public init() {}

    /// Returns the label and the content.
    public func makeBody(configuration: Configuration) -> some View {
        GroupView(.labeledContent) {
            configuration.label
            GroupView(.labeledValue) { configuration.content.foregroundStyle(.secondary) }
        }
    }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
    /// The host's style: the label at the leading end of the width, the content at the trailing
    /// end.
    public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}

private struct LabeledContentStylesKey: EnvironmentKey {
    static var defaultValue: [any LabeledContentStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of labeled content, innermost last; see `toggleStyles`.
    var labeledContentStyles: [any LabeledContentStyle] {
        get { self[LabeledContentStylesKey.self] }
        set { self[LabeledContentStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of labeled content.
    public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
        changingEnvironment { $0.labeledContentStyles.append(style) }
    }
}
