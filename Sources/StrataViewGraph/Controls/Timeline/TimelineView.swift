public import Foundation

/// A view whose content is evaluated again at the moments of a schedule.
///
///     TimelineView(.everyMinute) { context in
///         Text(context.date, style: .time)
///     }
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: BuiltInView {
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
    public func _update(_ node: ViewNode) {
        let clock = node.storage as? TimelineClock ?? TimelineClock()
        if node.storage == nil {
            node.storage = clock
            node.onRemoval = { clock.stop() }
        }
        let now = Date()
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
        let start = { [weak node] in if node?.isInGraph == true { clock.wait(until: next) } }
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
    private(set) var isRunning = false

    /// Makes the node that is being evaluated observe the clock.
    func observe() { _ = ticks.value }

    /// Replaces the moment to wait for; nil for none. The clock waits a day at most, and then
    /// invalidates the node, which waits again.
    func wait(until moment: Date?) {
        isRunning = true
        task?.cancel()
        guard let moment else { return }
        task = Task { [ticks] in
            let seconds = min(max(moment.timeIntervalSinceNow, 0.001), 86_400)
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            ticks.value += 1
        }
    }

    func stop() { task?.cancel() }
}
