import Foundation

/// The models in a target's folder, whether or not the manifest lists them as resources or excludes
/// them.
struct ModelFolders {
    /// The `.xcdatamodeld` folders, and the `.xcdatamodel` folders outside them.
    private(set) var folders: [URL] = []
    /// The `contents` and `.xccurrentversion` files in the folders.
    private(set) var files: [URL] = []

    init(in directory: URL) {
        let enumerator = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [])
        while let url = enumerator?.nextObject() as? URL {
            switch url.pathExtension {
            case "xcdatamodeld", "xcdatamodel":
                folders.append(url)
                files += Self.files(in: url)
                enumerator?.skipDescendants()
            case "build" where url.lastPathComponent == ".build": enumerator?.skipDescendants()
            default: break
            }
        }
        folders.sort { $0.path < $1.path }
    }

    private static func files(in folder: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [])
        return (enumerator?.compactMap { $0 as? URL } ?? [])
            .filter { $0.lastPathComponent == "contents" || $0.lastPathComponent == ".xccurrentversion" }
            .sorted { $0.path < $1.path }
    }
}
