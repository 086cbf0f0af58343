import Glibc

/// Stops the program because of a programmer's mistake, after printing a sentence that explains it.
///
/// `preconditionFailure(_:)` prints its message in debug builds only: in a release build, the
/// program ends with "Illegal instruction" and nothing else. This function prints to standard error
/// in both:
///
///     Fatal error: The entity 'Quake' has no property 'magnitud'.
///       at /app/Sources/App/ContentView.swift:12
///
/// The sentence is written before anything else is tried. The second line, which says where the app
/// called Strata, is omitted if it cannot be found, as in a stripped executable. Then SIGABRT ends
/// the process, and debuggers and Swift's crash reporter stop there.
@usableFromInline
@inline(never)
package func trap(_ sentence: String) -> Never {
    writeToStandardError("Fatal error: \(sentence)\n")
    if let callSite = CallSite.current() { writeToStandardError("  at \(callSite)\n") }
    abort()
}

/// Stops the program with a sentence, as `trap(_:)` does, unless a condition holds.
///
/// Like `precondition(_:_:)`, it costs a comparison and a branch: the sentence is built only if the
/// condition fails. In loops over rows, a condition that only a mistake of Strata's own can violate
/// is better a `precondition(_:)` without a message, which is smaller still.
@inlinable
@inline(__always)
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if _fastPath(condition) { return }
    trap(sentence())
}

/// Writes a text to standard error with `write`, without the buffers of `stderr`, and in one call
/// if the system accepts it.
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
