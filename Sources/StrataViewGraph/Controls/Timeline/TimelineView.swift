public import Foundation

/// A view whose content is evaluated again at the moments of a schedule.
///
///     TimelineView(.everyMinute) { context in
///         Text(context.date, style: .time)
///     }
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: BuiltInView {
    /// The shortest time in seconds between two moments while the window is not visible.
    private static var hiddenInterval: TimeInterval { 1 }

    private let schedule: Schedule
    private let content: (Context) -> Content

    /// The moment for which the content is made.
    public typealias Context = TimelineViewDefaultContext

    /// Creates a view whose content is made for the latest moment of a schedule.
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
        self.schedule = schedule
        self.content = content
    }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Shows the content for the latest moment that has passed, and waits for the next one.
    ///
    /// The node observes its clock's counter. At the next moment the clock increments the counter,
    /// which invalidates the node; the update that follows asks the schedule for the moments again.
    /// So a view that is updated late skips moments and does not queue them. The clock does not
    /// start before the window is visible, so that a page that is only requested starts no tasks.
    ///
    /// While the window is in a tab behind others, a schedule for animations pauses, and others have
    /// one moment a second at most.
    public func _update(_ node: ViewNode) {
        let clock = node.storage as? TimelineClock ?? TimelineClock()
        if node.storage == nil {
            node.storage = clock
            node.onRemoval = { clock.stop() }
        }
        let animationClock = node.graph.animationClock
        let now = animationClock.date()
        var moments = schedule.entries(from: now, mode: .normal).makeIterator()
        var present = now
        var next = moments.next()
        // Before the first moment of the schedule, the content is made for the current time.
        while let moment = next, moment <= now {
            present = moment
            next = moments.next()
        }
        node.reading { clock.observe() }
        node.updateChild(0, content(Context(date: present)), environment: node.environment)
        if animationClock.isPaused, let moment = next {
            // When the window is visible again, the content is that of the time.
            animationClock.wait(node, until: animationClock.now() + moment.timeIntervalSince(animationClock.date()))
            next = schedule is AnimationTimelineSchedule ? nil : max(moment, now + Self.hiddenInterval)
        }
        let start = { [weak node, next] in if node?.isInGraph == true { clock.wait(until: next, now: animationClock.date()) } }
        if clock.isRunning { start() } else { node.graph.whenShown(start) }
    }
}

/// The moment for which the content of a ``TimelineView`` is made.
public struct TimelineViewDefaultContext: Sendable {
    /// The frequency of the view's updates.
    public enum Cadence: Comparable, Hashable, Sendable {
        /// Continuous updates.
        case live
        /// About one update a second.
        case seconds
        /// About one update a minute.
        case minutes
    }

    /// The moment for which the content is made.
    public let date: Date
    /// The frequency of the view's updates, which is always `live`.
    public var cadence: Cadence { .live }
}

/// A clock that invalidates the node of a timeline at its next moment.
@MainActor
private final class TimelineClock {
    private let ticks = StateBox(0)
    private var task: Task<Void, Never>?
    private var moment: Date?
    private(set) var isRunning = false

    /// Makes the node that is being evaluated observe the clock.
    func observe() { _ = ticks.value }

    /// Replaces the moment to wait for; nil for none. The clock waits an hour at most, and then
    /// invalidates the node, which waits again.
    func wait(until moment: Date?, now: Date) {
        isRunning = true
        // A canceled task keeps its memory until the time for which it slept.
        guard moment != self.moment else { return }
        task?.cancel()
        self.moment = moment
        guard let moment else { return }
        // A task may start late.
        let end = ContinuousClock.now + .seconds(min(max(moment.timeIntervalSince(now), 0.001), 3_600))
        task = Task { [weak self] in
            // Ignored: the sleep ends early only if the task is cancelled, as another one replaces
            // it.
            guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
            self?.tick()
        }
    }

    private func tick() {
        moment = nil
        ticks.value += 1
    }

    func stop() { task?.cancel() }
}
