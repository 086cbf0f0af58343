import Glibc
import Testing

@testable import StrataTraps

/// Each test is a process of its own, whose standard streams it replaces.
@Suite(.serialized)
struct StandardStreamTests {
    @Test func `text for a full disk is lost, and the process goes on`() async {
        await #expect(processExitsWith: .success) {
            let full = open("/dev/full", O_WRONLY)
            require(full >= 0 && dup2(full, STDERR_FILENO) >= 0, "There is no /dev/full.")
            StandardStream.error.write("lost\n")
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `text for a pipe without a reader is lost, and the process goes on`() async {
        await #expect(processExitsWith: .success) {
            StandardStreamTests.breakStandardError()
            signal(SIGPIPE, SIG_DFL)
            StandardStream.error.write("lost\n")
            // The signal is not delivered later, either.
            sched_yield()
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `the program's own handling of SIGPIPE stays as it is`() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            StandardStreamTests.breakStandardError()
            signal(SIGPIPE, SIG_DFL)
            StandardStream.error.write("lost\n")
            _ = write(STDERR_FILENO, "x", 1)
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a SIGPIPE that was pending stays pending`() async {
        await #expect(processExitsWith: .success) {
            StandardStreamTests.breakStandardError()
            var (signals, pending) = (sigset_t(), sigset_t())
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            pthread_kill(pthread_self(), SIGPIPE)
            StandardStream.error.write("lost\n")
            sigpending(&pending)
            exit(sigismember(&pending, SIGPIPE) == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `text for a closed descriptor is lost, and the process goes on`() async {
        await #expect(processExitsWith: .success) {
            close(STDERR_FILENO)
            StandardStream.error.write("lost\n")
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `text is written to the streams`() async {
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            StandardStream.output.write("This is said.\n")
            StandardStream.error.write("This is an error: ✗\n")
            exit(EXIT_SUCCESS)
        }
        #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) }?.contains("This is said.\n") == true)
        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains("This is an error: ✗\n") == true)
    }

    @Test func `a file does not get the descriptor of a stream that the parent process has closed`() async {
        await #expect(processExitsWith: .success) {
            for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { close(stream) }
            StandardStream.openMissing()
            exit(open("/dev/null", O_RDONLY) > STDERR_FILENO ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `streams that are open stay as they are`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            StandardStream.openMissing()
            StandardStream.output.write("This is said.\n")
            exit(EXIT_SUCCESS)
        }
        #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) }?.contains("This is said.\n") == true)
    }

    @Test func `a trap on a full disk ends by SIGABRT`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let full = open("/dev/full", O_WRONLY)
            dup2(full, STDERR_FILENO)
            trap("No one will read this.")
        }
    }

    @Test func `a trap whose log has no reader ends by SIGABRT`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            StandardStreamTests.breakStandardError()
            signal(SIGPIPE, SIG_DFL)
            trap("No one will read this.")
        }
    }

    /// Puts a pipe without a reader in the place of standard error.
    private static func breakStandardError() {
        var ends: [Int32] = [0, 0]
        require(pipe(&ends) == 0, "There is no pipe.")
        close(ends[0])
        dup2(ends[1], STDERR_FILENO)
    }
}
