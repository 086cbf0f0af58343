import Glibc

/// Prints a sentence that explains a programmer's mistake, and stops the program.
///
/// `preconditionFailure(_:)` prints its message in debug builds only: in a release build, the
/// program ends with "Illegal instruction" and nothing else. This function prints to standard error
/// in both:
///
///     Fatal error: The entity 'Quake' has no property 'magnitud'.
///       at /app/Sources/App/ContentView.swift:12
///
/// The sentence is written first. The second line, the place where the app called Strata, is
/// omitted if it is unknown, as in a stripped executable, and where the environment's
/// `SWIFT_BACKTRACE` has the setting `symbolicate=off`. The search for it is limited to ten
/// seconds of CPU time, and to a minute on a busy machine. A line says so if it was not finished.
/// Then SIGABRT ends the process, where debuggers stop and Swift's crash reporter starts.
@usableFromInline
@inline(never)
package func trap(_ sentence: String) -> Never {
    StandardStream.error.write("Fatal error: \(sentence)\n")
    switch CallSite.search() {
    case .found(let callSite): StandardStream.error.write("  at \(callSite)\n")
    case .unknown: break
    case .unfinished: StandardStream.error.write("  at an unknown line: the debug information was not read in time\n")
    }
    abort()
}

/// Stops the program with a sentence, as `trap(_:)` does, unless a condition holds.
///
/// Like `precondition(_:_:)`, it costs a comparison and a branch: the sentence is built only if the
/// condition fails. In loops over rows, prefer a `precondition(_:)` without a message for a
/// condition that only a bug in Strata can violate, since it compiles to less code.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if _fastPath(condition) { return }
    trap(sentence())
}

private let warnings = OneTimeLog()

/// Prints a sentence about a problem to standard error, where a function can neither throw nor may
/// stop the program. The sentence is printed once, however often the problem occurs.
package func warn(_ sentence: String) { warnings.warn(sentence) }
