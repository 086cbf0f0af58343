public import ArgumentParser
import Foundation

/// The command-line options of every app: the address on which its windows are served.
///
/// An app with options of its own adds these with `@OptionGroup`, so that `--help` lists all of
/// them:
///
///     struct Options: ParsableArguments {
///         @Option(help: "The path of the store.") var store: String?
///         @OptionGroup var launch: LaunchOptions
///     }
public struct LaunchOptions: ParsableArguments, Sendable {
    /// The address or host name to listen on, from `--host`. The default accepts local connections
    /// only.
    @Option(help: "The address to listen on; 0.0.0.0 for all of this machine's.")
    public var host = "127.0.0.1"

    /// The TCP port to listen on, from `--port`; 0 selects a free port.
    @Option(help: "The port to listen on; 0 picks a free one.")
    public var port = 8080

    /// Creates the default options: 127.0.0.1, port 8080.
    public init() {}

    /// Checks the options after parsing.
    ///
    /// - Throws: `ValidationError` for an empty host or a port outside 0 to 65535.
    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
        guard !host.isEmpty else { throw ValidationError("--host takes an address or a name.") }
    }

    /// Parses the launch options on this process's command line, which may contain others for the
    /// app. Exits the process with an error message if they are invalid, and with a description for
    /// `--help`.
    package static func fromCommandLine() -> LaunchOptions { Finder.parseOrExit().launch }

    private struct Finder: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(commandName: ProcessInfo.processInfo.processName) }

        @OptionGroup var launch: LaunchOptions
        @Argument(parsing: .allUnrecognized, help: .hidden) var others: [String] = []
    }
}
