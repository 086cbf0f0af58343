import Foundation

/// The bundles of public projects, where they are beside the repository.
enum SharedModels {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/data/models")

    static let bundles: [URL] = entries(of: folder, extension: "xcdatamodeld")

    static let versions: [URL] = bundles.flatMap { entries(of: $0, extension: "xcdatamodel") }

    private static func entries(of folder: URL, extension pathExtension: String) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter { $0.pathExtension == pathExtension }
    }
}
