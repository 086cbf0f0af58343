import Foundation
import Synchronization

/// A `StoreWriter` that runs beside the tests. Its output is read line by line as it comes.
final class WriterProcess: Sendable {
    private struct Output {
        var rest = Data()
        var lines: [String] = []
        var hasEnded = false
    }

    private nonisolated(unsafe) let process = Process()
    private let output = Mutex(Output())
    private let input = Pipe()
    private let stream: AsyncStream<Void>

    init(_ arguments: [String]) throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        let pipe = Pipe()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "StoreWriter")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardInput = input
        try process.run()
        Thread.detachNewThread { [self] in
            while true {
                let data = pipe.fileHandleForReading.availableData
                output.withLock { output in
                    if data.isEmpty { output.hasEnded = true }
                    output.rest += data
                    while let end = output.rest.firstIndex(of: 10) {
                        output.lines.append(String(decoding: output.rest[..<end], as: UTF8.self))
                        output.rest = Data(output.rest[(end + 1)...])
                    }
                }
                continuation.yield()
                if data.isEmpty { break }
            }
            continuation.finish()
        }
    }

    var lines: [String] { output.withLock { $0.lines } }

    /// Returns once a condition holds for the lines, or there will be no more; whether it holds.
    func wait(until isFulfilled: ([String]) -> Bool) async -> Bool {
        if isFulfilled(lines) { return true }
        for await _ in stream {
            if isFulfilled(lines) { return true }
        }
        return isFulfilled(lines)
    }

    func send(_ line: String) {
        input.fileHandleForWriting.write(Data((line + "\n").utf8))
    }

    /// Ends it without a chance to do anything more, and returns all that it said.
    func kill() async -> [String] {
        Foundation.kill(process.processIdentifier, SIGKILL)
        return await ended().lines
    }

    /// Waits until it has ended by itself.
    func ended() async -> (lines: [String], status: Int32) {
        _ = await wait { _ in output.withLock { $0.hasEnded } }
        process.waitUntilExit()
        return (lines, process.terminationStatus)
    }
}
