package import Foundation

/// The folders that contain an app's resources.
///
/// On Apple's platforms, the resources of an app are in its main bundle. SwiftPM on Linux puts the
/// resources of each target into a folder beside the executable, `<Package>_<Target>.resources`.
package enum ResourceDirectories {
    /// The folders, in the order in which they are searched: those of the app's target, that of the
    /// main bundle, then those of other targets.
    package static let app: [URL] = {
        let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "")
        let folder = executable.deletingLastPathComponent()
        let entries = ResourceFiles.entries(of: folder)
        let bundles = entries.filter { $0.pathExtension == "resources" || $0.pathExtension == "bundle" }
        let own = "_" + executable.deletingPathExtension().lastPathComponent
        func isOwn(_ url: URL) -> Bool { url.deletingPathExtension().lastPathComponent.hasSuffix(own) }
        let sorted = bundles.sorted { ($0.lastPathComponent) < ($1.lastPathComponent) }
        return sorted.filter(isOwn) + [Bundle.main.resourceURL].compactMap { $0 } + sorted.filter { !isOwn($0) }
    }()
}
