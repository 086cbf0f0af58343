import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import ServiceLifecycle

/// A connection that speaks HTTP, and becomes a window's line when a page's script asks to upgrade it to a WebSocket.
struct LiveChannel: HTTPChannelHandler {
    typealias Requests = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    /// What a connection turns out to be.
    enum Kind: Sendable {
        case requests(Requests)
        case line(Frames, token: String)
    }

    struct Value: ServerChildChannelValue {
        let kind: EventLoopFuture<Kind>
        let channel: any Channel
    }

    static let path = "/strata/live"
    /// The most bytes a browser may send in one message: a long text pasted into a field, with room to spare.
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
            // A browser that went away in the middle of something; its window waits for it.
            logger.debug("A connection ended: \(error)")
        }
    }

    /// The window that a request for an upgrade names; nil where it is not ours to serve.
    ///
    /// A browser lets any site open a WebSocket to any other: only pages of this very address may.
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

/// Carries messages between a window and its tab while their connection lasts.
struct LiveLine {
    /// Between two pings: connections that rest are cut by many proxies after a minute.
    private static let heartbeat = Duration.seconds(20)
    /// A code of our own (RFC 6455 leaves 4000 to 4999 to applications): the page is of another time and has to be loaded again.
    private static let unknownWindow = WebSocketErrorCode.unknown(4404)

    let windows: Windows
    let token: String

    /// How a line came to its end.
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

    /// Carries messages until the first of: the tab goes, the line breaks, the server is to end.
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
