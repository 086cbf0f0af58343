public import Foundation

extension ProgressView {
    /// Creates an indicator of the time that has passed of an interval, or with `countsDown` of the
    /// time that is left, with labels for it and for its value.
    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(
            timer: ProgressTimer(interval: timerInterval, countsDown: countsDown), label: label(),
            currentValueLabel: AnyView(currentValueLabel()))
    }
}

extension ProgressView where CurrentValueLabel == DefaultDateProgressLabel {
    /// Creates an indicator of the time of an interval, with a label. The time is shown below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        let timer = ProgressTimer(interval: timerInterval, countsDown: countsDown)
        self.init(timer: timer, label: label(), currentValueLabel: AnyView(DefaultDateProgressLabel(timer: timer)))
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == DefaultDateProgressLabel {
    /// Creates an indicator of the time of an interval. The time is shown below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
        let timer = ProgressTimer(interval: timerInterval, countsDown: countsDown)
        self.init(timer: timer, label: nil, currentValueLabel: AnyView(DefaultDateProgressLabel(timer: timer)))
    }
}

/// The time of an interval, as hours, minutes and seconds.
public struct DefaultDateProgressLabel: View {
    let timer: ProgressTimer

    /// The time that has passed, or is left.
    public var body: some View {
        TimelineView(timer.seconds) { context in Text(verbatim: timer.text(at: context.date)).monospacedDigit() }
    }
}

/// The time of an interval.
struct ProgressTimer: Hashable, Sendable {
    let interval: ClosedRange<Date>
    let countsDown: Bool

    private var length: TimeInterval { interval.upperBound.timeIntervalSince(interval.lowerBound) }

    /// Returns the part of the interval that has passed, or is left.
    func fraction(at date: Date) -> Double {
        guard length > 0 else { return countsDown ? 0 : 1 }
        let passed = min(max(date.timeIntervalSince(interval.lowerBound) / length, 0), 1)
        return countsDown ? 1 - passed : passed
    }

    /// Returns the time that has passed, or is left, such as "1:05".
    func text(at date: Date) -> String {
        let seconds = Int((fraction(at: date) * length).rounded())
        let minutes = seconds / 60 % 60
        let end = (seconds % 60 < 10 ? ":0" : ":") + "\(seconds % 60)"
        return seconds < 3600 ? "\(minutes)\(end)" : "\(seconds / 3600)" + (minutes < 10 ? ":0" : ":") + "\(minutes)\(end)"
    }

    /// Each second of the interval.
    var seconds: ProgressMoments { ProgressMoments(interval: interval, step: 1) }

    /// The moments at which a bar is longer or shorter than before, for all that can be seen.
    var moments: ProgressMoments { ProgressMoments(interval: interval, step: max(length / 200, 0.1)) }
}

/// Moments at equal distances within an interval.
struct ProgressMoments: TimelineSchedule {
    let interval: ClosedRange<Date>
    let step: TimeInterval

    func entries(from startDate: Date, mode: Mode) -> [Date] {
        let start = max(startDate, interval.lowerBound)
        guard start < interval.upperBound else { return [interval.upperBound] }
        let passed = (start.timeIntervalSince(interval.lowerBound) / step).rounded(.down)
        // Only the next moments are ever used: the view asks again at each of them.
        return [passed, passed + 1].map { min(interval.lowerBound.addingTimeInterval($0 * step), interval.upperBound) }
    }
}
