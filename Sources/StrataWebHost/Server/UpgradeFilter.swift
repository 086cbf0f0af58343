import Foundation
import NIOCore
import NIOHTTP1

/// Decides about the upgrade for which the first request of a connection asks.
///
/// NIO's upgrader drops the head of a request that it does not upgrade (apple/swift-nio#2632), so
/// that the client gets no answer: `curl --http2`, which offers an upgrade to HTTP/2 with each
/// request, or a page whose proxy does not pass on its host. A server may ignore the wish for an
/// upgrade (RFC 9110, section 7.8). So this handler, which is before the upgrader, removes the wish
/// from such a request, and the router answers it: with a page, or with status 426.
final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let apps: [HostedApp]
    private let refusals: DoublingLog

    /// - Parameters:
    ///   - apps: The apps whose windows accept WebSockets.
    ///   - refusals: The log of WebSockets that are refused.
    init(apps: [HostedApp], refusals: DoublingLog) {
        self.apps = apps
        self.refusals = refusals
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = Self.unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if head.headers.contains(name: "Upgrade"), !accepts(head, from: context.remoteAddress) { head.removeUpgrade() }
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
        // The upgrader examines the first request only.
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
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

    /// Removes the wish for an upgrade.
    fileprivate mutating func removeUpgrade() {
        let options = headers[canonicalForm: "Connection"].filter { $0.lowercased() != "upgrade" }
        headers.remove(name: "Upgrade")
        headers.remove(name: "Connection")
        if !options.isEmpty { headers.add(name: "Connection", value: options.joined(separator: ", ")) }
    }
}
