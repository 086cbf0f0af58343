import Dispatch
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
    /// thread does this, with a timeout of 20 seconds, so that the program ends in any case.
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
        // Omits inlined functions: it takes most of the time to find them, and with Swift 6.3.1
        // they have the lines of their callers.
        guard let frames = backtrace.symbolicated(options: .showSourceLocations)?.frames else { return nil }
        for frame in frames {
            guard let location = frame.symbol?.sourceLocation else { continue }
            if location.line > 0, isOfProgram(location.path) {
                return CallSite(path: location.path, line: location.line)
            }
        }
        return nil
    }

    /// Returns whether a source file belongs to the app itself, and not to Strata, a package, a
    /// macro expansion, or code that a plug-in or the compiler generated.
    static func isOfProgram(_ path: String) -> Bool {
        !path.hasPrefix(strataSources) && !path.contains("@__swiftmacro_") && !path.contains("<")
            && !path.contains("/checkouts/") && !path.contains("/plugins/outputs/")
    }

    /// The folder of Strata's targets, as it is written in debug information.
    private static let strataSources: String = {
        let here = #filePath
        return String(here.dropLast("StrataTraps/CallSite.swift".count))
    }()

    private final class Answer: Sendable {
        let callSite = Mutex<CallSite?>(nil)
    }
}
