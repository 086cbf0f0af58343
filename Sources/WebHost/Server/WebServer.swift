import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
package import ViewGraph

/// Serves an app's windows: pages over HTTP, then one WebSocket a tab.
package struct WebServer: Sendable {
    private let options: LaunchOptions
    private let windows: Windows

    /// - Parameter makeWindow: Makes the view graph of a new window.
    @MainActor
    package init(_ options: LaunchOptions, makeWindow: @escaping @MainActor () -> WindowGraph) {
        self.options = options
        windows = Windows(makeGraph: makeWindow)
    }

    /// Serves until the process is asked to end (SIGINT, SIGTERM).
    ///
    /// - Parameter onRunning: Called with the address once it can be opened.
    /// - Throws: ``CannotListen`` where the address cannot be had.
    package func run(onRunning: @escaping @Sendable (String) -> Void) async throws {
        var logger = Logger(label: "Strata.WebHost")
        logger.logLevel = .error
        let windows = self.windows
        let host = options.host
        let application = Application(
            router: makeRouter(),
            server: HTTPServerBuilder { responder in LiveChannel(responder: responder, windows: windows) },
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
            // A browser keeps connections open that it has no use for.
            services.maximumGracefulShutdownDuration = .seconds(1)
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError {
            throw CannotListen(host: options.host, port: options.port, reason: String(cString: strerror(error.errnoCode)))
        } catch let error where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            throw CannotListen(host: options.host, port: options.port, reason: "the name stands for no address")
        }
    }

    /// An address that cannot be listened on.
    package struct CannotListen: Error, CustomStringConvertible {
        let host: String
        let port: Int
        let reason: String

        package var description: String {
            "Cannot listen on \(host), port \(port): \(reason). Choose another with --host and --port; --port 0 picks a free one."
        }
    }

    private func makeRouter() -> Router<BasicRequestContext> {
        let router = Router(options: .autoGenerateHeadEndpoints)
        let windows = self.windows
        router.get("/") { _, _ in
            let page = await windows.open()
            return Response(
                status: .ok, headers: Self.headers(type: "text/html; charset=utf-8", cache: "no-store"),
                body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
        }
        router.get("/strata/strata.js") { _, _ in
            Self.resource(PackageResources.strata_js, type: "text/javascript; charset=utf-8")
        }
        router.get("/strata/strata.css") { _, _ in Self.resource(PackageResources.strata_css, type: "text/css; charset=utf-8") }
        return router
    }

    private static func resource(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok, headers: headers(type: type, cache: "no-cache"), body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Headers of every answer. The content policy allows only our own script; inline styles carry layout, never a person's text.
    private static func headers(type: String, cache: String) -> HTTPFields {
        [
            .contentType: type,
            .cacheControl: cache,
            .contentSecurityPolicy:
                "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
            .xContentTypeOptions: "nosniff",
            HTTPField.Name("Referrer-Policy")!: "same-origin",
        ]
    }
}
