/// A view whose content is made for values that keyframes determine.
///
///     KeyframeAnimator(initialValue: Bounce(), trigger: likes) { bounce in
///         Text("👍").scaleEffect(bounce.scale)
///     } keyframes: { _ in
///         KeyframeTrack(\.scale) {
///             SpringKeyframe(1.5, duration: 0.3)
///             SpringKeyframe(1)
///         }
///     }
///
/// The server makes the content again for each step, at most 30 times a second. If the user asks for
/// less motion, the content for the initial value is shown, or with a trigger for the last value.
public struct KeyframeAnimator<Value, KeyframePath: Keyframes<Value>, Content: View>: BuiltInView {
    private let initialValue: Value
    private let trigger: (any Equatable)?
    private let isRepeated: Bool
    private let content: (Value) -> Content
    private let keyframes: (Value) -> KeyframePath

    /// Creates a view that runs through keyframes once for each change of a value. They start at the
    /// value that is shown.
    public init(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        (self.initialValue, self.trigger, isRepeated) = (initialValue, trigger as any Equatable, false)
        (self.content, self.keyframes) = (content, keyframes)
    }

    /// Creates a view that runs through keyframes when it is shown: once, or again and again.
    public init(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        (self.initialValue, trigger, isRepeated) = (initialValue, nil, repeating)
        (self.content, self.keyframes) = (content, keyframes)
    }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Shows the content for the present value, and waits for the next step.
    public func _update(_ node: ViewNode) {
        let run = node.storage as? KeyframeRun<Value> ?? KeyframeRun(initialValue, trigger: trigger)
        let clock = node.graph.animationClock
        if node.storage == nil {
            node.storage = run
            if trigger == nil {
                node.graph.whenShown { [weak node] in
                    run.began = clock.now()
                    node?.setNeedsEvaluation()
                }
            }
        } else if let trigger, let former = run.trigger, !areEqual(trigger, former) {
            run.trigger = trigger
            run.timeline = KeyframeTimeline(run.value, keyframes(run.value))
            run.began = clock.now()
        }
        if run.began != nil, trigger == nil, run.timeline == nil {
            run.timeline = KeyframeTimeline(initialValue, keyframes(initialValue))
        }
        if let timeline = run.timeline, let began = run.began { show(timeline, since: began, run, node, clock) }
        node.updateChild(0, node.reading { content(run.value) }, environment: node.environment)
    }

    private func show(
        _ timeline: KeyframeTimeline<Value>, since began: Double, _ run: KeyframeRun<Value>, _ node: ViewNode,
        _ clock: AnimationClock
    ) {
        let time = clock.now() - began
        let duration = timeline.duration
        if node.environment.accessibilityReduceMotion {
            if trigger != nil { (run.value, run.began) = (timeline.value(time: duration), nil) }
        } else if isRepeated, duration > 0 {
            run.value = timeline.value(time: time.truncatingRemainder(dividingBy: duration))
            clock.wait(node)
        } else {
            run.value = timeline.value(time: min(time, duration))
            if time < duration { clock.wait(node) } else { run.began = nil }
        }
    }
}

/// The present value of a node with a keyframe animator.
@MainActor
private final class KeyframeRun<Value> {
    var value: Value
    var trigger: (any Equatable)?
    var timeline: KeyframeTimeline<Value>?
    /// The time at which the keyframes began; nil while they do not run.
    var began: Double?

    init(_ value: Value, trigger: (any Equatable)?) {
        self.value = value
        self.trigger = trigger
    }
}

extension View {
    /// Applies modifiers to the view for values that keyframes determine: once when the view is
    /// shown, or again and again.
    public func keyframeAnimator<Value>(
        initialValue: Value, repeating: Bool = true,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, repeating: repeating, content: { content(PlaceholderContentView(self), $0) },
            keyframes: keyframes)
    }

    /// Applies modifiers to the view for values that keyframes determine, once for each change of a
    /// value.
    public func keyframeAnimator<Value>(
        initialValue: Value, trigger: some Equatable,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        KeyframeAnimator(
            initialValue: initialValue, trigger: trigger, content: { content(PlaceholderContentView(self), $0) },
            keyframes: keyframes)
    }
}
