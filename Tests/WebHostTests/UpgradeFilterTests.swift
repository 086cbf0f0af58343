import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import StrataWebHost

struct UpgradeFilterTests {
    /// The socket of a connection: counts the reads, and notes the directions that are closed.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = Never

        var reads = 0
        var closed: [CloseMode] = []

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            closed.append(mode)
            promise?.succeed()
        }
    }

    /// A connection with the filter. Only the thread that creates it may use it.
    private struct Line: CustomReflectable {
        let socket = Socket()
        let channel: EmbeddedChannel

        init() throws {
            channel = EmbeddedChannel(handlers: [socket, UpgradeFilter(apps: [], refusals: DoublingLog())])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// Empty, because Swift Testing cannot reflect a channel when it reports a failure.
        var customMirror: Mirror { Mirror(self, children: []) }

        /// Whether the connection reads when it is asked to.
        var isReading: Bool {
            let before = socket.reads
            channel.read()
            return socket.reads > before
        }

        /// Receives the head of a request.
        func receive(_ headers: [String: String], method: String = "GET") throws {
            let head = HTTPRequestHead(
                version: .http1_1, method: HTTPMethod(rawValue: method), uri: "/", headers: HTTPHeaders(headers.map { ($0, $1) }))
            try channel.writeInbound(HTTPServerRequestPart.head(head))
        }

        /// Receives the end of a request.
        func receiveEnd() throws { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }

        /// Reports that the rest of a request cannot be parsed.
        func failToParse() {
            channel.pipeline.fireErrorCaught(HTTPParserError.invalidEOFState)
            #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        }

        /// Returns the next part of a request that the filter has passed on.
        func passed() throws -> HTTPServerRequestPart? { try channel.readInbound() }

        /// Answers a request. Returns the header `Connection` of the answer.
        func answer() throws -> [String] {
            try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else { return [] }
            _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
            return head.headers["Connection"]
        }
    }

    @Test func `requests without an upgrade leave the connection as it is`() throws {
        let line = try Line()
        for _ in 1...3 {
            try line.receive(["Host": "127.0.0.1"])
            try line.receiveEnd()
            #expect(try line.answer() == [])
            #expect(line.socket.closed.isEmpty)
            #expect(line.isReading)
        }
    }

    @Test(arguments: [
        ("GET", ["Connection": "Upgrade", "Upgrade": "h2c"]), ("CONNECT", [:]),
        ("PUT", ["X-Forwarded-For": "192.0.2.1", "Connection": "keep-alive"]),
    ])
    func `a last request is read to its end, and nothing after its response`(method: String, headers: [String: String]) throws {
        let line = try Line()
        try line.receive(["Host": "127.0.0.1"])
        try line.receiveEnd()
        #expect(try line.answer() == [])
        try line.receive(headers, method: method)
        // The response may be ready before the request has ended.
        #expect(try line.answer() == ["close"])
        #expect(line.socket.closed.isEmpty)
        #expect(line.isReading)
        try line.receiveEnd()
        #expect(line.socket.closed == [.output])
        #expect(!line.isReading)
        while try line.passed() != nil {}
        // A request that arrived with it.
        try line.receive(["Host": "127.0.0.1"])
        try line.receiveEnd()
        #expect(try line.passed() == nil)
    }

    @Test func `the wish for an upgrade that is refused is not passed on`() throws {
        let line = try Line()
        try line.receive(["Connection": "Upgrade", "Upgrade": "websocket"])
        guard case .head(let head)? = try line.passed() else {
            Issue.record("The request is not passed on.")
            return
        }
        #expect(!head.headers.contains(name: "Upgrade"))
    }

    @Test func `a second response to a request is dropped`() throws {
        let line = try Line()
        try line.receive(["Content-Length": "9"], method: "POST")
        #expect(try line.answer() == [])
        #expect(throws: ChannelError.outputClosed) { try line.answer() }
        #expect(try line.channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
        // The next request gets its own.
        try line.receiveEnd()
        try line.receive([:])
        try line.receiveEnd()
        try line.channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue)))
        _ = try line.channel.readOutbound(as: HTTPServerResponsePart.self)
        #expect(try line.answer() == [])
    }

    @Test func `a request that could not be parsed gets no response from the app, but one that has begun ends`() throws {
        let line = try Line()
        try line.receive(["Content-Length": "9"], method: "POST")
        line.failToParse()
        #expect(throws: ChannelError.outputClosed) { try line.answer() }
        let other = try Line()
        try other.receive(["Content-Length": "9"], method: "POST")
        try other.channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        other.failToParse()
        try other.channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(throws: ChannelError.outputClosed) { try other.answer() }
    }
}
