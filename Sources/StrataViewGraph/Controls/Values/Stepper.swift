/// A control that increments and decrements a value.
///
///     Stepper("Rows: \(rows)", value: $rows, in: 1...100)
public struct Stepper<Label: View>: BuiltInView {
    private let label: Label
    private let steps: StepperSteps
    /// Returns the text of the value in an environment, which is shown beside the buttons; nil where
    /// the label shows it.
    private let text: ((EnvironmentValues) -> String)?

    init(_ steps: StepperSteps, label: Label, text: ((EnvironmentValues) -> String)? = nil) {
        self.steps = steps
        self.label = label
        self.text = text
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the stepper after its label.
    public func _update(_ node: ViewNode) {
        let control = StepperView(steps: steps, text: text)
        node.updateChild(0, LabeledControl(label: label, control: control), environment: node.environment)
    }
}

extension Stepper {
    /// Creates a stepper of a value in a range, with a label.
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, bounds, onEditingChanged), label: label())
    }

    /// Creates a stepper of a value, with a label.
    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1,
        @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, nil, onEditingChanged), label: label())
    }

    /// Creates a stepper with actions for its buttons, and a label. Nil disables a button.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(increment: onIncrement, decrement: onDecrement, editingChanged: onEditingChanged), label: label())
    }

    /// Creates a stepper of a value in a range, with a label; the older form.
    @_disfavoredOverload
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) {
        self.init(StepperSteps(value, step, bounds, onEditingChanged), label: label())
    }

    /// Creates a stepper of a value, with a label; the older form.
    @_disfavoredOverload
    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) {
        self.init(StepperSteps(value, step, nil, onEditingChanged), label: label())
    }

    /// Creates a stepper with actions for its buttons, and a label; the older form. Nil disables a
    /// button.
    @_disfavoredOverload
    public init(
        onIncrement: (() -> Void)?, onDecrement: (() -> Void)?, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) {
        self.init(StepperSteps(increment: onIncrement, decrement: onDecrement, editingChanged: onEditingChanged), label: label())
    }
}

extension Stepper where Label == Text {
    /// Creates a stepper of a value in a range, with a localized title.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, bounds, onEditingChanged), label: Text(titleKey))
    }

    /// Creates a stepper of a value, with a localized title.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, nil, onEditingChanged), label: Text(titleKey))
    }

    /// Creates a stepper of a value in a range, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, bounds, onEditingChanged), label: Text(title))
    }

    /// Creates a stepper of a value, with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(StepperSteps(value, step, nil, onEditingChanged), label: Text(title))
    }

    /// Creates a stepper with actions for its buttons, and a localized title. Nil disables a
    /// button.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            StepperSteps(increment: onIncrement, decrement: onDecrement, editingChanged: onEditingChanged), label: Text(titleKey))
    }

    /// Creates a stepper with actions for its buttons, and a string as its title. Nil disables a
    /// button.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            StepperSteps(increment: onIncrement, decrement: onDecrement, editingChanged: onEditingChanged), label: Text(title))
    }
}
