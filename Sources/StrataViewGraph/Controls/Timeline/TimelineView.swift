public import Foundation

/// A view that is evaluated again at the moments of a schedule.
///
///     TimelineView(.everyMinute) { context in
///         Text(context.date, style: .time)
///     }
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: BuiltInView {
    private let schedule: Schedule
    private let content: (Context) -> Content

    /// The moment that the content is made from.
    public typealias Context = TimelineViewDefaultContext

    /// Creates a view whose content is made from the moment of the schedule.
    public init(_ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content) {
        self.schedule = schedule
        self.content = content
    }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Shows the content of the present moment, and waits for the next one.
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
        // The content shows the last moment that has passed.
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

/// The moment that the content of a ``TimelineView`` is made from.
public struct TimelineViewDefaultContext: Sendable {
    /// The frequency of the view's updates.
    public enum Cadence: Comparable, Hashable, Sendable {
        case live, seconds, minutes
    }

    /// The moment to show.
    public let date: Date
    /// The frequency of the view's updates: live, as often as its schedule says.
    public var cadence: Cadence { .live }
}

/// Wakes a timeline at its next moment.
@MainActor
private final class TimelineClock {
    private let ticks = StateBox(0)
    private var task: Task<Void, Never>?
    private(set) var isRunning = false

    /// Has the node that is being evaluated observe the next moment.
    func observe() { _ = ticks.value }

    /// Replaces the moment to wait for; nil for none.
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
