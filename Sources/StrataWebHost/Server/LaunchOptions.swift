public import ArgumentParser
import Foundation
import HTTPTypes

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

    /// The maximum number of open windows, from `--max-windows`. A request for another one is
    /// answered with status 503, unless a window without a connection can be closed for it.
    @Option(help: "The most windows that may be open at a time.")
    public var maxWindows = 10_000

    /// The maximum number of open windows of one client address, from `--max-windows-per-address`.
    /// A request for another one is answered with status 429. Behind a reverse proxy on this
    /// machine, the address is the last one in `X-Forwarded-For`.
    @Option(help: "The most windows that one client address may have open.")
    public var maxWindowsPerAddress = 1_000

    /// The number of seconds that a window waits for its page's script, or for a tab that lost its
    /// connection, from `--idle-timeout`. Then the window closes. If the tab connects later, it
    /// reloads its page and gets a new window.
    @Option(help: "The seconds that a window waits for a tab that lost its connection.")
    public var idleTimeout = 60

    /// The maximum size of a file that the user uploads in a file importer, in bytes, from
    /// `--max-file-size`. The upload of a larger file is answered with status 413.
    @Option(help: "The most bytes that a file chosen in a file importer may have.")
    public var maxFileSize = 100_000_000

    /// The number of days for which a scene is kept after a tab has last shown it, from
    /// `--scene-lifetime`. Then its values of `@SceneStorage` are forgotten.
    @Option(help: "The days for which a scene is kept that no tab shows.")
    public var sceneLifetime = 30

    /// The number of seconds for which a link that continues an activity on another device is valid,
    /// from `--handoff-lifetime`.
    @Option(help: "The seconds for which a link to continue on another device is valid.")
    public var handoffLifetime = 600

    /// The request header that names the person of a window, from `--person-header`. A reverse proxy
    /// on this machine sets it after it has checked who the person is. Requests without it, those with
    /// several values, and those from other machines are refused with status 403. Without this
    /// option, all windows belong to one person.
    @Option(help: "The header in which a reverse proxy on this machine names the person of a request.")
    public var personHeader: String?

    /// The names besides `localhost`, IP addresses and the one in `--host` to which the server
    /// answers, from `--allow-host`: those that browsers, or a reverse proxy, send in the `Host`
    /// header. Without names, a server that listens on this machine only answers to no other one,
    /// and a server that other machines reach answers to all.
    @Option(name: .customLong("allow-host"), help: "A name under which browsers or a reverse proxy reach the app.")
    public var allowedHosts: [String] = []

    /// The line that the log has at the start of a server that other machines reach, and that does not
    /// know who its users are; nil for other servers.
    var sharedPersonWarning: String? {
        guard personHeader == nil, !HostPolicy.isLoopback(host) else { return nil }
        return
            "The server listens on \(host) without --person-header, so everyone who reaches it counts as one person: a search finds the activities of all, and a link continues them for everyone who has it. If several people use the app, start it behind a reverse proxy on this machine that names them."
    }

    /// Returns the line that the log has at the start of a server whose windows may need more open files
    /// than the process can have; nil for other servers.
    func openFilesWarning(limit: Int) -> String? {
        guard maxWindows > limit - OpenFileLimit.otherFiles else { return nil }
        return
            "The system lets this process have \(limit) open files, and each window takes one, so --max-windows \(maxWindows) cannot be reached: when no file is left, browsers wait for an answer. Raise the hard limit of open files (ulimit -Hn, or LimitNOFILE= of a systemd service), or start with a --max-windows of at most \(max(limit - OpenFileLimit.otherFiles, 1))."
    }

    /// The limits of the app's windows.
    var limits: WindowLimits {
        WindowLimits(
            maxWindows: maxWindows, maxWindowsPerAddress: maxWindowsPerAddress, idleTimeout: .seconds(idleTimeout),
            maxFileSize: maxFileSize, sceneLifetime: .seconds(sceneLifetime * 86_400),
            handoffLifetime: .seconds(handoffLifetime))
    }

    /// Creates the default options: 127.0.0.1, port 8080.
    public init() {}

    /// The largest number of seconds or days that a time may have: more than anyone needs, and safe to
    /// compute with.
    private static let longestTime = 1_000_000_000

    /// Checks the options after parsing.
    ///
    /// - Throws: `ValidationError` for an empty host or a number that is out of range.
    public func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535, not \(port).") }
        for (option, value) in [
            ("--max-windows", maxWindows), ("--max-windows-per-address", maxWindowsPerAddress), ("--idle-timeout", idleTimeout),
            ("--max-file-size", maxFileSize), ("--scene-lifetime", sceneLifetime),
            ("--handoff-lifetime", handoffLifetime),
        ] where value < 1 {
            throw ValidationError("\(option) takes a number from 1, not \(value).")
        }
        for (option, value) in [
            ("--idle-timeout", idleTimeout), ("--scene-lifetime", sceneLifetime), ("--handoff-lifetime", handoffLifetime),
        ] where value > Self.longestTime {
            throw ValidationError("\(option) takes a number up to \(Self.longestTime), not \(value).")
        }
        if let personHeader, HTTPField.Name(personHeader) == nil {
            throw ValidationError("--person-header takes the name of a header, not '\(personHeader)'.")
        }
        guard !host.isEmpty else { throw ValidationError("--host takes an address or a name.") }
    }

    /// Parses the launch options on this process's command line, which may contain other options
    /// for the app. If they are invalid, exits the process with an error message; for `--help`,
    /// with a description.
    package static func fromCommandLine() -> LaunchOptions { Finder.parseOrExit().launch }

    private struct Finder: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(commandName: ProcessInfo.processInfo.processName) }

        @OptionGroup var launch: LaunchOptions
        @Argument(parsing: .allUnrecognized, help: .hidden) var others: [String] = []
    }
}
