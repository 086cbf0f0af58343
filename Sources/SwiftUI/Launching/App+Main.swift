import Foundation
public import StrataViewGraph
public import StrataWebHost

extension App {
    /// Runs the app: serves its windows to browser tabs until the process is asked to end, and
    /// prints the address.
    ///
    /// Reads `LaunchOptions` from the command line. Other arguments are left to the app.
    @MainActor
    public static func main() {
        Task { @MainActor in
            // The app comes first: if it parses options of its own, it prints its help or rejects
            // them while it is created.
            let app = Self()
            do {
                // Not buffered as `print` is: a program that reads this output through a pipe waits
                // for the address. A failed write is ignored, since then no one reads it.
                try await app.serve(LaunchOptions.fromCommandLine()) { address in
                    try? FileHandle.standardOutput.write(contentsOf: Data("Open \(address)\n".utf8))
                }
                exit(EXIT_SUCCESS)
            } catch {
                try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
                exit(EXIT_FAILURE)
            }
        }
        // Runs the main queue, and with it the main actor and the app's timers.
        while RunLoop.main.run(mode: .default, before: .distantFuture) {}
        dispatchMain()
    }

    /// Serves the app's windows, beside other work of the process, until it is asked to end
    /// (SIGINT, SIGTERM).
    ///
    /// - Parameters:
    ///   - options: The address and port to serve at.
    ///   - onRunning: Called with the address, `http://host:port`, once it can be opened.
    /// - Throws: An error if the address cannot be served.
    @MainActor
    public func serve(_ options: LaunchOptions, onRunning: @escaping @Sendable (String) -> Void) async throws {
        let instance = AppInstance(self, name: "\(Self.self)".replacing(/App$/, with: ""))
        let server = WebServer(options) { instance.makeWindow() }
        try await server.run(onRunning: onRunning)
    }
}
