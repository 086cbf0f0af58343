/// A slider as hosts draw it.
package struct SliderContent: Hashable, Sendable {
    package var value: Double
    package var bounds: ClosedRange<Double>
    /// The distance between two values; nil for any value.
    package var step: Double?
    package var isEnabled: Bool
    package var tint: Color?
}

/// The value to which the user moved a slider.
package struct SlideEvent: ElementEvent {
    package static let name = "slide"

    package var value: Double
    /// Whether the user is still moving the slider.
    package var isEditing: Bool

    package init(value: Double, isEditing: Bool) {
        self.value = value
        self.isEditing = isEditing
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(Double.self, forKey: .value)
        isEditing = try values.decode(Bool.self, forKey: .isEditing)
        guard value.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .value, in: values, debugDescription: "The value of a slider is not a finite number.")
        }
    }
}

/// The track of a slider.
struct SliderTrack: BuiltInView {
    let value: Binding<Double>
    let bounds: ClosedRange<Double>
    let step: Double?
    let editingChanged: (Bool) -> Void

    /// Whether the user is moving the slider, in the node's storage.
    @MainActor
    private final class Phase {
        var isEditing = false
        var editingChanged: (Bool) -> Void = { _ in }

        func end() {
            guard isEditing else { return }
            isEditing = false
            RunningAction.perform { editingChanged(false) }
        }
    }

    func _update(_ node: ViewNode) {
        let phase = node.storage as? Phase ?? Phase()
        if node.storage == nil {
            node.storage = phase
            node.onRemoval = { phase.end() }
        }
        phase.editingChanged = editingChanged
        let content = SliderContent(
            value: limited(node.reading { value.wrappedValue }), bounds: bounds, step: step,
            isEnabled: node.environment.isEnabled, tint: node.environment.tintColor)
        let slide = EventHandler(SlideEvent.self) { [self, weak node] event in
            guard content.isEnabled else { return }
            if !phase.isEditing {
                phase.isEditing = true
                editingChanged(true)
            }
            value.wrappedValue = snapped(event.value)
            if !event.isEditing { phase.end() }
            // A binding that rejects the value may change no state. The browser shows the value
            // already.
            node?.evaluateAgain()
            node?.sendAgain()
        }
        // A disabled slider receives no end of the move. The app may change state in response, so it
        // is called after the update.
        if phase.isEditing, !content.isEnabled { node.graph.whenShown { phase.end() } }
        node.show(.control(.slider(content)), on: [slide])
    }

    private func limited(_ value: Double) -> Double {
        value.isNaN ? bounds.lowerBound : min(max(value, bounds.lowerBound), bounds.upperBound)
    }

    private func snapped(_ value: Double) -> Double {
        guard let step, step > 0 else { return limited(value) }
        let steps = ((limited(value) - bounds.lowerBound) / step).rounded()
        return limited(bounds.lowerBound + steps * step)
    }
}

/// The track of a slider between the labels of its ends.
struct LabeledTrack<ValueLabel: View>: BuiltInView {
    let track: SliderTrack
    let minimum: ValueLabel
    let maximum: ValueLabel

    func _update(_ node: ViewNode) {
        node.show(.layout(.stack(StackLayout(direction: .horizontal(.center), spacing: nil))), traits: ElementTraits())
        var environment = node.environment
        let trackEnvironment = environment
        environment.endPendingTraits()
        node.updateChild(0, minimum, environment: environment)
        node.updateChild(1, track, environment: trackEnvironment)
        node.updateChild(2, maximum, environment: environment)
    }
}
