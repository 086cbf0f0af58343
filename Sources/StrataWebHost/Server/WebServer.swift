package import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
package import StrataViewGraph

/// The HTTP server of an app: pages, the script and style sheet, and one WebSocket per tab.
package struct WebServer: Sendable {
    private let options: LaunchOptions
    private let windows: Windows
    private let hosts: HostPolicy

    /// - Parameter makeWindow: Creates the view graph of a new window.
    @MainActor
    package init(_ options: LaunchOptions, makeWindow: @escaping @MainActor (WindowRequest) -> WindowGraph) {
        self.options = options
        hosts = HostPolicy(listening: options.host, names: options.allowedHosts)
        windows = Windows(
            patience: .seconds(options.idleTimeout), most: options.maxWindows, mostPerAddress: options.maxWindowsPerAddress,
            makeGraph: makeWindow)
    }

    /// Serves until the process receives SIGINT or SIGTERM.
    ///
    /// - Parameter onRunning: Called with the server's URL once it accepts connections.
    /// - Throws: ``CannotListen`` if the address is not available.
    package func run(onRunning: @escaping @Sendable (String) -> Void) async throws {
        var logger = Logger(label: "Strata.WebHost")
        logger.logLevel = .error
        let hosts = self.hosts
        let connectionLogger = Logger(label: "Strata.WebHost")
        let windows = self.windows
        let host = options.host
        let application = Application(
            router: makeRouter(),
            server: HTTPServerBuilder { responder in
                LiveChannel(responder: responder, windows: windows, logger: connectionLogger, hosts: hosts)
            },
            configuration: ApplicationConfiguration(address: .hostname(options.host, port: options.port), serverName: "Strata"),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                onRunning("http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
            },
            logger: logger
        )
        do {
            var services = ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            // Browsers keep idle connections open, which a graceful shutdown would wait for.
            services.maximumGracefulShutdownDuration = .seconds(1)
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError {
            throw CannotListen(host: options.host, port: options.port, reason: String(cString: strerror(error.errnoCode)))
        } catch let error where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            throw CannotListen(host: options.host, port: options.port, reason: "the host name cannot be resolved")
        }
    }

    /// An address on which the server cannot listen.
    package struct CannotListen: Error, CustomStringConvertible {
        let host: String
        let port: Int
        let reason: String

        package var description: String {
            "Cannot listen on \(host), port \(port): \(reason). Choose another with --host and --port; --port 0 picks a free one."
        }
    }

    private func makeRouter() -> Router<ClientContext> {
        let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
        let windows = self.windows
        let hosts = self.hosts
        router.get("/") { request, context in
            guard hosts.accepts(request.head.authority) else { return Self.misdirected(request.head.authority) }
            let page: String
            do {
                page = try await windows.open(Self.windowRequest(request), from: context.address(of: request))
            } catch let error as Windows.LimitReached {
                return Self.limitReached(error)
            }
            return Response(
                status: .ok, headers: Self.headers(type: "text/html; charset=utf-8", cache: "no-store"),
                body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        }
        for (name, file) in Assets.files {
            router.get(RouterPath(Assets.path(of: name))) { _, _ in
                Response(
                    status: .ok, headers: Self.headers(type: file.type, cache: "public, max-age=31536000, immutable"),
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
            }
        }
        router.get(RouterPath("\(ImageFiles.path)/:name")) { _, context in
            guard let name = context.parameters.get("name"), let file = ImageFiles.file(named: name) else {
                return Response(status: .notFound)
            }
            // A drawing is opened as a page of its own without the rights of this one.
            var headers = Self.headers(type: file.type, cache: "public, max-age=31536000, immutable")
            headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.data)))
        }
        return router
    }

    /// Returns the answer to a request for another host.
    private static func misdirected(_ host: String?) -> Response {
        let name = host?.split(separator: ":").first.map(String.init) ?? ""
        let text = "This app does not answer to the name '\(name)'. To allow it, start the app with --allow-host \(name).\n"
        return Response(
            status: .misdirectedRequest, headers: headers(type: "text/plain; charset=utf-8", cache: "no-store"),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Returns the answer to a request for a window too many.
    private static func limitReached(_ error: Windows.LimitReached) -> Response {
        var headers = Self.headers(type: "text/plain; charset=utf-8", cache: "no-store")
        headers[.retryAfter] = "60"
        let text =
            error.address == nil
            ? "This app has too many windows open. Try again in a minute.\n"
            : "Too many windows of this app are open at your address. Close some of them, then try again in a minute.\n"
        return Response(
            status: error.address == nil ? .serviceUnavailable : .tooManyRequests, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Returns the window that the URL of a page names.
    private static func windowRequest(_ request: Request) -> WindowRequest {
        let parameters = request.uri.queryParameters
        var surroundings = SurroundingsEvent()
        // The script reports the exact surroundings as soon as it runs. Until then, phones say that
        // they are, so that the first page fits them.
        surroundings.isNarrow = request.headers[.userAgent]?.contains("Mobi") ?? false
        return WindowRequest(
            scene: parameters["scene"].map(String.init), value: parameters["value"].map(String.init),
            location: request.uri.query ?? "", locale: Localization.locale(for: request.headers[.acceptLanguage]),
            surroundings: surroundings)
    }

    /// Returns the headers of every response. The content security policy allows no script but
    /// ours; inline styles carry layout and never contain data. Images may come from everywhere, for
    /// AsyncImage.
    private static func headers(type: String, cache: String) -> HTTPFields {
        [
            .contentType: type,
            .cacheControl: cache,
            .contentSecurityPolicy:
                "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
            .xContentTypeOptions: "nosniff",
            HTTPField.Name("Referrer-Policy")!: "same-origin",
        ]
    }
}
