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
/// The response is the last one of the connection. NIO's parser stops after a request that asks for
/// an upgrade, or for a tunnel (`CONNECT`), because it takes what follows for another protocol.
/// Nothing is read after the response, until the client closes the connection or the idle timer ends
/// it.
final class UpgradeFilter: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let apps: [HostedApp]
    private let refusals: DoublingLog
    /// Whether no request has arrived yet.
    private var isFirst = true
    /// Whether the connection ends after the response to the request that was read last. The next
    /// one is read only after that response.
    private var isLast = false
    /// Whether that response was written.
    private var isAnswered = false

    /// - Parameters:
    ///   - apps: The apps whose windows accept WebSockets.
    ///   - refusals: The log of WebSockets that are refused.
    init(apps: [HostedApp], refusals: DoublingLog) {
        self.apps = apps
        self.refusals = refusals
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let wasFirst = isFirst
        isFirst = false
        guard head.stopsParser else { return context.fireChannelRead(data) }
        if wasFirst, accepts(head, from: context.remoteAddress) {
            context.fireChannelRead(data)
            // What follows is no HTTP.
            return context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
        isLast = true
        head.headers.remove(name: "Upgrade")
        // Hummingbird ends the connection after a request with this header, and nothing else in it.
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isLast else { return context.write(data, promise: promise) }
        switch Self.unwrapOutboundIn(data) {
        case .head(var head):
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            return context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        case .body: break
        case .end: isAnswered = true
        }
        context.write(data, promise: promise)
    }

    func read(context: ChannelHandlerContext) {
        // The parser that has stopped would keep all that a client sends. The end of the connection is
        // noticed without reading.
        if !isAnswered { context.read() }
    }

    /// Returns whether a request becomes the WebSocket of a window.
    private func accepts(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        guard head.isHandshake, LiveChannel.namesWindow(head) else { return false }
        let host = head.headers.first(name: "Host")
        if LiveChannel.isOfOwnOrigin(head, from: peer), apps.contains(where: { $0.hosts.accepts(host) }) { return true }
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
}
