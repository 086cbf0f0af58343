/// A view that goes through phases, each with an animation.
///
///     PhaseAnimator([false, true]) { isLarge in
///         Image(systemName: "heart").scaleEffect(isLarge ? 1.5 : 1)
///     }
///
/// Without a trigger, the phases follow each other as long as the view is shown. With one, each
/// change of its value starts them, and they end at the first one. The server sends each phase as
/// one patch with its animation. If the user asks for less motion, the first phase is shown. While
/// the window is not visible, the phases pause, and then go on with the one of the time.
public struct PhaseAnimator<Phase: Equatable, Content: View>: BuiltInView {
    private let phases: [Phase]
    private let trigger: (any Equatable)?
    private let content: (Phase) -> Content
    private let animation: (Phase) -> Animation?

    /// Creates a view that goes through phases once for each change of a value. For a sequence without
    /// phases it shows a warning.
    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        self.init(Array(phases), trigger as any Equatable, content: content, animation: animation)
    }

    /// Creates a view that goes through phases as long as it is shown. For a sequence without phases it
    /// shows a warning.
    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        self.init(Array(phases), nil, content: content, animation: animation)
    }

    private init(
        _ phases: [Phase], _ trigger: (any Equatable)?, content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation?
    ) {
        self.phases = phases
        self.trigger = trigger
        self.content = content
        self.animation = animation
    }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Shows the present phase, and waits for the next one.
    public func _update(_ node: ViewNode) {
        guard !phases.isEmpty else {
            WarningLog.warn("A phase animator has no phases. Pass at least one.")
            return node.updateChild(0, Text(verbatim: "⚠"), environment: node.environment)
        }
        let run = node.storage as? PhaseRun ?? PhaseRun(trigger: trigger)
        let clock = node.graph.animationClock
        if node.storage == nil {
            node.storage = run
            if trigger == nil {
                node.graph.whenShown { [weak node] in
                    run.due = clock.now()
                    node?.setNeedsEvaluation()
                }
            }
        } else if let trigger, let former = run.trigger, !areEqual(trigger, former) {
            run.trigger = trigger
            run.due = clock.now()
        }
        let phase = node.environment.accessibilityReduceMotion ? phases[0] : advance(run, node, clock)
        node.updateChild(0, node.reading { content(phase) }, environment: node.environment)
    }

    /// Goes to the phase whose time has come, and waits for the next one. Returns the present phase.
    private func advance(_ run: PhaseRun, _ node: ViewNode, _ clock: AnimationClock) -> Phase {
        guard phases.count > 1 else { return phases[0] }
        let now = clock.now()
        if let due = run.due, due <= now + 0.001 {
            // Each phase is shown, however late, unless the window was not visible meanwhile.
            run.index = due < clock.endOfPause ? index(after: run.index, since: due, at: now) : (run.index + 1) % phases.count
            let animation = animation(phases[run.index])
            node.graph.addScope(animation, of: node)
            let isLast = trigger != nil && run.index == 0
            run.due = isLast ? nil : now + duration(of: animation)
        }
        if let due = run.due { clock.wait(node, until: due) }
        return phases[min(run.index, phases.count - 1)]
    }

    /// Returns the index of the phase of a time after a pause of the clock.
    ///
    /// - Parameters:
    ///   - index: The index of the phase that is shown.
    ///   - due: The time at which the next phase was due.
    ///   - now: The present time.
    private func index(after index: Int, since due: Double, at now: Double) -> Int {
        var next = (index + 1) % phases.count
        var rest = now - due
        guard rest > duration(of: animation(phases[next])) else { return next }
        let durations = phases.map { duration(of: animation($0)) }
        // A whole run through the phases leads to the same one.
        if trigger == nil { rest = rest.truncatingRemainder(dividingBy: durations.reduce(0, +)) }
        while rest > durations[next], trigger == nil || next != 0 {
            rest -= durations[next]
            next = (next + 1) % phases.count
        }
        return next
    }

    /// Returns the seconds for which a phase with an animation is shown.
    private func duration(of animation: Animation?) -> Double { max(animation?.totalDuration ?? 0, AnimationClock.step) }
}

/// The present phase of a node with a phase animator.
@MainActor
private final class PhaseRun {
    var index = 0
    /// The time at which the next phase begins; nil while the phases do not run.
    var due: Double?
    var trigger: (any Equatable)?

    init(trigger: (any Equatable)?) { self.trigger = trigger }
}

extension View {
    /// Applies modifiers to the view that go through phases as long as the view is shown.
    public func phaseAnimator<Phase>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View where Phase: Equatable {
        PhaseAnimator(phases, content: { content(PlaceholderContentView(self), $0) }, animation: animation)
    }

    /// Applies modifiers to the view that go through phases once for each change of a value.
    public func phaseAnimator<Phase>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View where Phase: Equatable {
        PhaseAnimator(
            phases, trigger: trigger, content: { content(PlaceholderContentView(self), $0) }, animation: animation)
    }
}
