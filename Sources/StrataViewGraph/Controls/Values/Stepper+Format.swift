public import Foundation

extension Stepper {
    /// Creates a stepper of a value in a range, with a label made of views. The value is shown in a
    /// format.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, in bounds: ClosedRange<F.FormatInput>, step: F.FormatInput.Stride = 1,
        format: F, @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, bounds, onEditingChanged), label: label(),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }

    /// Creates a stepper of a value, with a label made of views. The value is shown in a format.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, step: F.FormatInput.Stride = 1,
        format: F, @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, nil, onEditingChanged), label: label(),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }
}

extension Stepper where Label == Text {
    /// Creates a stepper of a value in a range, with a localized title. The value is shown in a
    /// format.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, in bounds: ClosedRange<F.FormatInput>,
        step: F.FormatInput.Stride = 1,
        format: F, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, bounds, onEditingChanged), label: Text(titleKey),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }

    /// Creates a stepper of a value, with a localized title. The value is shown in a format.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, step: F.FormatInput.Stride = 1,
        format: F, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, nil, onEditingChanged), label: Text(titleKey),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }

    /// Creates a stepper of a value in a range, with a string as its title. The value is shown in a
    /// format.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, in bounds: ClosedRange<F.FormatInput>, step: F.FormatInput.Stride = 1,
        format: F, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, bounds, onEditingChanged), label: Text(title),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }

    /// Creates a stepper of a value, with a string as its title. The value is shown in a format.
    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, step: F.FormatInput.Stride = 1,
        format: F, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: BinaryFloatingPoint, F.FormatOutput == String {
        self.init(
            StepperSteps(value, step, nil, onEditingChanged), label: Text(title),
            text: { format.localized(in: $0).format(value.wrappedValue) })
    }
}
