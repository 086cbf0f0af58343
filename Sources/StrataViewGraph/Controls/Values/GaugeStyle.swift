/// A type that defines the appearance of gauges, for `gaugeStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol GaugeStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a gauge.
    typealias Configuration = GaugeStyleConfiguration

    /// Returns the view of a gauge.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a gauge that a ``GaugeStyle`` draws.
@MainActor @preconcurrency
public struct GaugeStyleConfiguration {
    /// The label of the gauge, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the value, as a view.
    public struct CurrentValueLabel: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the lower end, as a view.
    public struct MinimumValueLabel: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the upper end, as a view.
    public struct MaximumValueLabel: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The position of the value in the range, from 0 to 1.
    public var value: Double
    /// The label of the gauge.
    public var label: Label
    /// The label of the value, if there is one.
    public var currentValueLabel: CurrentValueLabel?
    /// The label of the lower end, if there is one.
    public var minimumValueLabel: MinimumValueLabel?
    /// The label of the upper end, if there is one.
    public var maximumValueLabel: MaximumValueLabel?
}

/// The host's style: a bar that is filled up to the value.
public struct DefaultGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        BarGauge(configuration: configuration)
    }
}

/// A bar that is filled up to the value.
public struct LinearCapacityGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        BarGauge(configuration: configuration)
    }
}

/// A bar with a mark at the value. The gauge's label is hidden.
public struct AccessoryLinearGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        MarkedBarGauge(configuration: configuration)
    }
}

/// A bar that is filled up to the value.
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        BarGauge(configuration: configuration)
    }
}

/// An open ring with a mark at the value.
public struct AccessoryCircularGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        OpenRingGauge(configuration: configuration)
    }
}

/// A ring that is filled up to the value.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a gauge in the style.
    public func makeBody(configuration: Configuration) -> some View {
        RingGauge(configuration: configuration)
    }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
    /// The host's style: a bar that is filled up to the value.
    public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    /// A bar that is filled up to the value.
    public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    /// A bar with a mark at the value. The gauge's label is hidden.
    public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    /// A bar that is filled up to the value.
    public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { AccessoryLinearCapacityGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    /// An open ring with a mark at the value.
    public static var accessoryCircular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    /// A ring that is filled up to the value.
    public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle { AccessoryCircularCapacityGaugeStyle() }
}

private struct GaugeStylesKey: EnvironmentKey {
    static var defaultValue: [any GaugeStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of gauges, innermost last; see `toggleStyles`.
    var gaugeStyles: [any GaugeStyle] {
        get { self[GaugeStylesKey.self] }
        set { self[GaugeStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of gauges.
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { changingEnvironment { $0.gaugeStyles.append(style) } }
}
