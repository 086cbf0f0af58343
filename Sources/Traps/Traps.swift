import Glibc

/// Stops the program because of a mistake in it, after printing the sentence that says which.
///
/// `preconditionFailure(_:)` prints its message in debug builds only: in a release build a misuse
/// ends with "Illegal instruction" and nothing else. This function prints in both, to standard
/// error:
///
///     Fatal error: The entity 'Quake' has no property 'magnitud'.
///       at /app/Sources/App/ContentView.swift:12
///
/// The sentence is written before anything else is tried. The second line, where the program called
/// Strata, is left out where it cannot be found, as in a stripped executable. Then SIGABRT ends the
/// process, at which debuggers and Swift's crash reporter stop.
@usableFromInline
@inline(never)
package func trap(_ sentence: String) -> Never {
    writeToStandardError("Fatal error: \(sentence)\n")
    if let callSite = CallSite.current() { writeToStandardError("  at \(callSite)\n") }
    abort()
}

/// Stops the program with a sentence, as `trap(_:)` does, unless a condition holds.
///
/// It costs a comparison and a branch, as `precondition(_:_:)` does: the sentence is made in the
/// failing branch. Where a condition in a loop over rows can only fail by a mistake of Strata's
/// own, a `precondition(_:)` without a message is smaller still.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if _fastPath(condition) { return }
    trap(sentence())
}

/// Writes a text past the buffers of `stderr`, in one piece where the system takes it so.
private func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = write(STDERR_FILENO, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
