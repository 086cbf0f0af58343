import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import StrataWebHost

struct UpgradeFilterTests {
    /// Counts the reads of a connection.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Never

        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    @Test(arguments: [nil, "h2c"]) func `nothing is read after the last response`(upgrade: String?) throws {
        let counter = ReadCounter()
        let channel = EmbeddedChannel(handlers: [counter, UpgradeFilter(apps: [], refusals: DoublingLog())])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "127.0.0.1"])
        if let upgrade { head.headers.add(contentsOf: ["Connection": "Upgrade", "Upgrade": upgrade]) }
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        let before = counter.count
        channel.read()
        #expect(counter.count > before)
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        let after = counter.count
        channel.read()
        #expect((counter.count > after) == (upgrade == nil))
        _ = try channel.finish()
    }
}
