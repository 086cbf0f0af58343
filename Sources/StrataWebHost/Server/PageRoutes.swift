import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StrataViewGraph

// The routes of an app: its page, and the files that pages load.
//
//     GET path/                        opens a window and returns its page
//     GET path                         redirects to path/, to which the page's URLs are relative
//     GET path/strata/VERSION/NAME     a module of the script, or the style sheet
//     GET path/strata/images/NAME      a picture of the app
//     PUT path/strata/files            a file that the user has chosen; see FileTransfer
//     GET path/strata/files/ID         a file that the app exports; HEAD leaves it there
//     GET path/strata/live             the WebSocket of a window; LiveChannel handles it before it
//                                      gets to the router
extension HostedApp {
    /// The settings of a window that a route makes.
    struct WindowSettings: Sendable {
        /// A digest of the person whose window it is; nil if the app does not know the person.
        var owner: String?
        /// The change of the window's environment.
        let changeEnvironment: @Sendable (inout EnvironmentValues) -> Void
    }

    func addRoutes<Context: RequestContext>(
        to router: some RouterMethods<Context>, at path: RouterPath,
        settings: @escaping @Sendable (Request, Context) async throws -> WindowSettings
    ) {
        let routes = router.group(path)
        routes.get { request, context in
            try await page(for: request, from: (context as? any RemoteAddressRequestContext)?.remoteAddress) {
                try await settings(request, context)
            }
        }
        for (name, file) in Assets.files {
            routes.get(RouterPath(Assets.path(of: name))) { _, _ in
                Response(
                    status: .ok, headers: .strata(type: file.type, cache: .forever),
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
            }
        }
        routes.get(RouterPath("\(ImageFiles.path)/:name")) { _, context in
            guard let name = context.parameters.get("name"), let (content, type) = ImageFiles.content(named: name) else {
                return Response(status: .notFound)
            }
            // A user can open an SVG in a tab of its own. There it must not run script as the app's
            // page does. Firefox applies the policy also where a page shows the picture, so the
            // file's own styles are allowed. They have no effect outside the picture.
            var headers = HTTPFields.strata(type: type, cache: .forever)
            headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            let body = ResponseBody(contentLength: content.buffer.readableBytes) { writer in
                // In pieces, each of which may wait for the reader, so that the content is shared until then.
                var rest = content.buffer
                while let piece = rest.readSlice(length: min(rest.readableBytes, 65_536)), piece.readableBytes > 0 {
                    try await writer.write(piece)
                }
                try await writer.finish(nil)
            }
            return Response(status: .ok, headers: headers, body: body)
        }
        routes.put(RouterPath(FileTransfer.path)) { request, _ in
            let (status, text) = try await upload(request)
            return Response.text(text, status: status)
        }
        let noDownload = "This file was downloaded already, or its page is closed.\n"
        routes.get(RouterPath("\(FileTransfer.path)/:id")) { _, context in
            guard let id = context.parameters.get("id"), let response = try await download(id) else {
                return Response.text(noDownload, status: .notFound)
            }
            return response
        }
        // A router that answers these requests by those of GET would take the file.
        routes.head(RouterPath("\(FileTransfer.path)/:id")) { _, context in
            guard let id = context.parameters.get("id"), let response = await downloadHead(id) else {
                return Response.text(noDownload, status: .notFound).createHeadResponse()
            }
            return response
        }
        routes.get(RouterPath(LiveChannel.path)) { _, _ in
            let text = """
                This address takes WebSockets of the app's own pages. If pages do not connect, create the server's Application with \
                `server: .http1(windowsOf: …)`, and have a reverse proxy pass on the headers Upgrade, Connection and Host, \
                each WebSocket on a new connection.\n
                """
            return Response.text(text, status: .upgradeRequired)
        }
    }

    private func page(
        for request: Request, from peer: SocketAddress?, settings: () async throws -> WindowSettings
    ) async throws -> Response {
        guard hosts.accepts(request.head.authority) else { return misdirected(request.head.authority) }
        let path = request.uri.path
        guard path.hasSuffix("/") else {
            return .redirect(to: Self.addressWithSlash(path, query: request.uri.query), type: .found)
        }
        let pageRequest = PageRequest(request, from: peer)
        let window = try await settings()
        let handoff = request.uri.queryParameters[Substring(HandoffPage.parameter)].map(String.init)
        if let handoff, let refusal = await windows.handoffLinks.refusal(of: handoff, for: window.owner) {
            await windows.handoffLinks.refuse(refusal, from: pageRequest.remoteAddress)
            return Response(
                status: HandoffPage.status(of: refusal), headers: .strata(type: "text/html; charset=utf-8", cache: .never),
                body: ResponseBody(byteBuffer: ByteBuffer(string: HandoffPage.html(refusal))))
        }
        let nonce = RandomToken.make()
        do {
            let page = try await windows.open(
                request.window(pageRequest, window), for: pageRequest, nonce: nonce, handoff: handoff)
            return Response(
                status: .ok, headers: .strata(type: "text/html; charset=utf-8", cache: .never, nonce: nonce),
                body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        } catch let error as Windows.LimitReached {
            return limitReached(error)
        }
    }

    /// Returns the address of a page whose path lacks the slash at its end.
    ///
    /// It is relative, because a reverse proxy may have removed the beginning of the path. It begins
    /// with a dot, so that a name with a colon is not the scheme of a URL to another site.
    static func addressWithSlash(_ path: String, query: String?) -> String {
        let name = path.split(separator: "/").last ?? ""
        return "./\(name)/\(query.map { "?\($0)" } ?? "")"
    }

    /// Returns the response to a request with a host name that the policy does not accept.
    private func misdirected(_ host: String?) -> Response {
        let name = host?.split(separator: ":").first.map(String.init) ?? ""
        return .text(
            "This app does not answer to the name '\(name)'. To allow it, start the app with --allow-host \(name).\n",
            status: .misdirectedRequest)
    }

    /// Returns the response to a request for a window beyond a limit.
    private func limitReached(_ error: Windows.LimitReached) -> Response {
        var response =
            error.address == nil
            ? Response.text("This app has too many windows open. Try again in a minute.\n", status: .serviceUnavailable)
            : Response.text(
                "Too many windows of this app are open at your address. Close some of them, then try again in a minute.\n",
                status: .tooManyRequests)
        response.headers[.retryAfter] = "60"
        return response
    }
}

extension Request {
    /// Returns the window that the URL of a page names.
    fileprivate func window(_ page: PageRequest, _ settings: HostedApp.WindowSettings) -> WindowRequest {
        let parameters = uri.queryParameters
        var surroundings = SurroundingsEvent()
        // The script reports the exact surroundings when it connects. Until then, the User-Agent
        // tells whether the browser is on a phone, so that the first page fits.
        surroundings.isNarrow = headers[.userAgent]?.contains("Mobi") ?? false
        var request = WindowRequest(
            scene: parameters["scene"].map(String.init), value: parameters["value"].map(String.init),
            location: uri.query ?? "", locale: Localization.locale(for: headers[.acceptLanguage]), surroundings: surroundings
        ) { environment in
            environment.pageRequest = page
            settings.changeEnvironment(&environment)
        }
        request.owner = settings.owner
        request.opening = parameters["open"].map(String.init)
        // Untrusted, as it is from any page with a link to the app.
        if let url = parameters["url"], url.utf8.count <= WindowRequest.longestURL {
            request.openedURL = URL(string: String(url)).flatMap { $0.scheme == nil ? nil : $0 }
        }
        return request
    }
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: .strata(type: "text/plain; charset=utf-8", cache: .never),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension HTTPFields {
    /// The time for which a browser may keep a response.
    enum Caching: String {
        /// It asks again each time.
        case never = "no-store"
        /// The URL names the content, which therefore never changes.
        case forever = "public, max-age=31536000, immutable"
    }

    /// Returns the headers of every response. The content security policy allows no script and no
    /// style but Strata's, not even inline. Images may come from any address, for `AsyncImage`.
    ///
    /// - Parameter nonce: The nonce of a page's style sheet; nil for other responses.
    static func strata(type: String, cache: Caching, nonce: String? = nil) -> HTTPFields {
        let style = nonce.map { " 'nonce-\($0)'" } ?? ""
        return [
            .contentType: type,
            .cacheControl: cache.rawValue,
            .contentSecurityPolicy:
                "default-src 'none'; script-src 'self'; style-src 'self'\(style); img-src 'self' https: http: data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "same-origin",
        ]
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
