public import Foundation

/// The moments at which a ``TimelineView`` is evaluated again.
public protocol TimelineSchedule {
    /// Moments in ascending order; as many as there are.
    associatedtype Entries: Sequence where Entries.Element == Date

    /// The frequency of updates.
    typealias Mode = TimelineScheduleMode

    /// Returns the moments from a date on; the first one may be before it.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

/// The frequency of a schedule's updates.
public enum TimelineScheduleMode: Hashable, Sendable {
    /// As often as the schedule says.
    case normal
    /// Less often, to save energy.
    case lowFrequency
}

/// Moments at equal distances.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    /// Creates a schedule from a moment on, with a distance in seconds.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval
    }

    /// Returns the last moment before a date, and those after it.
    public func entries(from startDate: Date, mode: Mode) -> Entries {
        let interval = max(self.interval, 0.001)
        let passed = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.down))
        return Entries(moment: start.addingTimeInterval(passed * interval), interval: interval)
    }

    /// The moments of a periodic schedule.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        fileprivate var moment: Date
        fileprivate let interval: TimeInterval

        /// Returns the next moment.
        public mutating func next() -> Date? {
            defer { moment += interval }
            return moment
        }
    }
}

/// The beginning of each minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    /// Creates the schedule.
    public init() {}

    /// Returns the minute of a date, and those after it.
    public func entries(from startDate: Date, mode: Mode) -> PeriodicTimelineSchedule.Entries {
        PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: 0), by: 60).entries(from: startDate, mode: mode)
    }
}

/// Moments that the app lists.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
    private let dates: Entries

    /// Creates a schedule of moments in ascending order.
    public init(_ dates: Entries) { self.dates = dates }

    /// Returns the moments.
    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

/// Moments that are close enough for an animation: ten in a second, or fewer.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    /// Each moment sends a patch to the browser, so more would only make the line busy.
    private static let shortest = 0.1
    private let interval: TimeInterval
    private let isPaused: Bool

    /// Creates a schedule with at least a distance in seconds between two moments.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        interval = max(minimumInterval ?? Self.shortest, Self.shortest)
        isPaused = paused
    }

    /// Returns the moments from a date on; only the first one while the schedule is paused.
    public func entries(from start: Date, mode: Mode) -> Entries {
        Entries(moments: PeriodicTimelineSchedule(from: start, by: interval).entries(from: start, mode: mode), isPaused: isPaused)
    }

    /// The moments of an animation.
    public struct Entries: Sequence, IteratorProtocol, Sendable {
        fileprivate var moments: PeriodicTimelineSchedule.Entries
        fileprivate let isPaused: Bool
        private var isFirst = true

        fileprivate init(moments: PeriodicTimelineSchedule.Entries, isPaused: Bool) {
            self.moments = moments
            self.isPaused = isPaused
        }

        /// Returns the next moment.
        public mutating func next() -> Date? {
            defer { isFirst = false }
            return isPaused && !isFirst ? nil : moments.next()
        }
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// The beginning of each minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Returns moments at equal distances, in seconds.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// Moments that are close enough for an animation.
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }

    /// Returns moments with at least a distance in seconds; none while the schedule is paused.
    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
}

extension TimelineSchedule {
    /// Returns a schedule of moments in ascending order.
    public static func explicit<S: Sequence>(_ dates: S) -> ExplicitTimelineSchedule<S>
    where Self == ExplicitTimelineSchedule<S>, S.Element == Date {
        ExplicitTimelineSchedule(dates)
    }
}
