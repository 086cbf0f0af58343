/// A view that shows a value within a range, as an instrument does.
///
///     Gauge(value: charge, in: 0...100) {
///         Text("Battery")
///     } currentValueLabel: {
///         Text("\(charge)%")
///     }
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: BuiltInView {
    private let configuration: GaugeStyleConfiguration

    private init<V: BinaryFloatingPoint>(
        _ value: V, _ bounds: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel?, _ minimum: BoundsLabel?,
        _ maximum: BoundsLabel?
    ) {
        let length = Double(bounds.upperBound - bounds.lowerBound)
        let fraction = length > 0 ? Double(value - bounds.lowerBound) / length : 0
        configuration = GaugeStyleConfiguration(
            value: fraction.isNaN ? 0 : min(max(fraction, 0), 1), label: .init(content: AnyView(label)),
            currentValueLabel: current.map { .init(content: AnyView($0)) },
            minimumValueLabel: minimum.map { .init(content: AnyView($0)) },
            maximumValueLabel: maximum.map { .init(content: AnyView($0)) })
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.gaugeStyles.popLast() ?? DefaultGaugeStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(of style: some GaugeStyle, _ configuration: GaugeStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension Gauge where MarkedValueLabels == EmptyView {
    /// Creates a gauge with a label.
    public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label)
    where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
        self.init(value, bounds, label(), nil, nil, nil)
    }

    /// Creates a gauge with a label, and a label of its value.
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) where BoundsLabel == EmptyView {
        self.init(value, bounds, label(), currentValueLabel(), nil, nil)
    }

    /// Creates a gauge with a label, and labels of its value and of the two ends of its range.
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) {
        self.init(value, bounds, label(), currentValueLabel(), minimumValueLabel(), maximumValueLabel())
    }
}

/// A gauge as hosts draw it.
package struct GaugeContent: Hashable, Sendable {
    package enum Appearance: Hashable, Sendable {
        /// A bar that is filled up to the value.
        case linearCapacity
        /// A bar with a mark at the value.
        case linear
        /// A ring that is filled up to the value.
        case circularCapacity
        /// An open ring with a mark at the value.
        case circular
    }

    package var appearance: Appearance
    /// The position of the value in the range, from 0 to 1.
    package var fraction: Double
    package var tint: Color?
}

/// The bar or ring of a gauge. The content is inside a ring; a bar has none.
struct GaugeView<Content: View>: BuiltInView {
    let appearance: GaugeContent.Appearance
    let fraction: Double
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(
            .control(
                .gauge(GaugeContent(appearance: appearance, fraction: fraction, tint: node.environment.tintColor))))
        node.updateChild(0, content)
    }
}
