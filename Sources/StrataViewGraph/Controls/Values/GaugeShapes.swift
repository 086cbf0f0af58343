/// A bar between the labels of its ends, with the gauge's label above it and the label of the value
/// below.
struct BarGauge: View {
    let appearance: GaugeContent.Appearance
    /// Whether the gauge's label is drawn. A hidden label still names the gauge.
    let showsLabel: Bool
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(layout: .column, hidesLabel: !showsLabel, label: configuration.label, control: bar)
    }

    private var bar: some View {
        GaugeParts(
            before: configuration.minimumValueLabel,
            gauge: GaugeView(appearance: appearance, fraction: configuration.value, content: EmptyView()),
            after: configuration.maximumValueLabel, below: configuration.currentValueLabel)
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

/// A ring around the label of the value. The labels of the ends are not shown.
struct RingGauge: View {
    let appearance: GaugeContent.Appearance
    let configuration: GaugeStyleConfiguration

    var body: some View {
        LabeledControl(
            layout: .compact, hidesLabel: true, label: configuration.label,
            control: GaugeView(appearance: appearance, fraction: configuration.value, content: configuration.currentValueLabel))
    }
}
