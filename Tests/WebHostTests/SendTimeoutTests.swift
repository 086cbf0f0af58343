import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Testing

@testable import StrataWebHost

/// Clients that send a request and do not read its response.
struct SendTimeoutTests {
    @Test(.timeLimit(.minutes(30))) func `a response ends if its client stops reading`() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let router = Router()
        router.get("endless") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    do {
                        while true { try await writer.write(ByteBuffer(repeating: 0, count: 1 << 16)) }
                    } catch {
                        end.yield(true)
                        throw error
                    }
                })
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router,
            server: HTTPServerBuilder { LiveChannel(responder: $0, apps: [], sendTimeout: .milliseconds(500)) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        let group = ServiceGroup(configuration: .init(services: [server], logger: server.logger))
        let running = Task { try await group.run() }
        var started = ports.makeAsyncIterator()
        let client = try Connection(to: try #require(await started.next()))
        defer { client.close() }
        try client.send("GET /endless HTTP/1.1", "Host: 127.0.0.1")
        var ended = ends.makeAsyncIterator()
        #expect(await ended.next() == true)
        await group.triggerGracefulShutdown()
        try await running.value
    }
}
