import Foundation
public import ViewGraph
public import WebHost

extension App {
    /// Starts the app: serves its windows to browser tabs until the process is asked to end, and prints the address.
    ///
    /// Reads ``LaunchOptions`` from the command line; other arguments are the app's own business.
    @MainActor
    public static func main() {
        Task { @MainActor in
            // The app first: one with options of its own explains all of them, or refuses them, while it is made.
            let app = Self()
            do {
                // Written past the buffer of `print`: who reads our output from a pipe waits for the address. Who does not read it
                // does not need it.
                try await app.serve(LaunchOptions.fromCommandLine()) { address in
                    try? FileHandle.standardOutput.write(contentsOf: Data("Open \(address)\n".utf8))
                }
                exit(EXIT_SUCCESS)
            } catch {
                try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
                exit(EXIT_FAILURE)
            }
        }
        // The main queue and the main actor run here; so do the app's timers.
        while RunLoop.main.run(mode: .default, before: .distantFuture) {}
        dispatchMain()
    }

    /// Serves the app's windows beside whatever else the process does, until it is asked to end (SIGINT, SIGTERM).
    ///
    /// - Parameter onRunning: Called with the address, `http://host:port`, once it can be opened.
    @MainActor
    public func serve(_ options: LaunchOptions, onRunning: @escaping @Sendable (String) -> Void) async throws {
        let instance = AppInstance(self, name: "\(Self.self)".replacing(/App$/, with: ""))
        let server = WebServer(options) { instance.makeWindow() }
        try await server.run(onRunning: onRunning)
    }
}
