package import Foundation
import Synchronization

/// The folders in which an app has its resources.
///
/// On Apple's platforms an app's resources are in its main bundle. SwiftPM on Linux puts those of a
/// target into a folder beside the executable, `<Package>_<Target>.resources`.
package enum ResourceDirectories {
    /// The folders of the app: those of its target first, then those of its libraries.
    package static let app: [URL] = {
        let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let folder = executable.deletingLastPathComponent()
        let entries = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let bundles = entries.filter { $0.pathExtension == "resources" || $0.pathExtension == "bundle" }
        let own = "_" + executable.deletingPathExtension().lastPathComponent
        func isOwn(_ url: URL) -> Bool { url.deletingPathExtension().lastPathComponent.hasSuffix(own) }
        let sorted = bundles.sorted { ($0.lastPathComponent) < ($1.lastPathComponent) }
        return sorted.filter(isOwn) + [Bundle.main.resourceURL].compactMap { $0 } + sorted.filter { !isOwn($0) }
    }()
}

/// Warnings about resources, each once.
enum ResourceLog {
    private static let logged = Mutex<Set<String>>([])

    /// Writes a line to standard error, the first time for each message.
    static func warn(_ message: String) {
        guard logged.withLock({ $0.count < 1000 && $0.insert(message).inserted }) else { return }
        FileHandle.standardError.write(Data("warning: \(message)\n".utf8))
    }
}
