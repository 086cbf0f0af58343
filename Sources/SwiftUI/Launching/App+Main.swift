import Foundation
internal import StrataTraps
public import StrataViewGraph
public import StrataWebHost

extension App {
    /// Runs the app: prints its address, and serves its windows to browser tabs until SIGINT or
    /// SIGTERM asks the process to end.
    ///
    /// Reads `LaunchOptions` from the command line, and ignores other arguments, which may be the
    /// app's. If the address is not available, the process exits with an error message.
    @MainActor
    public static func main() {
        StandardStream.openMissing()
        Task { @MainActor in
            // The app is created first: if it parses options of its own, its initializer prints its
            // help or rejects them.
            let app = Self()
            do {
                // Written without the buffer of `print`, because a program that reads this output
                // through a pipe waits for the address.
                try await app.serve(LaunchOptions.fromCommandLine()) { address in
                    StandardStream.output.write("Open \(address)\n")
                }
                exit(EXIT_SUCCESS)
            } catch {
                StandardStream.error.write("\(error)\n")
                exit(EXIT_FAILURE)
            }
        }
        // Runs the main queue, and with it the main actor and the app's timers.
        while RunLoop.main.run(mode: .default, before: .distantFuture) {}
        dispatchMain()
    }

    /// Serves the app's windows until SIGINT or SIGTERM asks the process to end. Then it notifies the
    /// app's delegates. The process can do other work at the same time.
    ///
    /// - Parameters:
    ///   - options: The address and port to listen on, and the limits of windows.
    ///   - onRunning: A closure that is called with the address, `http://host:port`, once a browser
    ///     can open it.
    /// - Throws: An error if the server cannot listen on the address.
    @MainActor
    public func serve(_ options: LaunchOptions, onRunning: @escaping @Sendable (String) -> Void) async throws {
        let instance = AppInstance(self, name: "\(Self.self)".replacing(/App$/, with: ""))
        let server = WebServer(options, sceneStore: StoredScenes()) { instance.makeWindow($0) }
        try await server.run(onRunning: onRunning)
        instance.terminate()
    }
}
