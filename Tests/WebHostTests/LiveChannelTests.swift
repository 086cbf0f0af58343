import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import StrataWebHost

struct LiveChannelTests {
    /// Adds a body to a request that has none.
    private final class BodyMaker: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.fireChannelRead(data)
            guard case .head = Self.unwrapInboundIn(data) else { return }
            context.fireChannelRead(Self.wrapInboundOut(.body(ByteBuffer(string: "x"))))
        }
    }

    private static let handshake = """
        GET /strata/live?window=0 HTTP/1.1\r
        Host: 127.0.0.1\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: MDAwMDAwMDAwMDAwMDAwMA==\r
        \r

        """

    @Test(arguments: ["", "GET / HT", handshake])
    func `a connection ends a minute after its start without a request that succeeds`(request: String) async throws {
        let app = await HostedApp(Greeter())
        // Only this thread may use the channel, so nothing is awaited from here on.
        try expectEnd(after: request, for: app)
    }

    private func expectEnd(after request: String, for app: HostedApp) throws {
        let channel = EmbeddedChannel()
        let line = LiveChannel(responder: { _, _, _ in }, apps: [app])
        let value = try line.setup(channel: channel, logger: Logger(label: "Test")).wait()
        // NIO's upgrader fails on a body.
        let upgrader = try channel.pipeline.syncOperations.handler(type: NIOTypedHTTPServerUpgradeHandler<LiveChannel.Kind>.self)
        try channel.pipeline.syncOperations.addHandler(BodyMaker(), position: .before(upgrader))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(string: request))
        // Variables, because Swift Testing cannot reflect a channel when it reports a failure.
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        let isOpenBefore = channel.isActive
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        let isOpenAfter = channel.isActive
        #expect(isOpenBefore)
        #expect(!isOpenAfter)
        if request == Self.handshake { #expect(throws: HTTPServerUpgradeErrors.self) { try value.kind.wait() } }
        if isOpenAfter { try channel.close().wait() }
    }
}
