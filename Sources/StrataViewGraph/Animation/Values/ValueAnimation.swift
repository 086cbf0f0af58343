// # Values that the server interpolates
//
// The data of an `Animatable` view, modifier or shape can change anything that the view shows, so
// only the server can draw the steps between two values.
//
// 1. A node evaluates an animatable value. `ViewNode.animated(_:)` compares its data with those of
//    the last evaluation, the target.
// 2. If they differ, and the change has an animation, an animation from the data that are shown now
//    begins. The node is evaluated with these data, so the first patch changes nothing.
// 3. `AnimationClock` evaluates the node again for each step, and the node shows the interpolated
//    data. These patches have no animation of their own.
// 4. At the end the node shows the target.
//
// A change during an animation starts another one from what is shown. If the user asks for less
// motion, or the window is not visible, the node shows the target at once.

/// The animation of a node's animatable data.
@MainActor
final class ValueAnimation<Data: VectorArithmetic> {
    private var target: Data
    private var start: Data
    /// The animation, and the time at which it began; nil while none runs.
    private var running: (animation: Animation, began: Double)?

    init(_ data: Data) {
        target = data
        start = data
    }

    /// Whether an animation runs.
    var isRunning: Bool { running != nil }

    /// Returns the data to show for new ones, at a time. `animation` is that of the change.
    func data(for target: Data, at now: Double, animation: () -> Animation?) -> Data {
        if target != self.target {
            start = shown(at: now)
            self.target = target
            running = animation().map { ($0, now) }
        }
        return shown(at: now)
    }

    private func shown(at now: Double) -> Data {
        guard let running else { return target }
        let time = now - running.began
        guard time < running.animation.totalDuration else {
            self.running = nil
            return target
        }
        return start.interpolated(towards: target, amount: running.animation.progress(at: time))
    }
}

extension ViewNode {
    /// Returns an animatable value with the data that the node shows now, and schedules the next
    /// step if they are not the value's own.
    func animated<Value: Animatable>(_ value: Value) -> Value {
        guard Value.AnimatableData.self != EmptyAnimatableData.self else { return value }
        let clock = graph.animationClock
        guard let known = rare?.valueAnimation as? ValueAnimation<Value.AnimatableData> else {
            rareProperties.valueAnimation = ValueAnimation(value.animatableData)
            return value
        }
        let showsMotion = graph.isShown && !clock.isPaused && !environment.accessibilityReduceMotion
        var shown = value
        shown.animatableData = known.data(for: value.animatableData, at: clock.now()) {
            showsMotion ? graph.animation(of: self) : nil
        }
        if known.isRunning { clock.wait(self) }
        return shown
    }

    /// Returns a value of any type, if it is animatable, as ``animated(_:)`` does.
    func animatedIfPossible<Value>(_ value: Value) -> Value {
        guard let animatable = value as? any Animatable else { return value }
        return animatedValue(animatable) as? Value ?? value
    }

    private func animatedValue(_ value: some Animatable) -> Any { animated(value) }
}
