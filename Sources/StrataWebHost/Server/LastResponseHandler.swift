import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection after a response that announces this with the header `Connection: close`.
/// Hummingbird does so only after a request with the header.
final class LastResponseHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var isLast = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        case .head(let head): isLast = head.headerFields[.connection] == "close"
        case .end where isLast:
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
            return context.writeAndFlush(data, promise: sent)
        default: break
        }
        context.write(data, promise: promise)
    }
}
