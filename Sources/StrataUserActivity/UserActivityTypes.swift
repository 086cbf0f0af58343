internal import Foundation

/// The types of activities that the app declares.
package enum UserActivityTypes {
    /// The entry `NSUserActivityTypes` of the app's `Info.plist`, which is beside the executable, in its
    /// bundle, or among the resources of a target that `XcodeFolderPlugin` compiles; empty without one.
    package static let declared = types(in: Bundle.main.infoDictionary) ?? typesInResources ?? []

    private static func types(in list: [String: Any]?) -> [String]? { list?["NSUserActivityTypes"] as? [String] }

    private static var typesInResources: [String]? {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        // Ignored, here and below: without a readable file, the app declares no types.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".resources") }.sorted().lazy.compactMap { name in
            let data = try? Data(contentsOf: folder.appendingPathComponent("\(name)/AppInfo.plist"))
            let list = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
            return types(in: list as? [String: Any])
        }.first
    }

    /// Writes a line to the log if the app does not declare a type. The type works anyway.
    package static func check(_ type: String) {
        guard type != NSUserActivityTypeBrowsingWeb, !declared.contains(type) else { return }
        UserActivityLog.warn(
            "The activity type '\(type)' is not among the NSUserActivityTypes of the app's Info.plist. It works here, but not on Apple's platforms: add it there."
        )
    }
}
