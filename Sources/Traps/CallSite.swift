import Dispatch
import Runtime
import Synchronization

/// The line of the program's own code that led into Strata.
///
/// It is read from the call stack and the executable's debug information, which SwiftPM writes in
/// release builds, too. A parameter with `#file` as its default would be cheaper at this point, but
/// would break overrides and unapplied references to our functions, `forEach(context.delete)`.
struct CallSite: CustomStringConvertible {
    let path: String
    let line: Int

    var description: String { "\(path):\(line)" }

    /// Returns the innermost line on this thread's stack that is neither Strata's nor that of a
    /// package, or nil where the executable does not tell.
    ///
    /// Reading the debug information of a large executable takes a second or more. It is done
    /// on another thread, which is waited for only so long that a program in trouble still ends.
    static func current() -> CallSite? {
        guard let backtrace = try? Backtrace.capture(limit: 256) else { return nil }
        let answer = Answer()
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "strata.call-site").async {
            let callSite = first(in: backtrace)
            answer.callSite.withLock { $0 = callSite }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(20))
        return answer.callSite.withLock { $0 }
    }

    private static func first(in backtrace: Backtrace) -> CallSite? {
        // Without the functions that were inlined into a frame. To find those takes most of the time,
        // and their lines are those of their callers (Swift 6.3.1).
        guard let frames = backtrace.symbolicated(options: .showSourceLocations)?.frames else { return nil }
        for frame in frames {
            guard let location = frame.symbol?.sourceLocation else { continue }
            if location.line > 0, isOfProgram(location.path) {
                return CallSite(path: location.path, line: location.line)
            }
        }
        return nil
    }

    /// Returns whether a source file is the program's own. Others are Strata's, those of packages
    /// that call back into Strata, macro expansions, and what plug-ins or the compiler generate.
    static func isOfProgram(_ path: String) -> Bool {
        !path.hasPrefix(strataSources) && !path.contains("@__swiftmacro_") && !path.contains("<")
            && !path.contains("/checkouts/") && !path.contains("/plugins/outputs/")
    }

    /// The folder of Strata's targets, as debug information names it.
    private static let strataSources: String = {
        let here = #filePath
        return String(here.dropLast("Traps/CallSite.swift".count))
    }()

    private final class Answer: Sendable {
        let callSite = Mutex<CallSite?>(nil)
    }
}
