import Dispatch
import Glibc
import Runtime
import Synchronization

/// The line of the app's own code that called into Strata.
///
/// It is read from the call stack and the executable's debug information, which SwiftPM also writes
/// in release builds. A parameter with the default `#file` would be cheaper, but it would break
/// overrides of our functions and unapplied references to them, such as `forEach(context.delete)`.
struct CallSite: CustomStringConvertible {
    let path: String
    let line: Int

    var description: String { "\(path):\(line)" }

    /// Returns the innermost line on this thread's stack that belongs neither to Strata nor to a
    /// package, or nil if the executable has no debug information about it.
    ///
    /// It takes a second or more to read the debug information of a large executable. Another
    /// thread does this, with limits, so that the program ends in any case: 20 seconds of that
    /// thread's CPU time, a minute in which it gets none, as when it waits for a lock of the thread
    /// that trapped, and five minutes in all.
    static func current() -> CallSite? {
        guard let backtrace = try? Backtrace.capture(limit: 256) else { return nil }
        let answer = Answer()
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "strata.call-site").async {
            answer.begin()
            let callSite = first(in: backtrace)
            answer.callSite.withLock { $0 = callSite }
            isDone.signal()
        }
        let end = ContinuousClock.now + .seconds(300)
        var (taken, lastTaken) = (Duration.zero, ContinuousClock.now)
        while isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut, taken < .seconds(20), .now < end {
            let time = answer.cpuTime
            if time > taken { (taken, lastTaken) = (time, .now) }
            if .now - lastTaken > .seconds(60) { break }
        }
        return answer.callSite.withLock { $0 }
    }

    private static func first(in backtrace: Backtrace) -> CallSite? {
        // Omits inlined functions at first: it takes most of the time to find them.
        let lines = lines(of: backtrace, .showSourceLocations)
        guard mayBeInlined(lines) else { return first(in: lines, afterGenerated: false) }
        // An optimized build inlines a generated accessor into the function that uses it. The frame
        // of that function then has the accessor's line.
        let inlined = Self.lines(of: backtrace, [.showSourceLocations, .showInlineFrames])
        return first(in: inlined, afterGenerated: true) ?? first(in: lines, afterGenerated: false)
    }

    /// Returns the lines of a stack's frames, innermost first, without those that are unknown.
    private static func lines(of backtrace: Backtrace, _ options: Backtrace.SymbolicationOptions) -> [CallSite] {
        let frames = backtrace.symbolicated(options: options)?.frames
        return (frames.map(Array.init) ?? []).compactMap { frame in
            guard let location = frame.symbol?.sourceLocation, location.line > 0 else { return nil }
            return CallSite(path: location.path, line: location.line)
        }
    }

    /// Returns whether a frame of generated code is inside the innermost one of the app.
    static func mayBeInlined(_ lines: [CallSite]) -> Bool {
        lines.prefix { !isOfProgram($0.path) }.contains { isGenerated($0.path) }
    }

    /// Returns the innermost line of the app.
    ///
    /// - Parameter afterGenerated: Whether to ignore the lines inside the innermost generated code.
    static func first(in lines: [CallSite], afterGenerated: Bool) -> CallSite? {
        let lines = afterGenerated ? lines.drop { !isGenerated($0.path) } : lines[...]
        return lines.first { isOfProgram($0.path) }
    }

    /// Returns whether a plug-in of the package manager generated a source file.
    private static func isGenerated(_ path: String) -> Bool { path.contains("plugins/outputs/") }

    /// Returns whether a source file belongs to the app itself, and not to Strata, a package, a
    /// macro expansion, or code that a plug-in or the compiler generated.
    static func isOfProgram(_ path: String) -> Bool {
        !path.hasPrefix(strataSources) && !path.contains("@__swiftmacro_") && !path.contains("<")
            && !path.contains("/checkouts/") && !isGenerated(path)
    }

    /// The folder of Strata's targets, as it is written in debug information.
    private static let strataSources: String = {
        let here = #filePath
        return String(here.dropLast("StrataTraps/CallSite.swift".count))
    }()

    private final class Answer: Sendable {
        let callSite = Mutex<CallSite?>(nil)
        /// The clock of the CPU time of the thread that searches, and its time at the start; nil
        /// before that.
        private let search = Mutex<(clock: clockid_t, start: Duration)?>(nil)

        /// Reports that this thread begins to search.
        func begin() {
            var clock = clockid_t()
            guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
            search.withLock { $0 = (clock, Self.time(of: clock)) }
        }

        /// The CPU time that the search has taken.
        var cpuTime: Duration { search.withLock { $0.map { Self.time(of: $0.clock) - $0.start } ?? .zero } }

        private static func time(of clock: clockid_t) -> Duration {
            var time = timespec()
            clock_gettime(clock, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }
}
