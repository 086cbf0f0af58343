/// The group of a stepper's buttons as hosts draw it.
package struct StepperContent: Hashable, Sendable {
    package var size: ControlSize
}

/// The actions of a stepper's buttons.
struct StepperSteps {
    /// Returns the actions; nil for a button that is disabled. The node observes the state that it
    /// reads.
    let actions: () -> (increment: (() -> Void)?, decrement: (() -> Void)?)
    let editingChanged: (Bool) -> Void

    /// Creates a value from actions of the app.
    init(increment: (() -> Void)?, decrement: (() -> Void)?, editingChanged: @escaping (Bool) -> Void) {
        actions = { (increment, decrement) }
        self.editingChanged = editingChanged
    }

    /// Creates the actions that change a value by a step, within a range if there is one.
    init<V: Strideable>(
        _ value: Binding<V>, _ step: V.Stride, _ bounds: ClosedRange<V>?, _ editingChanged: @escaping (Bool) -> Void
    ) {
        self.editingChanged = editingChanged
        actions = {
            let current = value.wrappedValue
            func action(_ step: V.Stride, _ canStep: Bool) -> (() -> Void)? {
                guard canStep else { return nil }
                return {
                    let next = value.wrappedValue.advancedWithoutOverflow(by: step)
                    value.wrappedValue = bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next
                }
            }
            return (
                action(step, bounds.map { current < $0.upperBound } ?? true),
                action(-step, bounds.map { current > $0.lowerBound } ?? true)
            )
        }
    }
}

extension Strideable {
    /// Returns the value that is a step away. An integer beyond its type's range is the limit of
    /// the type, for which `advanced(by:)` would trap.
    fileprivate func advancedWithoutOverflow(by step: Stride) -> Self {
        guard let integer = self as? any FixedWidthInteger, let distance = step as? Int else { return advanced(by: step) }
        return integer.advancedToLimit(by: distance) as? Self ?? advanced(by: step)
    }
}

extension FixedWidthInteger {
    /// Returns the sum of the integer and a distance, limited to the range of the type.
    fileprivate func advancedToLimit(by distance: Int) -> Self {
        let magnitude = Self(exactly: distance.magnitude)
        if distance < 0 {
            let difference = magnitude.map(subtractingReportingOverflow)
            return difference.flatMap { $0.overflow ? nil : $0.partialValue } ?? .min
        }
        let sum = magnitude.map(addingReportingOverflow)
        return sum.flatMap { $0.overflow ? nil : $0.partialValue } ?? .max
    }
}

/// The buttons of a stepper.
struct StepperView: BuiltInView {
    let steps: StepperSteps
    let text: ((EnvironmentValues) -> String)?

    func _update(_ node: ViewNode) {
        let (increment, decrement) = node.reading { steps.actions() }
        let value = node.reading { text?(node.environment) }
        node.show(.control(.stepper(StepperContent(size: node.environment.controlSize))))
        node.updateChild(0, StepButton(sign: "−", name: "Decrement", action: decrement, editingChanged: steps.editingChanged))
        node.updateChild(1, value.map { Text(verbatim: $0).foregroundStyle(.secondary) })
        node.updateChild(2, StepButton(sign: "+", name: "Increment", action: increment, editingChanged: steps.editingChanged))
    }
}

/// One of the buttons of a stepper.
private struct StepButton: BuiltInView {
    let sign: String
    let name: String
    /// The button's action; nil disables it.
    let action: (() -> Void)?
    let editingChanged: (Bool) -> Void

    func _update(_ node: ViewNode) {
        let environment = node.environment
        let content = ButtonContent(
            appearance: .plain, kind: .step, isEnabled: environment.isEnabled && action != nil, size: environment.controlSize)
        let press = EventHandler(PressEvent.self) { [action, editingChanged] _ in
            guard content.isEnabled, let action else { return }
            editingChanged(true)
            action()
            editingChanged(false)
        }
        var traits = ElementTraits()
        traits.label = Localization.word(name)
        node.show(.control(.button(content)), on: [press], traits: traits)
        node.updateChild(0, Text(verbatim: sign))
    }
}
