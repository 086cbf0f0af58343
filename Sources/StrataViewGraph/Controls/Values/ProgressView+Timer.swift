public import Foundation

extension ProgressView {
    /// Creates an indicator that follows the time in an interval, with a label, and a label of the
    /// value.
    ///
    /// - Parameters:
    ///   - timerInterval: The interval during which the indicator changes.
    ///   - countsDown: Whether the indicator shows the remaining time, and not the elapsed time.
    ///   - label: The label, which names the indicator.
    ///   - currentValueLabel: A view that describes the value.
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
    /// Creates an indicator that follows the time in an interval, with a label. The remaining or
    /// elapsed time is shown below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        let timer = ProgressTimer(interval: timerInterval, countsDown: countsDown)
        self.init(timer: timer, label: label(), currentValueLabel: AnyView(DefaultDateProgressLabel(timer: timer)))
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == DefaultDateProgressLabel {
    /// Creates an indicator that follows the time in an interval. The remaining or elapsed time is
    /// shown below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
        let timer = ProgressTimer(interval: timerInterval, countsDown: countsDown)
        self.init(timer: timer, label: nil, currentValueLabel: AnyView(DefaultDateProgressLabel(timer: timer)))
    }
}

/// The remaining or elapsed time of a ``ProgressView``, as hours, minutes and seconds.
public struct DefaultDateProgressLabel: View {
    let timer: ProgressTimer

    /// The text of the time, updated each second.
    public var body: some View {
        TimelineView(timer.seconds) { context in Text(verbatim: timer.text(at: context.date)).monospacedDigit() }
    }
}

/// The interval that a progress view follows, and its direction.
struct ProgressTimer: Hashable, Sendable {
    let interval: ClosedRange<Date>
    let countsDown: Bool

    private var length: TimeInterval { interval.upperBound.timeIntervalSince(interval.lowerBound) }

    /// Returns the fraction of the interval that has elapsed at a date, or that remains.
    func fraction(at date: Date) -> Double {
        guard length > 0 else { return countsDown ? 0 : 1 }
        let passed = min(max(date.timeIntervalSince(interval.lowerBound) / length, 0), 1)
        return countsDown ? 1 - passed : passed
    }

    /// Returns the time that has elapsed at a date, or that remains, such as "1:05".
    func text(at date: Date) -> String {
        TimerContent(start: interval.lowerBound, end: interval.upperBound, countsDown: countsDown, showsHours: true)
            .string(now: date)
    }

    /// A schedule of the seconds of the interval.
    var seconds: ProgressMoments { ProgressMoments(interval: interval, step: 1) }

    /// A schedule of the moments at which the bar visibly changes: 200 in the interval, and at most
    /// ten a second.
    var moments: ProgressMoments { ProgressMoments(interval: interval, step: max(length / 200, 0.1)) }
}

/// A schedule of moments at equal steps within an interval.
struct ProgressMoments: TimelineSchedule {
    let interval: ClosedRange<Date>
    let step: TimeInterval

    func entries(from startDate: Date, mode: Mode) -> [Date] {
        let start = max(startDate, interval.lowerBound)
        guard start < interval.upperBound else { return [interval.upperBound] }
        let passed = (start.timeIntervalSince(interval.lowerBound) / step).rounded(.down)
        // The current moment and the next are enough: the view asks for the moments again at each.
        return [passed, passed + 1].map { min(interval.lowerBound.addingTimeInterval($0 * step), interval.upperBound) }
    }
}
