public import ArgumentParser
import Foundation

/// Where an app's windows are served: the options that every app takes on its command line.
///
/// An app with options of its own adds these with `@OptionGroup`, so that `--help` shows all of them:
///
///     struct Options: ParsableArguments {
///         @Option(help: "Where the store is kept.") var store: String?
///         @OptionGroup var launch: LaunchOptions
///     }
public struct LaunchOptions: ParsableArguments, Sendable {
    @Option(help: "The address to listen on; 0.0.0.0 for all of this machine's.")
    public var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    public var port = 8080

    public init() {}

    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
        guard !host.isEmpty else { throw ValidationError("--host takes an address or a name.") }
    }

    /// The launch options on this process's command line, which may hold others that are the app's business. Ends the process with
    /// a clear line where they make no sense, and with an explanation where it asks for `--help`.
    package static func fromCommandLine() -> LaunchOptions { Finder.parseOrExit().launch }

    private struct Finder: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(commandName: ProcessInfo.processInfo.processName) }

        @OptionGroup var launch: LaunchOptions
        @Argument(parsing: .allUnrecognized, help: .hidden) var others: [String] = []
    }
}
