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
        // A route that reads the body, and one that answers even if the body ends early.
        router.post("read") { request, _ in String(buffer: try await request.body.collect(upTo: 1_000)) }
        router.post("kept") { request, _ in
            (try? await request.body.collect(upTo: 1_000)).map { String(buffer: $0) } ?? "incomplete"
        }
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

    /// Returns what the server sends for a request, until it closes the connection, or until that has a
    /// length.
    private func answer(
        on port: Int, _ lines: [String], body: String = "", length: Int = .max
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // Not a thread of the server's tasks, which may all wait for one.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let client = try Connection(to: port)
                        defer { client.close() }
                        try client.send(lines, body: body)
                        return client.rest(length: length)
                    })
            }
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a request with headers of more than 96 KB is refused`() async throws {
        try await withServer { port in
            let request = ["GET / HTTP/1.1", "Host: 127.0.0.1"]
            let header = "X-Large: " + String(repeating: "x", count: 60_000)
            for (status, headers) in [(200, [header]), (400, [header + header]), (400, [header, header])] {
                let answer = try await answer(on: port, request + headers, length: 12)
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
            }
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a page with a long value and long places in its URL is sent`() async throws {
        try await withServer { port in
            // A value of 12 KB, and places of 8 KB.
            let value = String(repeating: "%E4%B8%80", count: 4_096)
            let places = "tab=" + String(repeating: "x", count: 8_000)
            let request = ["GET /?value=\(value)&\(places) HTTP/1.1", "Host: 127.0.0.1"]
            let answer = try await answer(on: port, request, length: 12)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    /// The head of a request that asks for the WebSocket of a window.
    private static func handshake(_ lines: String...) -> [String] {
        [
            "GET /strata/live?window=00000000000000000000000000000000 HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket",
            "Sec-WebSocket-Key: MDAwMDAwMDAwMDAwMDAwMA==",
        ] + lines
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [("Content-Length: 1", "x"), ("Transfer-Encoding: chunked", "1\r\nx\r\n0\r\n\r\n")])
    func `a handshake with a body is refused, and its connection ends`(header: String, body: String) async throws {
        try await withServer { port in
            let request = Self.handshake("Connection: Upgrade", "Sec-WebSocket-Version: 13", header)
            // With bytes behind it that the server does not read.
            let answer = try await answer(on: port, request, body: body + String(repeating: "x", count: 20_000))
            #expect(answer.hasPrefix("HTTP/1.1 426"))
            #expect(Self.announcesEnd(answer))
            #expect(answer.hasSuffix("on a new connection.\n"))
        }
    }

    /// Returns whether the head of a response says that the connection ends.
    private static func announcesEnd(_ answer: some StringProtocol) -> Bool {
        let head = answer.firstRange(of: "\r\n\r\n").map { answer[..<$0.upperBound] }
        return head?.lowercased().contains("\r\nconnection: close\r\n") ?? false
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            // As curl --http2 sends it.
            ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"],
            ["Connection: keep-alive, Upgrade", "Upgrade: h2c"], ["Upgrade: h2c"],
        ])
    func `a request that offers an upgrade to HTTP 2 gets its page, and its connection ends`(lines: [String]) async throws {
        try await withServer { port in
            let request = ["GET / HTTP/1.1", "Host: 127.0.0.1"] + lines
            let first = try await answer(on: port, request)
            #expect(first.hasPrefix("HTTP/1.1 200"))
            #expect(Self.announcesEnd(first))
            #expect(first.hasSuffix("</html>\n"))
            // As a later request of a connection.
            let both = try await answer(on: port, ["GET /nothing HTTP/1.1", "Host: 127.0.0.1", ""] + request)
            #expect(both.hasPrefix("HTTP/1.1 404"))
            #expect(!Self.announcesEnd(both))
            let second = try #require(both.firstRange(of: "HTTP/1.1 200"))
            #expect(Self.announcesEnd(both[second.lowerBound...]))
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a request for a tunnel is answered, and its connection ends`() async throws {
        try await withServer { port in
            let answer = try await answer(on: port, ["CONNECT 127.0.0.1:80 HTTP/1.1", "Host: 127.0.0.1"])
            #expect(answer.hasPrefix("HTTP/1.1 404"))
            #expect(Self.announcesEnd(answer))
        }
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            ["Sec-WebSocket-Version: 13", "Origin: https://evil.example"], ["Sec-WebSocket-Version: 13", "Origin: null"],
            ["Sec-WebSocket-Version: 8"], ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: again"],
        ])
    func `a handshake that is refused is answered`(lines: [String]) async throws {
        try await withServer { port in
            let answer = try await answer(on: port, Self.handshake("Connection: Upgrade") + lines)
            #expect(answer.hasPrefix("HTTP/1.1 426"))
            #expect(Self.announcesEnd(answer))
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a handshake of the own origin is accepted`() async throws {
        try await withServer { port in
            // There is no such window, so the server closes the WebSocket.
            let lines = ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Origin: http://127.0.0.1", "Content-Length: 0"]
            let answer = try await answer(on: port, Self.handshake() + lines)
            #expect(answer.hasPrefix("HTTP/1.1 101"))
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a handshake on a connection that had other requests ends the connection`() async throws {
        try await withServer { port in
            let first = ["GET /nothing HTTP/1.1", "Host: 127.0.0.1", ""]
            let second = Self.handshake("Connection: Upgrade", "Sec-WebSocket-Version: 13")
            let answer = try await answer(on: port, first + second)
            #expect(answer.hasPrefix("HTTP/1.1 404"))
            let last = try #require(answer.firstRange(of: "HTTP/1.1 426"))
            #expect(Self.announcesEnd(answer[last.lowerBound...]))
            #expect(answer.hasSuffix("on a new connection.\n"))
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a request that has passed a proxy is the last one of its connection`() async throws {
        try await withServer { port in
            let request = ["GET / HTTP/1.1", "Host: 127.0.0.1", "Connection: keep-alive", "X-Forwarded-For: 192.0.2.1"]
            let answer = try await answer(on: port, request)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            #expect(Self.announcesEnd(answer))
            #expect(answer.hasSuffix("</html>\n"))
            // The handshake of a window is accepted.
            let lines = ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "X-Forwarded-For: 192.0.2.1"]
            #expect(try await self.answer(on: port, Self.handshake() + lines).hasPrefix("HTTP/1.1 101"))
        }
    }

    /// The way in which a client leaves while the server waits for the rest of a body.
    enum Departure: CaseIterable {
        /// It has read an answer, if there is one, and sends no more.
        case endOfOutput
        /// It sends what is no chunk of a body.
        case malformedChunk
        /// It closes the connection.
        case close
    }

    @Test(.timeLimit(.minutes(30)), arguments: ["nowhere", "read", "kept"], Departure.allCases)
    func `a body that does not end stops no other request`(path: String, departure: Departure) async throws {
        try await withServer { port in
            for _ in 0..<20 {
                try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread {
                        continuation.resume(
                            with: Result {
                                let client = try Connection(to: port)
                                defer { client.close() }
                                try client.send(
                                    ["POST /\(path) HTTP/1.1", "Host: 127.0.0.1", "Transfer-Encoding: chunked"],
                                    body: "1\r\nx\r\n")
                                // The answer comes before the body has ended.
                                if path == "nowhere" { try client.expect("HTTP/1.1 404") }
                                switch departure {
                                case .endOfOutput: client.endOutput()
                                case .malformedChunk: try client.send(["no chunk"])
                                case .close: return
                                }
                                let answer = client.rest()
                                #expect(answer.components(separatedBy: "HTTP/1.1 ").count <= 2)
                            })
                    }
                }
            }
            let page = try await answer(on: port, ["GET / HTTP/1.1", "Host: 127.0.0.1"], length: 12)
            #expect(page.hasPrefix("HTTP/1.1 200"))
        }
    }
}
