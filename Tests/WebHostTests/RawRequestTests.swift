import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Testing

@testable import StrataWebHost

/// Requests that no browser sends.
struct RawRequestTests {
    /// Calls a closure with the port of a server of an app.
    private func withServer(_ body: @Sendable (_ port: Int) async throws -> Void) async throws {
        // Its windows, to which no tab connects, outlast the test.
        let app = await HostedApp(Greeter(), limits: WindowLimits(idleTimeout: .seconds(86_400)))
        let router = Router(context: ClientContext.self)
        app.addRoutes(to: router)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, server: .http1(windowsOf: app), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        let group = ServiceGroup(configuration: .init(services: [server], logger: server.logger))
        let running = Task { try await group.run() }
        var started = ports.makeAsyncIterator()
        try await body(try #require(await started.next()))
        await group.triggerGracefulShutdown()
        try await running.value
    }

    /// Returns all that the server sends for a request, until it closes the connection.
    private func answer(on port: Int, _ lines: [String], body: String = "") throws -> String {
        let client = try Connection(to: port)
        defer { client.close() }
        try client.send(lines, body: body)
        return client.rest()
    }

    @Test(.timeLimit(.minutes(30))) func `a request with headers of more than 64 KB is refused`() async throws {
        try await withServer { port in
            let request = ["GET / HTTP/1.1", "Host: 127.0.0.1"]
            let header = "X-Large: " + String(repeating: "x", count: 15_000)
            for (status, headers) in [(200, [header]), (400, [header + header]), (400, Array(repeating: header, count: 5))] {
                let client = try Connection(to: port)
                defer { client.close() }
                try client.send(request + headers)
                try client.expect("HTTP/1.1 \(status) ")
            }
        }
    }

    /// The head of a request that asks for the WebSocket of a window.
    private static let handshake = [
        "GET /strata/live?window=00000000000000000000000000000000 HTTP/1.1", "Host: 127.0.0.1", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: MDAwMDAwMDAwMDAwMDAwMA==",
    ]

    @Test(.timeLimit(.minutes(30)), arguments: [("Content-Length: 1", "x"), ("Transfer-Encoding: chunked", "1\r\nx\r\n0\r\n\r\n")])
    func `a handshake with a body is refused, and its connection ends`(header: String, body: String) async throws {
        try await withServer { port in
            let answer = try answer(on: port, Self.handshake + [header], body: body)
            #expect(!answer.hasPrefix("HTTP/1.1 101"))
        }
    }
}
