internal import Foundation

/// The app's `Info.plist`, which is beside the executable, in its bundle, or among the resources of
/// a target that `XcodeFolderPlugin` compiles.
package enum AppInformation {
    /// Returns an entry; nil if there is none.
    package static func entry(_ key: String) -> Any? { Bundle.main.infoDictionary?[key] ?? entryInResources(key) }

    private static func entryInResources(_ key: String) -> Any? {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        // Ignored: without a readable file, the app has no entries.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".resources") }.sorted().lazy.compactMap { name in
            // Ignored: as above.
            let data = try? Data(contentsOf: folder.appendingPathComponent("\(name)/AppInfo.plist"))
            // Ignored: as above.
            // Safe to decode: the file is one of the app's resources.
            let list = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
            return (list as? [String: Any])?[key]
        }.first
    }
}
