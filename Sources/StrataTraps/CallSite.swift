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

    /// The outcome of a search for a line.
    enum Search {
        case found(CallSite)
        /// The executable has no debug information about the app's functions on the stack.
        case unknown
        /// The search took too long.
        case unfinished
    }

    /// Searches for the innermost line on this thread's stack that belongs neither to Strata nor to a
    /// package.
    ///
    /// The search is left out if the environment's `SWIFT_BACKTRACE` has the setting
    /// `symbolicate=off`, with which the runtime library leaves out source lines, too. In a debug
    /// build with hundreds of megabytes of debug information, it takes seconds.
    ///
    /// The runtime library decodes the line tables of an image again for each frame. So it gets the
    /// innermost frames first, a few at a time, and the search ends at the first line of the app.
    static func search() -> Search {
        guard !isOff else { return .unknown }
        let images = ImageMap.capture()
        var parts: [Backtrace] = []
        var offset = 0
        for size in [8, 8, 16, 32, 64, 128] {
            // One frame more, since the mark that frames are missing takes the place of one.
            // Ignored: the sentence of the trap is printed without a line.
            guard let part = try? Backtrace.capture(limit: size + 1, offset: offset, top: 0, images: images) else { break }
            parts.append(part)
            offset += size
        }
        return limited { [parts] in first(in: parts) }
    }

    /// Whether the person who started the program has turned symbolication off.
    private static var isOff: Bool {
        guard let settings = getenv("SWIFT_BACKTRACE") else { return false }
        return String(cString: settings).split(separator: ",").contains("symbolicate=off")
    }

    /// Calls a closure that searches on another thread, with limits, so that the program ends in any
    /// case: `limit` of that thread's CPU time, or a minute in which it gets less, as on a busy
    /// machine, or when it waits for a lock of the thread that trapped.
    static func limited(to limit: Duration = .seconds(10), _ find: @escaping @Sendable () -> CallSite?) -> Search {
        let answer = Answer()
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "strata.call-site").async {
            answer.begin()
            let callSite = find()
            answer.search.withLock { $0 = callSite.map(Search.found) ?? .unknown }
            isDone.signal()
        }
        let end = ContinuousClock.now + .seconds(60)
        while isDone.wait(timeout: .now() + .milliseconds(20)) == .timedOut, answer.cpuTime < limit, .now < end {}
        return answer.search.withLock { $0 }
    }

    private static func first(in parts: [Backtrace]) -> CallSite? {
        // Omits inlined functions at first: it takes most of the time to find them.
        var (lines, searched): ([CallSite], [Backtrace]) = ([], [])
        for part in parts {
            lines += Self.lines(of: part, .showSourceLocations)
            searched.append(part)
            if first(in: lines, afterGenerated: false) != nil { break }
        }
        guard mayBeInlined(lines) else { return first(in: lines, afterGenerated: false) }
        // An optimized build inlines a generated accessor into the function that uses it. The frame
        // of that function then has the accessor's line.
        let inlined = searched.flatMap { Self.lines(of: $0, [.showSourceLocations, .showInlineFrames]) }
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
        let search = Mutex(Search.unfinished)
        /// The clock of the CPU time of the thread that searches, and its time at the start; nil
        /// before that.
        private let thread = Mutex<(clock: clockid_t, start: Duration)?>(nil)

        /// Reports that this thread begins to search.
        func begin() {
            var clock = clockid_t()
            guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
            thread.withLock { $0 = (clock, Self.time(of: clock)) }
        }

        /// The CPU time that the search has taken.
        var cpuTime: Duration { thread.withLock { $0.map { Self.time(of: $0.clock) - $0.start } ?? .zero } }

        private static func time(of clock: clockid_t) -> Duration {
            var time = timespec()
            clock_gettime(clock, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }
}
