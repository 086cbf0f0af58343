/// An indicator of work in progress. It shows the completed fraction where that is known.
///
///     ProgressView("Downloading", value: received, total: expected)
public struct ProgressView<Label: View, CurrentValueLabel: View>: BuiltInView {
    private let configuration: ProgressViewStyleConfiguration
    /// The time that the indicator follows; nil for a value.
    private var timer: ProgressTimer?

    init(timer: ProgressTimer, label: Label?, currentValueLabel: AnyView) {
        configuration = ProgressViewStyleConfiguration(
            fractionCompleted: nil, label: label.map { .init(content: AnyView($0)) },
            currentValueLabel: .init(content: currentValueLabel))
        self.timer = timer
    }

    private init(fraction: Double?, label: Label?, currentValueLabel: CurrentValueLabel?) {
        configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: label.map { ProgressViewStyleConfiguration.Label(content: AnyView($0)) },
            currentValueLabel: currentValueLabel.map { ProgressViewStyleConfiguration.CurrentValueLabel(content: AnyView($0)) })
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.progressViewStyles.popLast() ?? DefaultProgressViewStyle()
        guard let timer else {
            node.updateChild(0, Self.body(of: style, configuration), branch: 0, environment: environment)
            return
        }
        let timeline = TimelineView(timer.moments) { [configuration] context in
            AnyView(Self.body(of: style, configuration.with(fraction: timer.fraction(at: context.date))))
        }
        node.updateChild(0, timeline, branch: 1, environment: environment)
    }

    private static func body(of style: some ProgressViewStyle, _ configuration: ProgressViewStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }

    /// Returns a value as a fraction of a total, limited to 0 through 1; nil for nil, and 0 for 0
    /// of 0.
    private static func fraction<V: BinaryFloatingPoint>(_ value: V?, of total: V) -> Double? {
        value.map { value in
            let fraction = Double(value / total)
            return fraction.isNaN ? 0 : min(max(fraction, 0), 1)
        }
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// Creates an indicator for work of unknown length.
    public init() where Label == EmptyView { self.init(fraction: nil, label: nil, currentValueLabel: nil) }

    /// Creates an indicator for work of unknown length, with a label made of views.
    public init(@ViewBuilder label: () -> Label) { self.init(fraction: nil, label: label(), currentValueLabel: nil) }

    /// Creates an indicator for work of unknown length, with a localized title.
    public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(fraction: nil, label: Text(titleKey), currentValueLabel: nil)
    }

    /// Creates an indicator for work of unknown length, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) where Label == Text {
        self.init(fraction: nil, label: Text(title), currentValueLabel: nil)
    }

    /// Creates an indicator for a value of a total, limited to 0 through `total`. Nil shows work of
    /// unknown length.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {
        self.init(fraction: Self.fraction(value, of: total), label: nil, currentValueLabel: nil)
    }

    /// Creates an indicator for a value of a total, with a label made of views.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label) {
        self.init(fraction: Self.fraction(value, of: total), label: label(), currentValueLabel: nil)
    }

    /// Creates an indicator for a value of a total, with a localized title.
    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1) where Label == Text {
        self.init(fraction: Self.fraction(value, of: total), label: Text(titleKey), currentValueLabel: nil)
    }

    /// Creates an indicator for a value of a total, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1) where Label == Text {
        self.init(fraction: Self.fraction(value, of: total), label: Text(title), currentValueLabel: nil)
    }
}

extension ProgressView {
    /// Creates an indicator for a value of a total, with a label, and a label of the value.
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(fraction: Self.fraction(value, of: total), label: label(), currentValueLabel: currentValueLabel())
    }

    /// Creates an indicator from a style's configuration. The next outer style draws it.
    public init(_ configuration: ProgressViewStyleConfiguration)
    where
        Label == ProgressViewStyleConfiguration.Label,
        CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel
    {
        self.configuration = configuration
    }
}
