import HTTPTypes
import Hummingbird
import NIOCore

/// The request header in which a reverse proxy on this machine names the person of a window: the
/// option `--person-header`.
struct PersonHeader: Sendable {
    let name: HTTPField.Name

    /// - Parameter name: The name of the header; nil or an invalid one makes none.
    init?(_ name: String?) {
        guard let name = name.flatMap({ HTTPField.Name($0) }) else { return nil }
        self.name = name
    }

    /// Returns the person of a request; nil for a request that did not come through the proxy, or that
    /// does not name exactly one person.
    ///
    /// A second value comes from a browser whose header the proxy has passed on, instead of replacing
    /// it, so it is not known which of the two the proxy has checked.
    ///
    /// - Parameter peer: The other end of the request's connection. From another machine, the header
    ///   could be forged.
    func person(in headers: HTTPFields, from peer: SocketAddress?) -> String? {
        let people = headers[values: name]
        guard peer.isThisMachine, people.count == 1, let person = people.first, !person.isEmpty else { return nil }
        return person
    }
}

/// The response to a request that names no person. A browser shows it to a user without the proxy.
struct PersonMissing: HTTPResponseError {
    var status: HTTPResponse.Status { .forbidden }

    func response(from request: Request, context: some RequestContext) -> Response {
        .text("This app is open to people whom its reverse proxy has checked. Use the proxy's address.\n", status: status)
    }
}
