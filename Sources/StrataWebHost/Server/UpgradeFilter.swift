import Foundation
import NIOCore
import NIOHTTP1

/// Decides about the upgrades for which the requests of a connection ask.
///
/// NIO's upgrader drops the head of a request that it does not upgrade (apple/swift-nio#2632), so
/// that the client gets no answer: `curl --http2`, which offers an upgrade to HTTP/2 with each
/// request, or a page whose proxy does not pass on its host. It also examines the first request of
/// a connection only. A server may ignore the wish for an upgrade (RFC 9110, section 7.8). So this
/// handler, which is before the upgrader, removes the wish from such a request, and the router
/// answers it: with a page, or with status 426.
///
/// The connection ends after such a request and its response. NIO's parser stops there, because it
/// takes what follows for another protocol (also after a request for a tunnel, `CONNECT`). It also
/// ends after each request that has passed a proxy: a proxy that kept the connection would send the
/// handshake of a window on it later. The client may read the response before it closes its side,
/// and if it does not, the idle timer ends the connection.
///
/// It also drops what is no response to a request; see ``ResponseOrder``.
final class UpgradeFilter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let apps: [HostedApp]
    private let refusals: DoublingLog
    /// Whether no request has arrived yet.
    private var isFirst = true
    /// Whether the request that was read last, and is answered before the next one is read, is the
    /// last one of the connection.
    private var isLast = false
    /// Whether the end of the last request was read.
    private var isRead = false
    /// Whether the end of its response was written.
    private var isAnswered = false
    private var responses = ResponseOrder()

    /// - Parameters:
    ///   - apps: The apps whose windows accept WebSockets.
    ///   - refusals: The log of WebSockets that are refused.
    init(apps: [HostedApp], refusals: DoublingLog) {
        self.apps = apps
        self.refusals = refusals
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // A request behind the last one.
        guard !isRead else { return }
        let part = Self.unwrapInboundIn(data)
        responses.didRead(part)
        switch part {
        case .head(var head):
            let wasFirst = isFirst
            isFirst = false
            guard head.stopsParser || head.isForwarded else { break }
            if wasFirst, accepts(head, from: context.remoteAddress) {
                context.fireChannelRead(data)
                // What follows is no HTTP.
                return context.pipeline.syncOperations.removeHandler(self, promise: nil)
            }
            isLast = true
            head.headers.remove(name: "Upgrade")
            return context.fireChannelRead(Self.wrapInboundOut(.head(head)))
        case .body: break
        case .end where isLast:
            isRead = true
            context.fireChannelRead(data)
            return endOutput(context)
        case .end: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = Self.unwrapOutboundIn(data)
        guard responses.accepts(part) else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        guard isLast else { return context.write(data, promise: promise) }
        switch part {
        case .head(var head):
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            isAnswered = true
            context.writeAndFlush(data, promise: promise)
            endOutput(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { responses.didFailToParse() }
        context.fireErrorCaught(error)
    }

    func read(context: ChannelHandlerContext) {
        // The parser that has stopped would keep all that a client sends. The end of the connection
        // is noticed without reading.
        if !isRead || !isAnswered { context.read() }
    }

    /// Tells the client that nothing follows, if the last request and its response have ended. The
    /// other direction stays open, because a system that has not read all that arrived resets the
    /// connection when that is closed, and the response may be lost.
    private func endOutput(_ context: ChannelHandlerContext) {
        if isRead, isAnswered { context.close(mode: .output, promise: nil) }
    }

    /// Returns whether a request becomes the WebSocket of a window.
    private func accepts(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        guard head.isHandshake else { return false }
        let host = head.headers.first(name: "Host")
        if LiveChannel.isWindowSocket(head, from: peer), apps.contains(where: { $0.hosts.accepts(host) }) { return true }
        guard LiveChannel.namesWindow(head) else { return false }
        let origin = head.headers.first(name: "Origin")
        refusals.warn(
            "A WebSocket of \(peer?.ipAddress ?? "an unknown address") to the host \(Self.quoted(host)) was refused: the page's origin is \(Self.quoted(origin)). A reverse proxy has to pass on the host that the browser asked for, and its name has to be allowed."
        )
        return false
    }

    /// Returns a header for a message in the log.
    private static func quoted(_ header: String?) -> String {
        header.map { String($0.prefix(100)).debugDescription } ?? "unknown"
    }
}

extension HTTPRequestHead {
    /// Whether NIO's upgrader takes the request for the handshake of a WebSocket (RFC 6455), and can
    /// answer it: it fails on a body.
    fileprivate var isHandshake: Bool {
        let hasBody = headers.contains(name: "Transfer-Encoding") || headers["Content-Length"].contains { $0 != "0" }
        return method == .GET && !hasBody
            && headers[canonicalForm: "Upgrade"].contains { $0.lowercased() == "websocket" }
            && headers[canonicalForm: "Sec-WebSocket-Version"] == ["13"]
            && headers[canonicalForm: "Sec-WebSocket-Key"].count == 1
    }

    /// Whether NIO's parser may take what follows the request for another protocol.
    fileprivate var stopsParser: Bool { method == .CONNECT || headers.contains(name: "Upgrade") }

    /// Whether the request has passed a proxy, which is believed of every client: the end of the
    /// connection harms no other one.
    fileprivate var isForwarded: Bool { headers.contains(name: "X-Forwarded-For") }
}
