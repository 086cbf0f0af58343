public import Foundation

/// The moments at which a ``TimelineView`` is evaluated again.
public protocol TimelineSchedule {
    /// A sequence of moments in ascending order, which may be infinite.
    associatedtype Entries: Sequence where Entries.Element == Date

    /// The frequency of updates.
    typealias Mode = TimelineScheduleMode

    /// Returns the moments from a date on. The first one may be before the date.
    func entries(from startDate: Date, mode: Mode) -> Entries
}

/// The frequency of a schedule's updates.
public enum TimelineScheduleMode: Hashable, Sendable {
    /// All moments of the schedule.
    case normal
    /// Fewer moments, to save energy.
    case lowFrequency
}

/// A schedule of moments at equal intervals.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    /// The shortest interval in seconds. Each moment sends a message to the browser.
    private static let shortest = 0.01
    /// The longest interval in seconds, so that moments stay finite.
    private static let longest = 1e12
    private let start: Date
    private let interval: TimeInterval

    /// Creates a schedule from a moment on, with an interval in seconds. The shortest interval is a
    /// hundredth of a second.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval
    }

    /// Returns the last moment that is not after a date, and those that follow. If the schedule
    /// begins after the date, returns all moments.
    public func entries(from startDate: Date, mode: Mode) -> Entries {
        let interval = self.interval >= Self.shortest ? min(self.interval, Self.longest) : Self.shortest
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

/// A schedule of the beginning of each minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    /// Creates the schedule.
    public init() {}

    /// Returns the beginning of the minute that contains a date, and of those that follow.
    public func entries(from startDate: Date, mode: Mode) -> PeriodicTimelineSchedule.Entries {
        let minutes = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down)
        return PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: minutes * 60), by: 60)
            .entries(from: startDate, mode: mode)
    }
}

/// A schedule of moments that the app lists.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
    private let dates: Entries

    /// Creates a schedule of moments in ascending order.
    public init(_ dates: Entries) { self.dates = dates }

    /// Returns all listed moments, also those before the date.
    public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

/// A schedule for animations, of at most ten moments a second.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    /// The shortest interval in seconds. Each moment sends a message to the browser, so shorter
    /// intervals would load the connection and not make the animation smoother.
    private static let shortest = 0.1
    private let interval: TimeInterval
    private let isPaused: Bool

    /// Creates a schedule with at least an interval in seconds between two moments. A shorter one
    /// than a tenth of a second, or nil, is a tenth of a second.
    public init(minimumInterval: Double? = nil, paused: Bool = false) {
        let interval = minimumInterval ?? Self.shortest
        self.interval = interval > Self.shortest ? interval : Self.shortest
        isPaused = paused
    }

    /// Returns the moments from a date on. A paused schedule has only the first one.
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
    /// A schedule of the beginning of each minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// Returns a schedule of moments at equal intervals, in seconds.
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    /// A schedule for animations, of ten moments a second.
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }

    /// Returns a schedule for animations, with at least an interval in seconds between two moments.
    /// A paused schedule has only the first moment.
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
