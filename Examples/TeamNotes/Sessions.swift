import Hummingbird
import NIOCore
import Synchronization

/// The people who are signed in, by the session that a cookie of their browser names.
final class Sessions: Sendable {
    private let people = Mutex<[String: String]>([:])

    /// Starts a session and returns its cookie.
    func begin(for person: String) -> Cookie {
        let id = (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }.joined()
        people.withLock { $0[id] = person }
        return Cookie(name: "session", value: id, path: "/", httpOnly: true, sameSite: .lax)
    }

    func end(_ id: String) { people.withLock { $0[id] = nil } }

    func person(in id: String) -> String? { people.withLock { $0[id] } }
}

/// The context of a request, with the session that it belongs to.
struct SessionContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    var session: String?
    var person: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// Finds the session of each request.
struct SessionReader: RouterMiddleware {
    let sessions: Sessions

    func handle(
        _ request: Request, context: SessionContext, next: (Request, SessionContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.session = request.cookies["session"]?.value
        context.person = context.session.flatMap(sessions.person)
        return try await next(request, context)
    }
}

/// Sends those who are not signed in to the front page.
struct SignedInOnly: RouterMiddleware {
    func handle(
        _ request: Request, context: SessionContext, next: (Request, SessionContext) async throws -> Response
    ) async throws -> Response {
        guard context.person != nil else { return .redirect(to: "/", type: .found) }
        return try await next(request, context)
    }
}
