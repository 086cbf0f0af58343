import Foundation
import NIOCore
import NIOWebSocket
import ServiceLifecycle
import Synchronization

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
    /// A browser that is silent for 20 seconds, see ``WindowPeer``, is found at a heartbeat, so the
    /// connection ends within 29 seconds.
    private static let heartbeat = TimeAmount.seconds(9)
    /// The close code for a window that no longer exists, on which the script reloads its page. RFC
    /// 6455 leaves the codes from 4000 to 4999 to applications. `connection.js` has the same
    /// number.
    private static let unknownWindow = WebSocketErrorCode.unknown(4404)

    /// The message that tells the script that the server is there: the first of a connection, with
    /// which the server accepts the window, and a part of each heartbeat.
    private static var emptyMessage: WebSocketFrame { WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer()) }

    let apps: [HostedApp]
    let token: String
    let peer: WindowPeer
    /// Whether the first message will name the session that the tab has shown.
    let awaitsScene: Bool
    /// The log of connections that sent something that the script never sends.
    let violations: DoublingLog

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
            let line: (Windows, (window: Window, connection: Int, messages: AsyncStream<String>))?
            do {
                line = try await connect()
            } catch let violation as ProtocolViolation {
                report(violation.description, from: channel.channel.remoteAddress?.ipAddress)
                return try await outbound.write(Self.closeFrame(.policyViolation))
            }
            guard let (windows, (window, connection, messages)) = line else {
                return try await outbound.write(Self.closeFrame(Self.unknownWindow))
            }
            let heartbeat = startHeartbeat(of: channel.channel)
            defer { heartbeat.cancel() }
            var end = await withGracefulShutdownHandler {
                await self.end(of: messages, inbound, outbound, windows, window, connection)
            } onGracefulShutdown: {
                peer.willShutDown()
                Task { @MainActor in window.finish(connection) }
            }
            peer.willStopReading()
            if end == .broken, peer.isShutDown { end = .shutdown }
            await windows.release(window, connection: connection, isGoodbye: end == .goodbye)
            switch end {
            case .shutdown:
                // The end of a server of the app's own is known only here. The server waits for this.
                await windows.finish()
                try await outbound.write(Self.closeFrame(.goingAway))
            case .violation(let reason):
                report(reason, from: window.page?.remoteAddress)
                try await outbound.write(Self.closeFrame(.policyViolation))
            case .goodbye, .broken: break
            }
        }
    }

    /// Logs a connection on which the client did something that the script never does.
    private func report(_ reason: String, from address: String?) {
        violations.warn("A connection of \(address ?? "an unknown address") was closed: it \(reason).")
    }

    /// Connects to the window that has the token; returns it with the other windows of its app.
    ///
    /// - Throws: ``ProtocolViolation`` for a tab that connects too often.
    @MainActor
    private func connect() throws -> (Windows, (window: Window, connection: Int, messages: AsyncStream<String>))? {
        for app in apps {
            try app.windows.receiveConnection(to: token)
            if let line = app.windows.connect(token, awaitsScene: awaitsScene) { return (app.windows, line) }
        }
        return nil
    }

    /// Sends a ping and an empty message at each interval, and closes the channel if the browser has
    /// been silent.
    ///
    /// The browser answers the ping, and the script observes the message: it cannot observe pings,
    /// and has to notice, too, that the server is gone (`connection.js`).
    private func startHeartbeat(of channel: any Channel) -> RepeatedTask {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: Self.heartbeat, delay: Self.heartbeat) { [peer] _ in
            guard !peer.isSilent() else { return channel.close(promise: nil) }
            peer.willPing()
            channel.write(Self.emptyMessage, promise: nil)
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()), promise: nil)
        }
    }

    /// Transfers messages until the tab closes the connection, the connection breaks or the window
    /// ends its messages, and returns which came first.
    private func end(
        of messages: AsyncStream<String>, _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>, _ windows: Windows, _ window: Window, _ connection: Int
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
                    // The connection is closed, or the tab does not read. It connects again.
                    return .broken
                }
            }
            group.addTask {
                do {
                    return try await receive(inbound, outbound, windows, window, connection)
                } catch let violation as ProtocolViolation {
                    return .violation(violation.description)
                } catch NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge {
                    return .violation("sent a message of more than 64 KB")
                } catch let error where error is NIOWebSocketError || error is NIOWebSocketFrameAggregator.Error {
                    return .violation("sent a frame that breaks the rules of WebSockets (\(error))")
                } catch {
                    // The connection is closed. The tab connects again.
                    return .broken
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .broken
        }
    }

    private func receive(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ windows: Windows, _ window: Window, _ connection: Int
    ) async throws -> End {
        for try await frame in inbound {
            peer.frameRead()
            try await windows.receiveFrame(for: window)
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

    private static func closeFrame(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
