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

    /// The protocol of a connection, once it is known.
    enum Kind: Sendable {
        case requests(Requests)
        case line(Frames, token: String)
    }

    struct Value: ServerChildChannelValue {
        let kind: EventLoopFuture<Kind>
        let channel: any Channel
    }

    static let path = "/strata/live"
    /// The maximum size of a message from the browser in bytes: enough for a long text pasted into
    /// a field, with each character escaped.
    private static let longestMessage = 1 << 20

    let responder: Responder
    let windows: Windows
    let logger: Logger
    let hosts: HostPolicy

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let hosts = self.hosts
        return channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: Self.longestMessage, enableAutomaticErrorHandling: false,
                shouldUpgrade: { channel, head in
                    channel.eventLoop.makeSucceededFuture(Self.token(of: head, hosts) == nil ? nil : HTTPHeaders())
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                                maxAccumulatedFrameSize: Self.longestMessage))
                        return .line(try Frames(wrappingChannelSynchronously: channel), token: Self.token(of: head, hosts) ?? "")
                    }
                })
            let upgrade = NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
                    return .requests(
                        try Requests(
                            wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
                }
            }
            let kind = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade))
            return Value(kind: kind, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.kind.get() {
            case .requests(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .line(let channel, let token):
                try await LiveLine(windows: windows, token: token, logger: self.logger).run(channel)
            }
        } catch {
            // The browser disconnected in the middle of an exchange. Its window waits for it.
            logger.debug("A connection ended: \(error)")
        }
    }

    /// Returns the token of the window that an upgrade request names; nil for a request to reject.
    ///
    /// Browsers let any site open a WebSocket to any other, so the request's origin must be this
    /// server's own address.
    static func token(of head: HTTPRequestHead, _ hosts: HostPolicy) -> String? {
        guard let components = URLComponents(string: head.uri), components.path == path,
            let token = components.queryItems?.first(where: { $0.name == "window" })?.value,
            let host = head.headers.first(name: "Host"), hosts.accepts(host)
        else { return nil }
        if let origin = head.headers.first(name: "Origin") {
            guard let origin = URLComponents(string: origin), let name = origin.host else { return nil }
            guard host == name + (origin.port.map { ":\($0)" } ?? "") else { return nil }
        }
        return token
    }
}

/// Transfers messages between a window and its tab as long as their connection lasts.
struct LiveLine {
    /// The interval between pings: many proxies close a connection that is idle for a minute.
    private static let heartbeat = Duration.seconds(10)
    /// The time after which a browser that sends nothing, not even the answers to pings, is taken
    /// for gone. With the interval of the pings, that is noticed within 30 seconds.
    private static let longestSilence = Duration.seconds(25)
    /// The close code that makes the script reload its page, because the window no longer exists.
    /// RFC 6455 leaves the codes from 4000 to 4999 to applications. `connection.js` has the same
    /// number.
    private static let unknownWindow = WebSocketErrorCode.unknown(4404)

    let windows: Windows
    let token: String
    let logger: Logger

    /// The reason for the end of a connection: the tab closed it, the server shuts down, it broke,
    /// or the tab sent what the script does not send.
    private enum End: Equatable {
        case goodbye, shutdown, broken
        case violation(String)
    }

    func run(_ channel: LiveChannel.Frames) async throws {
        try await channel.executeThenClose { inbound, outbound in
            guard let (window, connection, messages) = await windows.connect(token) else {
                return try await outbound.write(Self.closeFrame(Self.unknownWindow))
            }
            let end = await end(of: messages, inbound, outbound, window, connection)
            await windows.release(window, connection: connection, isGoodbye: end == .goodbye)
            switch end {
            case .shutdown: try await outbound.write(Self.closeFrame(.goingAway))
            case .violation(let reason):
                logger.warning("A connection of \(window.address) was closed: it sent \(reason).")
                try await outbound.write(Self.closeFrame(.policyViolation))
            case .goodbye, .broken: break
            }
        }
    }

    /// Transfers messages until the tab closes the connection, the connection breaks or the server
    /// shuts down, and returns which came first.
    private func end(
        of messages: AsyncStream<String>, _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, _ window: Window, _ connection: Int
    ) async -> End {
        let peer = Peer()
        return await withTaskGroup(of: End.self) { group in
            group.addTask {
                for await message in messages {
                    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: message))
                    do { try await outbound.write(frame) } catch { return .broken }
                    await window.didSend(connection)
                }
                return .broken
            }
            group.addTask {
                while true {
                    do {
                        try await Task.sleep(for: Self.heartbeat)
                        if peer.silence > Self.longestSilence { return .broken }
                        try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
                    } catch {
                        return .broken
                    }
                }
            }
            group.addTask {
                do {
                    return try await receive(inbound, outbound, window, from: peer)
                } catch let violation as ProtocolViolation {
                    return .violation(violation.description)
                } catch let error as NIOWebSocketError {
                    return .violation("a frame that breaks the rules of WebSockets or is too long (\(error))")
                } catch {
                    return .broken
                }
            }
            group.addTask {
                do { try await gracefulShutdown() } catch { return .broken }
                return .shutdown
            }
            defer { group.cancelAll() }
            return await group.next() ?? .broken
        }
    }

    private func receive(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ window: Window, from peer: Peer
    ) async throws -> End {
        var budget = MessageBudget()
        for try await frame in inbound {
            peer.wasHeard()
            guard budget.spend() else { throw ProtocolViolation("more messages than a person can cause") }
            switch frame.opcode {
            case .text: try await window.receive(try ClientMessage(Data(frame.unmaskedData.readableBytesView)))
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
                return .goodbye
            default: break
            }
        }
        return .broken
    }

    /// The browser at the other end, and when it was last heard.
    private final class Peer: Sendable {
        private let lastHeard = Mutex(ContinuousClock.now)

        var silence: Duration { lastHeard.withLock { $0.duration(to: .now) } }

        func wasHeard() { lastHeard.withLock { $0 = .now } }
    }

    private static func closeFrame(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
