import Foundation

/// The steps of the animations that the server computes: it evaluates the views of a window again
/// at the times for which they wait.
///
/// A host that still sends the last patch does not flush. The next flush then shows the time at
/// which it happens, so a slow browser skips steps and does not queue them.
///
/// While the window is in a tab behind others, the clock is paused: nodes wait, and none is
/// evaluated. When the window is visible again, those whose time has come are evaluated at once,
/// and show what belongs to the present time.
@MainActor
final class AnimationClock {
    /// The seconds between two steps of a value that the server interpolates.
    static let step = 1.0 / 30

    /// The current time in seconds. Tests set it.
    var now: () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    /// The present date, which timelines show. Tests set it.
    var date: () -> Date = { Date() }

    /// Whether no node is evaluated, because the window is not visible.
    var isPaused = false {
        didSet {
            guard oldValue, !isPaused else { return }
            endOfPause = now()
            advance()
        }
    }

    /// The time at which the last pause ended; before all times if there was none.
    private(set) var endOfPause = -Double.infinity

    private struct Waiting {
        weak var node: ViewNode?
        var due: Double
        /// The position in the order in which nodes began to wait.
        let number: Int
    }

    /// A task that sleeps until a time.
    private struct Sleeper {
        let number: Int
        let due: Double
        let task: Task<Void, Never>
    }

    /// The longest time for which a task sleeps; then the clock waits again.
    private static let longestSleep = 600.0

    /// The nodes that wait. The address of a node that was released may be that of another one.
    private var waiting: [ObjectIdentifier: Waiting] = [:]
    /// The number of nodes above which those that were released are removed.
    private var limit = 64
    /// The tasks that sleep, each for less time than the one before. A task whose time is not the
    /// next one is not canceled: a canceled task keeps its memory until the time for which it slept.
    private var sleepers: [Sleeper] = []
    private var lastNumber = 0

    /// Evaluates a node again at a time; nil for the next step. A node that waits already is
    /// evaluated at the earlier time. O(1)
    func wait(_ node: ViewNode, until time: Double? = nil) {
        let due = time ?? now() + Self.step
        guard due.isFinite else { return }
        let key = ObjectIdentifier(node)
        if let known = waiting[key], known.node === node {
            waiting[key]?.due = min(known.due, due)
        } else {
            lastNumber += 1
            waiting[key] = Waiting(node: node, due: due, number: lastNumber)
            removeReleased()
        }
        wake(at: due)
    }

    private func removeReleased() {
        guard waiting.count > limit else { return }
        waiting = waiting.filter { $0.value.node != nil }
        limit = max(64, waiting.count * 2)
    }

    /// Evaluates the nodes whose time has come.
    func advance() {
        guard !isPaused else { return }
        // A timer may fire slightly early.
        let time = now() + 0.001
        let nodes = waiting.values.filter { $0.due <= time }.sorted { $0.number < $1.number }
        waiting = waiting.filter { $0.value.due > time && $0.value.node != nil }
        for each in nodes { each.node?.setNeedsEvaluation() }
        if let next = waiting.values.map(\.due).min() { wake(at: next) }
    }

    /// Forgets all nodes, when the window closes.
    func stop() {
        for sleeper in sleepers { sleeper.task.cancel() }
        sleepers = []
        waiting = [:]
    }

    /// Starts a task that wakes the clock at a time, unless one wakes it before.
    private func wake(at due: Double) {
        guard !isPaused, sleepers.last.map({ due < $0.due }) ?? true else { return }
        let seconds = min(max(due - now(), 0.001), Self.longestSleep)
        lastNumber += 1
        let task = Task { [weak self, number = lastNumber] in
            // Ignored: the sleep ends early only if the task is cancelled, as another one replaces
            // it.
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            self?.wakeUp(number)
        }
        sleepers.append(Sleeper(number: lastNumber, due: now() + seconds, task: task))
    }

    /// Continues after a task has slept.
    private func wakeUp(_ number: Int) {
        sleepers.removeAll { $0.number == number }
        advance()
    }
}
