import Foundation
import NIOCore

/// The host names under which the server answers requests.
///
/// A server that listens on this machine only is meant for the users of this machine. But any site
/// can let its own name resolve to 127.0.0.1, so that its script in a user's browser has the same
/// origin as the app (DNS rebinding). So such a server answers only to IP addresses, `localhost`
/// with its subdomains, and the names of `--allow-host`. A server that listens on other addresses
/// can be reached from outside anyway, and answers to every name unless it is given names.
///
/// Addresses are accepted in any case: no site can have one as its name.
struct HostPolicy: Sendable {
    private let allowed: Set<String>?

    /// - Parameters:
    ///   - listening: The address or name on which the server listens.
    ///   - names: The names of `--allow-host`.
    init(listening: String, names: [String]) {
        self.init(Self.isLoopback(listening) || !names.isEmpty ? names + [listening] : nil)
    }

    /// Returns whether only programs on this machine reach a server that listens on an address or
    /// name.
    static func isLoopback(_ listening: String) -> Bool {
        listening == "localhost" || listening == "::1" || listening.hasPrefix("127.")
    }

    /// - Parameter names: The names besides `localhost` and addresses; nil for every name.
    init(_ names: [String]?) {
        allowed = names.map { names in Set(names.map { $0.lowercased() }) }
    }

    /// Returns whether the server answers to a `Host` header.
    func accepts(_ header: String?) -> Bool {
        guard let header, let components = URLComponents(string: "http://\(header)"), let name = components.host?.lowercased(),
            components.path.isEmpty, components.user == nil
        else { return false }
        guard let allowed else { return true }
        return name == "localhost" || name.hasSuffix(".localhost") || Self.isAddress(name) || allowed.contains(name)
    }

    private static func isAddress(_ name: String) -> Bool {
        let bare = name.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        // Ignored: the error says only that the name is no address.
        return (try? SocketAddress(ipAddress: bare, port: 0)) != nil
    }
}
