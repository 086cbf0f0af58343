import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import ServiceLifecycle
import Synchronization

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
        case webSocket(Frames, token: String, awaitsScene: Bool)
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

    let responder: Responder
    /// The apps whose windows the connections belong to.
    let apps: [HostedApp]
    private let logger = Logger(label: "Strata.WebHost")

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let apps = self.apps
        return channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: ClientMessage.longest, enableAutomaticErrorHandling: false,
                shouldUpgrade: { channel, head in
                    let isAllowed =
                        Self.isWindowSocket(head, from: channel.remoteAddress) && apps.contains { $0.hosts.accepts(head.host) }
                    return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                                maxAccumulatedFrameSize: ClientMessage.longest))
                        return .webSocket(
                            try Frames(wrappingChannelSynchronously: channel), token: Self.token(of: head) ?? "",
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
            let kind = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade))
            let timeout = channel.eventLoop.scheduleTask(in: Self.requestTimeout) { channel.close(promise: nil) }
            kind.whenComplete { _ in timeout.cancel() }
            return Value(kind: kind, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.kind.get() {
            case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .webSocket(let channel, let token, let awaitsScene):
                try await WindowSocket(apps: apps, token: token, awaitsScene: awaitsScene, logger: self.logger).run(channel)
            }
        } catch {
            // The browser disconnected in the middle of an exchange. Its window waits for it.
            logger.debug("A connection ended: \(error)")
        }
    }

    /// Returns the token of the window that an upgrade request names.
    static func token(of head: HTTPRequestHead) -> String? { value(of: "window", in: head) }

    private static func value(of name: String, in head: HTTPRequestHead) -> String? {
        URLComponents(string: head.uri)?.queryItems?.first { $0.name == name }?.value
    }

    /// Returns whether an upgrade request comes from a page of this server and names a window.
    ///
    /// Browsers let a page open a WebSocket to any site, so the origin of a request must be this
    /// server: the address in `Host` or, if a reverse proxy on this machine does not pass that on, in
    /// `X-Forwarded-Host`. Clients other than browsers send no origin; the token protects the window
    /// from them.
    static func isWindowSocket(_ head: HTTPRequestHead, from peer: SocketAddress?) -> Bool {
        guard let path = URLComponents(string: head.uri)?.path, "/\(path)".hasSuffix("/\(Self.path)"), token(of: head) != nil
        else { return false }
        guard let origin = head.headers.first(name: "Origin") else { return true }
        guard let origin = URLComponents(string: origin), let name = origin.host, ["http", "https"].contains(origin.scheme)
        else { return false }
        // An origin has no default port, which a proxy may add to the host.
        let own = origin.port.map { ["\(name):\($0)"] } ?? [name, name + (origin.scheme == "https" ? ":443" : ":80")]
        let forwarded = peer.isThisMachine ? head.headers.first(name: "X-Forwarded-Host") : nil
        return [head.host, forwarded].contains { $0.map { own.contains($0.lowercased()) } ?? false }
    }
}

extension HTTPRequestHead {
    /// The `Host` header.
    fileprivate var host: String? { headers.first(name: "Host") }
}

/// The WebSocket between a window and its tab: transfers messages while the connection lasts.
///
/// Two tasks run while it is open: one sends the window's patches, and one reads the browser's
/// messages. The first task that ends decides why the connection ends, and the other is canceled.
/// The event loop of the connection sends pings and looks for silence, on which it closes the
/// channel; a shutdown of the server ends the window's messages. A task for each would take a
/// twentieth of the memory of a window. Then the window is released: it closes after a few seconds
/// if the tab closed the connection, and otherwise waits for the tab to reconnect.
///
/// The sending task takes the next patch when the last one was written to the socket, and reports
/// that to the window, which makes one patch at a time. So a slow browser slows down its own window
/// only.
struct WindowSocket {
    /// The interval between heartbeats: many proxies close a connection that is idle for a minute.
    private static let heartbeat = TimeAmount.seconds(9)
    /// The time after which a browser that sends nothing, not even answers to pings, counts as
    /// disconnected. It is checked at each heartbeat, so the connection ends within 29 seconds.
    private static let longestSilence = Duration.seconds(20)
    /// The close code for a window that no longer exists, on which the script reloads its page. RFC
    /// 6455 leaves the codes from 4000 to 4999 to applications. `connection.js` has the same
    /// number.
    private static let unknownWindow = WebSocketErrorCode.unknown(4404)

    /// The message that tells the script that the server is there: the first of a connection, with
    /// which the server accepts the window, and a part of each heartbeat.
    private static var emptyMessage: WebSocketFrame { WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer()) }

    let apps: [HostedApp]
    let token: String
    /// Whether the first message will name the session that the tab has shown.
    let awaitsScene: Bool
    let logger: Logger

    /// The reason for the end of a connection: the tab closed it, the server shuts down, it broke,
    /// or the tab sent something that the script never sends.
    private enum End: Equatable {
        case goodbye, shutdown, broken
        case violation(String)
    }

    /// Connects the WebSocket to the window with the token, and transfers messages until it ends.
    /// If there is no such window, closes the WebSocket.
    func run(_ channel: LiveChannel.Frames) async throws {
        try await channel.executeThenClose { inbound, outbound in
            guard let (windows, (window, connection, messages)) = await connect() else {
                return try await outbound.write(Self.closeFrame(Self.unknownWindow))
            }
            let peer = Peer()
            let heartbeat = startHeartbeat(of: channel.channel, peer)
            defer { heartbeat.cancel() }
            var end = await withGracefulShutdownHandler {
                await self.end(of: messages, inbound, outbound, windows, window, connection, peer)
            } onGracefulShutdown: {
                peer.willShutDown()
                Task { @MainActor in window.finish(connection) }
            }
            if end == .broken, peer.isShutDown { end = .shutdown }
            await windows.release(window, connection: connection, isGoodbye: end == .goodbye)
            switch end {
            case .shutdown:
                // The end of a server of the app's own is known only here. The server waits for this.
                await windows.finish()
                try await outbound.write(Self.closeFrame(.goingAway))
            case .violation(let reason):
                logger.warning(
                    "A connection of \(window.page?.remoteAddress ?? "an unknown address") was closed: it sent \(reason).")
                try await outbound.write(Self.closeFrame(.policyViolation))
            case .goodbye, .broken: break
            }
        }
    }

    /// Connects to the window that has the token; returns it with the other windows of its app.
    @MainActor
    private func connect() -> (Windows, (window: Window, connection: Int, messages: AsyncStream<String>))? {
        for app in apps {
            if let line = app.windows.connect(token, awaitsScene: awaitsScene) { return (app.windows, line) }
        }
        return nil
    }

    /// Sends a ping and an empty message at each interval, and closes the channel if the browser has
    /// been silent.
    ///
    /// The browser answers the ping, and the script observes the message: it cannot observe pings,
    /// and has to notice, too, that the server is gone (`connection.js`).
    private func startHeartbeat(of channel: any Channel, _ peer: Peer) -> RepeatedTask {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.heartbeat, delay: Self.heartbeat) { _ in
            guard peer.silence <= Self.longestSilence else { return channel.close(promise: nil) }
            channel.write(Self.emptyMessage, promise: nil)
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
        }
    }

    /// Transfers messages until the tab closes the connection, the connection breaks or the window
    /// ends its messages, and returns which came first.
    private func end(
        of messages: AsyncStream<String>, _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, _ windows: Windows, _ window: Window, _ connection: Int,
        _ peer: Peer
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
            group.addTask {
                do {
                    try await outbound.write(Self.emptyMessage)
                    for await message in messages {
                        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message)))
                        await window.didSend(connection)
                    }
                    return .broken
                } catch {
                    return .broken
                }
            }
            group.addTask {
                do {
                    return try await receive(inbound, outbound, windows, window, connection, from: peer)
                } catch let violation as ProtocolViolation {
                    return .violation(violation.description)
                } catch NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge {
                    return .violation("a message of more than 64 KB")
                } catch let error where error is NIOWebSocketError || error is NIOWebSocketFrameAggregator.Error {
                    return .violation("a frame that breaks the rules of WebSockets (\(error))")
                } catch {
                    return .broken
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .broken
        }
    }

    private func receive(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ windows: Windows, _ window: Window, _ connection: Int, from peer: Peer
    ) async throws -> End {
        var budget = MessageBudget()
        for try await frame in inbound {
            peer.wasHeard()
            guard budget.spend() else { throw ProtocolViolation("more messages than a person can cause") }
            switch frame.opcode {
            case .text:
                let message = try ClientMessage(Data(frame.unmaskedData.readableBytesView))
                try await windows.receive(message, for: window, connection)
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
                return .goodbye
            case .pong: break
            default: throw ProtocolViolation("a frame that is no text")
            }
        }
        return .broken
    }

    /// The browser at the other end: the time at which it last sent a frame, and whether the server
    /// has ended the connection.
    private final class Peer: Sendable {
        private let lastHeard = Mutex(ContinuousClock.now)
        private let hasShutdown = Mutex(false)

        var silence: Duration { lastHeard.withLock { $0.duration(to: .now) } }

        var isShutDown: Bool { hasShutdown.withLock { $0 } }

        func wasHeard() { lastHeard.withLock { $0 = .now } }

        func willShutDown() { hasShutdown.withLock { $0 = true } }
    }

    private static func closeFrame(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
