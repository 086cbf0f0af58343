import Foundation
public import HTTPTypes
import Hummingbird
import NIOCore
public import StrataViewGraph

/// The HTTP request that opened a window.
///
///     struct Greeting: View {
///         @Environment(\.pageRequest) private var request
///
///         var body: some View {
///             Text("Hello, \(request?.headers[.init("X-Forwarded-User")!] ?? "guest")!")
///         }
///     }
///
/// It stays as it was when the page was requested; the browser's connection for changes has headers
/// of its own, which are not shown.
public struct PageRequest: Sendable {
    /// The path of the URL, as the server got it.
    public let path: String
    /// The query of the URL, without the question mark and percent-decoded nowhere; nil without one.
    public let query: String?
    /// The headers, cookies among them. Only those that a proxy of yours sets or checks can be
    /// trusted.
    public let headers: HTTPFields
    /// The address of the client; nil if it is unknown. Behind a reverse proxy on this machine, it is
    /// the last address in `X-Forwarded-For`, which the proxy added. The addresses before it, and the
    /// header of a request from another machine, are not used, because a client can forge them.
    public let remoteAddress: String?

    init(path: String = "/", query: String? = nil, headers: HTTPFields = [:], remoteAddress: String?) {
        self.path = path
        self.query = query
        self.headers = headers
        self.remoteAddress = remoteAddress
    }

    /// - Parameter peer: The other end of the request's connection.
    init(_ request: Request, from peer: SocketAddress?) {
        let forwarded = peer.isThisMachine ? request.headers[.xForwardedFor]?.split(separator: ",").last : nil
        self.init(
            path: request.uri.path, query: request.uri.query, headers: request.headers,
            remoteAddress: forwarded?.trimmingCharacters(in: .whitespaces) ?? peer?.ipAddress)
    }
}

extension PageRequest {
    /// The client in the numbers of windows by client: its address, or the network of an IPv6 address.
    ///
    /// A client with IPv6 has a network of 64 bits, and may take any of its addresses for each
    /// request. A server that listens on IPv6 sees the IPv4 address of a client as `::ffff:1.2.3.4`.
    var client: String? { remoteAddress.map(Self.client(of:)) }

    private static func client(of address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        if bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}

extension EnvironmentValues {
    /// The HTTP request that opened the window. It is nil in a window that no browser asked for, as
    /// in tests.
    public internal(set) var pageRequest: PageRequest? {
        get { self[PageRequestKey.self] }
        set { self[PageRequestKey.self] = newValue }
    }
}

private enum PageRequestKey: EnvironmentKey {
    static var defaultValue: PageRequest? { nil }
}

extension Optional<SocketAddress> {
    /// Whether the address is one of the loopback interface, which only programs on this machine
    /// use: among them a reverse proxy, whose headers about its client are believed.
    var isThisMachine: Bool {
        guard let address = self?.ipAddress else { return false }
        return address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }
}

extension HTTPField.Name {
    static let xForwardedFor = Self("X-Forwarded-For")!
}
