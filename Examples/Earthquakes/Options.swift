import ArgumentParser
import Foundation
import StrataWebHost
import SwiftUI

/// The command-line options of the example.
struct Options: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Earthquakes", abstract: "Shows earthquakes as they are reported, by day, in a browser.")

    @Option(
        help: ArgumentHelp(
            "A feed in the USGS's GeoJSON: an http(s) address or a file.",
            discussion:
                "Without it: all earthquakes of the past month, from the USGS, or a bundled sample where that cannot be reached.",
            valueName: "URL or file"))
    var feed: Feed?

    @Option(help: ArgumentHelp("Where to keep the earthquakes. (default: in your data folder)", valueName: "path"))
    var store: String?

    @Option(help: ArgumentHelp("How long to wait for a feed that does not answer.", valueName: "seconds"))
    var timeout = 15.0

    @OptionGroup var launch: LaunchOptions

    var storeURL: URL? { store.map { URL(filePath: $0) } }

    func validate() throws {
        guard store != "" else { throw ValidationError("--store takes the path of a file.") }
        guard timeout > 0, timeout.isFinite else { throw ValidationError("--timeout takes a number of seconds above zero.") }
    }
}

extension Feed: ExpressibleByArgument {
    init?(argument: String) {
        if let url = URL(string: argument), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) {
            guard url.host() != nil else { return nil }
            self = .remote(url)
        } else if let url = URL(string: argument), url.isFileURL {
            self = .file(url)
        } else if argument.isEmpty || argument.contains("://") {
            return nil
        } else {
            self = .file(URL(filePath: argument))
        }
    }
}
