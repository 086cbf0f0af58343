import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The context of a request, which knows the client's address.
struct ClientContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress
    }

    /// Returns the address of the client that sent a request.
    ///
    /// Behind a reverse proxy on this machine, that is the last address in `X-Forwarded-For`: the one
    /// that the proxy has seen. A client can write the ones before it, and a client elsewhere the
    /// whole header.
    func address(of request: Request) -> String {
        let address = peer?.ipAddress ?? ""
        guard address == "127.0.0.1" || address == "::1", let forwarded = request.headers[.xForwardedFor],
            let last = forwarded.split(separator: ",").last
        else { return address }
        return last.trimmingCharacters(in: .whitespaces)
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = Self("X-Forwarded-For")!
}
