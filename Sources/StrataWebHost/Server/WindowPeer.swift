import NIOCore
import NIOWebSocket
import Synchronization

/// The browser at the other end of a window's connection: whether it is silent, and whether the
/// server has ended the connection.
///
/// A browser that sends nothing, not even answers to pings, counts as disconnected. A server that
/// has no time for its connections must not take that for the silence of all its browsers:
///
/// - A frame counts when it arrives at the event loop. The task that reads it may wait for a thread,
///   or for the main actor.
/// - A browser is not silent while frames of it wait for that task, for ten minutes at most: a
///   browser that takes nothing that it is sent keeps the task waiting, too. When many frames wait,
///   the channel reads no further ones.
/// - A browser is silent only after two pings. An event loop that was stopped has sent none
///   meanwhile.
/// - Once the task has ended, only the closing is left, and frames count no more.
final class WindowPeer: Sendable {
    /// The time after which a browser that sends nothing counts as disconnected.
    private static let longestSilence = Duration.seconds(20)
    /// The number of pings without an answer after which it does.
    private static let mostPings = 2
    /// The time for which frames may wait to be read.
    private static let longestBacklog = Duration.seconds(600)

    private struct State {
        var lastHeard: ContinuousClock.Instant
        var lastRead: ContinuousClock.Instant
        /// The number of pings since a frame last arrived or was read.
        var pings = 0
        /// The number of frames that have arrived and were not read.
        var unread = 0
        /// Whether the task that reads the frames runs.
        var isRead = true
        var isShutDown = false

        mutating func hear(_ time: ContinuousClock.Instant) { (lastHeard, pings) = (max(lastHeard, time), 0) }
    }

    private let state: Mutex<State>

    init(now: ContinuousClock.Instant = .now) { state = Mutex(State(lastHeard: now, lastRead: now)) }

    /// Returns whether the browser counts as disconnected.
    func isSilent(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock {
            let isWaiting = $0.isRead && $0.unread > 0 && $0.lastRead.duration(to: now) <= Self.longestBacklog
            return !isWaiting && $0.pings >= Self.mostPings && $0.lastHeard.duration(to: now) > Self.longestSilence
        }
    }

    /// Reports that the server sends a ping.
    func willPing() { state.withLock { $0.pings += 1 } }

    /// Reports that a frame has arrived at the event loop.
    func frameArrived(at now: ContinuousClock.Instant = .now) {
        state.withLock {
            guard $0.isRead else { return }
            $0.hear(now)
            $0.unread += 1
        }
    }

    /// Reports that the next frame is read. Frames behind it may have waited in the socket.
    func frameRead(at now: ContinuousClock.Instant = .now) {
        state.withLock {
            $0.hear(now)
            $0.lastRead = now
            $0.unread -= 1
        }
    }

    /// Reports that no further frame is read.
    func willStopReading() { state.withLock { $0.isRead = false } }

    /// Whether the server has ended the connection.
    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    func willShutDown() { state.withLock { $0.isShutDown = true } }
}

/// Reports the frames of a browser as they arrive at the event loop.
final class WindowPeerHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    private let peer: WindowPeer

    init(_ peer: WindowPeer) { self.peer = peer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        peer.frameArrived()
        context.fireChannelRead(data)
    }
}
