import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals
package import StrataViewGraph

/// The HTTP server of an app alone.
package struct WebServer: Sendable {
    private let options: LaunchOptions
    private let app: HostedApp

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - sceneStore: The store of scenes; nil to keep them in memory.
    ///   - makeWindow: Creates the view graph of a new window.
    @MainActor
    package init(
        _ options: LaunchOptions, sceneStore: (any SceneStore)? = nil,
        makeWindow: @escaping @MainActor (WindowRequest) -> WindowGraph
    ) {
        self.options = options
        app = HostedApp(
            limits: options.limits, hosts: HostPolicy(listening: options.host, names: options.allowedHosts),
            sceneStore: sceneStore, makeWindow: makeWindow)
    }

    /// Serves until the process receives SIGINT or SIGTERM.
    ///
    /// - Parameter onRunning: Called with the server's URL once it accepts connections.
    /// - Throws: ``CannotListen`` if the address is not available.
    package func run(onRunning: @escaping @Sendable (String) -> Void) async throws {
        let openFiles = OpenFileLimit.raise()
        var logger = Logger(label: "Strata.WebHost")
        logger.logLevel = .error
        let (host, options) = (options.host, options)
        let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
        app.addRoutes(to: router, at: "") { request, context in try settings(for: request, context) }
        let application = Application(
            router: router,
            server: .http1(windowsOf: app),
            configuration: ApplicationConfiguration(address: .hostname(options.host, port: options.port), serverName: "Strata"),
            onServerRunning: { channel in
                for warning in [options.sharedPersonWarning, openFiles.flatMap { options.openFilesWarning(limit: $0) }] {
                    if let warning { Logger(label: "Strata.WebHost").warning("\(warning)") }
                }
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
            do {
                try await ServiceGroup(configuration: services).run()
                await app.windows.finish()
            } catch {
                await app.windows.finish()
                throw error
            }
        } catch let error as IOError {
            throw CannotListen(host: options.host, port: options.port, reason: String(cString: strerror(error.errnoCode)))
        } catch let error where error is SocketAddressError || error is SocketAddressError.UnknownHost {
            throw CannotListen(host: options.host, port: options.port, reason: "the host name cannot be resolved")
        }
    }

    /// Returns the settings of a window that a browser requests: the person whose window it is, if the
    /// option `--person-header` names the header that has it.
    private func settings(for request: Request, _ context: ClientContext) throws -> HostedApp.WindowSettings {
        guard let header = PersonHeader(options.personHeader) else { return HostedApp.WindowSettings { _ in } }
        guard let person = header.person(in: request.headers, from: context.remoteAddress) else {
            throw PersonMissing()
        }
        return HostedApp.WindowSettings(owner: Digest.hex(person)) { _ in }
    }

    /// An error for an address on which the server cannot listen.
    package struct CannotListen: Error, CustomStringConvertible {
        let host: String
        let port: Int
        let reason: String

        package var description: String {
            "Cannot listen on \(host), port \(port): \(reason). Choose another with --host and --port; --port 0 picks a free one."
        }
    }
}
