import Glibc

/// A standard stream of the process, to which a write never ends the process.
///
/// The streams of a server may lead to a file on a disk that becomes full, or to a pipe whose reader
/// ends. `FileHandle.write(_:)` traps in the first case, and the signal SIGPIPE ends the process in
/// the second. Text that cannot be written is lost, since there is no other place to report it.
package struct StandardStream: Sendable {
    private let descriptor: Int32

    /// Standard output.
    package static let output = StandardStream(descriptor: STDOUT_FILENO)
    /// Standard error.
    package static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Writes a text without a buffer, and in one call if the system accepts all of it.
    package func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            Self.suppressingPipeSignal { write(UnsafeRawBufferPointer(bytes)) }
        }
    }

    /// Returns whether all bytes were written.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Calls a closure that writes, and discards the SIGPIPE that a failed write sends to this thread.
    ///
    /// The signal is blocked on this thread only: how the program handles SIGPIPE is its own choice.
    private static func suppressingPipeSignal(_ write: () -> Bool) {
        var (signals, pending, former) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &former)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        if !write(), !wasPending {
            var time = timespec()
            while sigtimedwait(&signals, nil, &time) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }

    /// Opens `/dev/null` in place of each standard stream that the parent process has closed.
    ///
    /// Otherwise the next file to be opened gets the descriptor of the stream, and what is written to
    /// the stream ends up in the file. Call it before the program opens files.
    package static func openMissing() {
        var descriptor: Int32
        repeat {
            descriptor = open("/dev/null", O_RDWR)
        } while (0...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
    }
}
