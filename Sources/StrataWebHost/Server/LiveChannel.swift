import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import ServiceLifecycle

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
    /// a field.
    private static let longestMessage = 1 << 20

    let responder: Responder
    let windows: Windows

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: Self.longestMessage,
                shouldUpgrade: { channel, head in
                    channel.eventLoop.makeSucceededFuture(Self.token(of: head) == nil ? nil : HTTPHeaders())
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024,
                                maxAccumulatedFrameSize: Self.longestMessage))
                        return .line(try Frames(wrappingChannelSynchronously: channel), token: Self.token(of: head) ?? "")
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
            case .line(let channel, let token): try await LiveLine(windows: windows, token: token).run(channel)
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
    static func token(of head: HTTPRequestHead) -> String? {
        guard let components = URLComponents(string: head.uri), components.path == path,
            let token = components.queryItems?.first(where: { $0.name == "window" })?.value,
            let host = head.headers.first(name: "Host")
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
    private static let heartbeat = Duration.seconds(20)
    /// The close code that makes the script reload its page, because the window no longer exists.
    /// RFC 6455 leaves the codes from 4000 to 4999 to applications. `connection.js` has the same
    /// number.
    private static let unknownWindow = WebSocketErrorCode.unknown(4404)

    let windows: Windows
    let token: String

    /// The reason for the end of a connection: the tab closed it, the server shuts down, or it
    /// broke.
    private enum End {
        case goodbye, shutdown, broken
    }

    func run(_ channel: LiveChannel.Frames) async throws {
        try await channel.executeThenClose { inbound, outbound in
            guard let (window, connection, messages) = await windows.connect(token) else {
                return try await outbound.write(Self.closeFrame(Self.unknownWindow))
            }
            let end = await end(of: messages, inbound, outbound, window, connection)
            await windows.release(window, connection: connection, isGoodbye: end == .goodbye)
            if end == .shutdown { try await outbound.write(Self.closeFrame(.goingAway)) }
        }
    }

    /// Transfers messages until the tab closes the connection, the connection breaks or the server
    /// shuts down, and returns which came first.
    private func end(
        of messages: AsyncStream<String>, _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, _ window: Window, _ connection: Int
    ) async -> End {
        await withTaskGroup(of: End.self) { group in
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
                        try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
                    } catch {
                        return .broken
                    }
                }
            }
            group.addTask {
                do { return try await receive(inbound, outbound, window) } catch { return .broken }
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
        _ window: Window
    ) async throws -> End {
        for try await frame in inbound {
            switch frame.opcode {
            case .text: await window.receive(try ClientMessage(Data(frame.unmaskedData.readableBytesView)))
            case .ping: try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
            case .connectionClose:
                try await outbound.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData))
                return .goodbye
            default: break
            }
        }
        return .broken
    }

    private static func closeFrame(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
