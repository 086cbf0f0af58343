import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// A TCP connection that serves HTTP requests, or becomes the WebSocket of a window if the page's
/// script asks for an upgrade.
///
/// One WebSocket per tab carries messages in both directions. A stream of server-sent events would
/// occupy one of the six HTTP/1.1 connections that browsers allow per host, and the seventh tab
/// would hang.
struct LiveChannel: HTTPChannelHandler {
    typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    /// The protocol of a connection, known after its first request: HTTP, or the WebSocket of the
    /// window with a token.
    enum Kind: Sendable {
        case requests(Requests)
        case webSocket(Frames, token: String, peer: WindowPeer, awaitsScene: Bool)
    }

    /// A new connection, whose protocol is not known yet.
    struct Value: ServerChildChannelValue {
        let kind: EventLoopFuture<Kind>
        let channel: any Channel
    }

    /// The path of the WebSockets, relative to the page.
    static let path = "strata/live"
    /// The time within which a client sends the head of its first request, and the next request or a
    /// part of a request's body after that. Otherwise a client could occupy connections for nothing.
    private static let requestTimeout = TimeAmount.seconds(60)

    /// The limits of a request's head. A window keeps the headers of its page's request, so NIO's own
    /// limit of 2 MB would let a client take that much memory with each window. The query of a page may
    /// have 45 KB: a value (`WindowRequest.longestValue`), of which each byte may take three, and the
    /// places (`NavigationLocation`).
    private static let decoderLimits = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 64 << 10
        limits.maxHeaderListSize = 96 << 10
        return limits
    }()

    let responder: Responder
    /// The apps whose windows the connections belong to.
    let apps: [HostedApp]
    /// The time within which a client acknowledges a part of what was sent to it. The system ends the
    /// connection of a client that does not read, and with it the memory of its responses.
    var sendTimeout = TimeAmount.seconds(60)
    /// The WebSockets that were refused.
    private let refusals = DoublingLog()
    /// The connections that sent something that the script never sends.
    private let violations = DoublingLog()
    /// The time in milliseconds after which the system ends a connection whose client acknowledges
    /// nothing, or has no room for more (tcp(7)).
    private static let userTimeout = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
    /// The lock under which connections are set up.
    ///
    /// Two event loops that use the generic types of NIO's pipeline for the first time, at the same
    /// time, can end the process: Swift's runtime then reads metadata that the other thread has not
    /// completed. It was seen in one of thousands of starts.
    private static let settingUp = NSLock()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let (apps, refusals) = (apps, refusals)
        return channel.eventLoop.makeCompletedFuture {
            Self.settingUp.lock()
            defer { Self.settingUp.unlock() }
            if channel.remoteAddress?.port != nil {
                let milliseconds = SocketOptionValue(sendTimeout.nanoseconds / 1_000_000)
                // Ignored: a connection that has ended already has no options.
                try? channel.syncOptions?.setOption(Self.userTimeout, value: milliseconds)
            }
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: ClientMessage.longest, enableAutomaticErrorHandling: false,
                // The filter has removed all other wishes for an upgrade.
                shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        let peer = WindowPeer()
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                                maxAccumulatedFrameSize: ClientMessage.longest))
                        try channel.pipeline.syncOperations.addHandler(WindowPeerHandler(peer))
                        return .webSocket(
                            try Frames(wrappingChannelSynchronously: channel), token: Self.token(of: head) ?? "", peer: peer,
                            awaitsScene: Self.value(of: "restores", in: head) != nil)
                    }
                })
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        HTTP1ToHTTPServerCodec(secure: false),
                        HTTPConnectionStateHandler(idleTimeout: .init(Self.requestTimeout), logger: logger))
                    return .requests(
                        try Requests(
                            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
                }
            }
            var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
            configuration.decoderConfiguration = Self.decoderLimits
            let pipeline = channel.pipeline.syncOperations
            let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            try pipeline.addHandler(
                UpgradeFilter(apps: apps, refusals: refusals),
                position: .before(try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Kind>.self)))
            let timeout = channel.eventLoop.scheduleTask(in: Self.requestTimeout) { channel.close(promise: nil) }
            // Not on a failure, after which nothing else may end the connection.
            kind.whenSuccess { _ in timeout.cancel() }
            channel.closeFuture.whenComplete { _ in timeout.cancel() }
            return Value(kind: kind, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.kind.get() {
            case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .webSocket(let channel, let token, let peer, let awaitsScene):
                try await WindowSocket(apps: apps, token: token, peer: peer, awaitsScene: awaitsScene, violations: violations)
                    .run(channel)
            }
        } catch {
            // The browser disconnected in the middle of an exchange, and its window waits for it. Or
            // the upgrade failed, and the connection is still open.
            value.channel.close(promise: nil)
            logger.debug("A connection ended: \(error)")
        }
    }

    /// Returns the token of the window that an upgrade request names.
    static func token(of head: HTTPRequestHead) -> String? { value(of: "window", in: head) }

    private static func value(of name: String, in head: HTTPRequestHead) -> String? {
        URLComponents(string: head.uri)?.queryItems?.first { $0.name == name }?.value
    }

    /// Returns whether an upgrade request comes from a page of this server and names a window.
    static func isWindowSocket(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        namesWindow(head) && isOfOwnOrigin(head, from: peer)
    }

    /// Returns whether the URL of a request is that of a window's WebSocket.
    static func namesWindow(_ head: HTTPRequestHead) -> Bool {
        guard let path = URLComponents(string: head.uri)?.path else { return false }
        return "/\(path)".hasSuffix("/\(Self.path)") && token(of: head) != nil
    }

    /// Returns whether a request comes from a page of this server.
    ///
    /// Browsers let a page open a WebSocket to any site, so the origin of a request must be this
    /// server: the address in `Host` or, if a reverse proxy on this machine does not pass that on, in
    /// `X-Forwarded-Host`. Clients other than browsers send no origin; the token protects the window
    /// from them.
    static func isOfOwnOrigin(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        guard let origin = head.headers.first(name: "Origin") else { return true }
        guard let origin = URLComponents(string: origin), let name = origin.host, ["http", "https"].contains(origin.scheme)
        else { return false }
        // An origin has no default port, which a proxy may add to the host.
        let own = origin.port.map { ["\(name):\($0)"] } ?? [name, name + (origin.scheme == "https" ? ":443" : ":80")]
        let forwarded = peer.isThisMachine ? head.headers.first(name: "X-Forwarded-Host") : nil
        return [head.headers.first(name: "Host"), forwarded].contains { $0.map { own.contains($0.lowercased()) } ?? false }
    }
}
