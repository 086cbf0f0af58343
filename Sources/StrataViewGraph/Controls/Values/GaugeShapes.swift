/// A bar that is filled up to the value, between the labels of its ends, with the gauge's label
/// above it and the label of the value below.
struct BarGauge: View {
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(layout: .column, label: configuration.label, control: bar)
    }

    private var bar: some View {
        GaugeParts(
            before: configuration.minimumValueLabel,
            gauge: GaugeView(appearance: .linearCapacity, fraction: configuration.value, content: EmptyView()),
            after: configuration.maximumValueLabel, below: configuration.currentValueLabel)
    }
}

/// A bar with a mark at the value, between the labels of its ends. Without them, the label of the
/// value stands before the bar. The gauge's label is hidden, and still names the gauge.
struct MarkedBarGauge: View {
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(layout: .column, hidesLabel: true, label: configuration.label, control: bar)
    }

    private var bar: some View {
        GaugeParts(
            before: before, gauge: GaugeView(appearance: .linear, fraction: configuration.value, content: EmptyView()),
            after: configuration.maximumValueLabel, below: EmptyView())
    }

    @ViewBuilder
    private var before: some View {
        if configuration.hasEnds { configuration.minimumValueLabel } else { configuration.currentValueLabel }
    }
}

/// The parts of a bar gauge. Traits that modifiers set go to the bar.
private struct GaugeParts<Before: View, Gauge: View, After: View, Below: View>: BuiltInView {
    let before: Before
    let gauge: Gauge
    let after: After
    let below: Below

    func _update(_ node: ViewNode) {
        let traits = node.environment.pendingTraits
        node.show(.control(.group(.gaugeParts)), traits: ElementTraits())
        node.updateChild(0, before)
        var environment = node.environment
        environment.pendingTraits = traits
        node.updateChild(1, gauge, environment: environment)
        var other = environment
        other.endPendingTraits()
        node.updateChild(2, after, environment: other)
        node.updateChild(3, below, environment: other)
    }
}

/// A ring that is filled up to the value, around the label of the value.
struct RingGauge: View {
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(
            layout: .compact, hidesLabel: true, label: configuration.label,
            control: GaugeView(
                appearance: .circularCapacity, fraction: configuration.value, content: configuration.currentValueLabel))
    }
}

/// An open ring around the label of the value. The labels of the ends are in the opening at the
/// bottom; without them, the gauge's label is.
struct OpenRingGauge: View {
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(
            layout: .compact, hidesLabel: configuration.hasEnds, label: configuration.label,
            control: GaugeView(appearance: .circular, fraction: configuration.value, content: inside))
    }

    @ViewBuilder
    private var inside: some View {
        configuration.currentValueLabel
        if configuration.hasEnds {
            GroupView(.gaugeEnds) {
                configuration.minimumValueLabel
                configuration.maximumValueLabel
            }
        }
    }
}

extension GaugeStyleConfiguration {
    /// Whether an end of the range has a label.
    fileprivate var hasEnds: Bool { minimumValueLabel != nil || maximumValueLabel != nil }
}
