/// A control that selects a value from a range, along a track.
///
///     Slider(value: $magnitude, in: 0...10, step: 0.5) { Text("Magnitude") }
///
/// The label names the slider for users who do not see it.
public struct Slider<Label: View, ValueLabel: View>: BuiltInView {
    private let track: SliderTrack
    private let label: Label
    private let ends: (minimum: ValueLabel, maximum: ValueLabel)?

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the slider.
    public func _update(_ node: ViewNode) {
        if let ends {
            let control = LabeledTrack(track: track, minimum: ends.minimum, maximum: ends.maximum)
            show(control, in: node, branch: 1)
        } else {
            show(track, in: node, branch: 0)
        }
    }

    private func show(_ control: some View, in node: ViewNode, branch: Int) {
        node.updateChild(
            0, LabeledControl(layout: .row, hidesLabel: true, label: label, control: control), branch: branch,
            environment: node.environment)
    }

    fileprivate init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, step: Double?, label: Label,
        ends: (minimum: ValueLabel, maximum: ValueLabel)?, _ editingChanged: @escaping (Bool) -> Void
    ) {
        track = SliderTrack(
            value: Binding(get: { Double(value.wrappedValue) }, set: { value.wrappedValue = V($0) }),
            bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: step, editingChanged: editingChanged)
        self.label = label
        self.ends = ends
    }
}

extension Slider {
    /// Creates a slider with a label, and labels of its two ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value, bounds, step: nil, label: label(), ends: (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }

    /// Creates a slider with steps, a label, and labels of its two ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value, bounds, step: Double(step), label: label(), ends: (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }

    /// Creates a slider with views as the labels of its ends; the older form.
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        minimumValueLabel: ValueLabel, maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: nil, label: label(), ends: (minimumValueLabel, maximumValueLabel), onEditingChanged)
    }

    /// Creates a slider with steps, and views as the labels of its ends; the older form.
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        minimumValueLabel: ValueLabel, maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value, bounds, step: Double(step), label: label(), ends: (minimumValueLabel, maximumValueLabel), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    /// Creates a slider with a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: nil, label: label(), ends: nil, onEditingChanged)
    }

    /// Creates a slider with steps and a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: Double(step), label: label(), ends: nil, onEditingChanged)
    }

    /// Creates a slider with a label; the older form.
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: nil, label: label(), ends: nil, onEditingChanged)
    }

    /// Creates a slider with steps and a label; the older form.
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: Double(step), label: label(), ends: nil, onEditingChanged)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// Creates a slider without a label. Give it one with `accessibilityLabel(_:)`.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: nil, label: EmptyView(), ends: nil, onEditingChanged)
    }

    /// Creates a slider with steps, without a label. Give it one with `accessibilityLabel(_:)`.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, step: Double(step), label: EmptyView(), ends: nil, onEditingChanged)
    }
}
