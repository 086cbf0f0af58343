import ArgumentParser
import Dispatch
import Foundation
import StrataWebHost
import SwiftUI

/// The servers of contestants, which run as long as the process.
enum LocalServer {
    /// Serves an app of Strata, and returns the port.
    static func start(_ app: @escaping @MainActor @Sendable () -> some App) async throws -> Int {
        try await start { running in
            // Room for more windows of one address than the default of 1,000.
            let options = try LaunchOptions.parse(["--port", "0", "--max-windows-per-address", "5000"])
            try await app().serve(options) { address in running(URL(string: address)?.port ?? 0) }
        }
    }

    /// Starts a server that calls `running` with its port, and returns the port.
    static func start(
        _ serve: @escaping @MainActor @Sendable (_ running: @escaping @Sendable (Int) -> Void) async throws -> Void
    ) async throws -> Int {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        Task { @MainActor in
            do {
                try await serve { port in continuation.yield(port) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await port in ports { return port }
        throw WrongResult(description: "A server ended before the first request.")
    }

    /// Runs a client that waits for servers, on a thread of its own. On one of Swift's, it would
    /// occupy half of those that the servers have on a machine with two processors.
    static func client(_ work: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "client").async { continuation.resume(with: Result(catching: work)) }
        }
    }
}
