import Foundation

/// A resource of an Xcode folder, which is copied beside the executable.
struct FolderResource {
    /// The file, or the folder that counts as one, such as an asset catalog.
    var url: URL
    /// The copy's path in the folder of the plug-in's outputs.
    var output: String
    /// The files whose change copies it again.
    var inputs: [URL]
}

/// A search for the files of a target that Xcode copies into an app.
struct FolderResources {
    private(set) var list: [FolderResource] = []
    /// The files whose names another one has already.
    private(set) var namesakes: [URL] = []

    /// Folders that count as one file.
    private static let bundles: Set<String> = ["xcassets", "scnassets", "bundle"]

    /// Folders whose files are compiled, or of Xcode only.
    private static let others = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel", ".xcodeproj"]

    private static let files: Set<String> = [
        "strings", "stringsdict", "xcstrings", "json", "geojson", "csv", "tsv", "txt", "html", "css", "js", "xml", "plist", "png",
        "jpg", "jpeg", "gif", "svg", "pdf", "webp", "heic", "avif", "mp3", "m4a", "wav", "aac", "mp4", "mov", "ttf", "otf",
        "sqlite",
        "db", "mom", "momd", "dat", "bin", "md",
    ]

    /// - Parameter files: The files that are no sources and that the manifest neither excludes nor
    ///   lists as resources.
    init(_ files: [URL], in folder: URL) {
        let root = folder.standardizedFileURL.pathComponents.count
        var found: [URL: [URL]] = [:]
        for file in files {
            let parts = file.standardizedFileURL.pathComponents
            let bundle = parts.indices.dropFirst(root).first { index in
                Self.bundles.contains(URL(filePath: parts[index]).pathExtension)
            }
            if let bundle {
                found[URL(filePath: NSString.path(withComponents: Array(parts[...bundle]))), default: []].append(file)
            } else if Self.isResource(file),
                !parts.contains(where: { part in Self.others.contains { part.hasSuffix($0) } })
            {
                found[file.standardizedFileURL, default: []].append(file)
            }
        }
        var outputs: Set<String> = []
        for (url, _) in found.sorted(by: { $0.key.path < $1.key.path }) {
            let language = url.deletingLastPathComponent().lastPathComponent
            let name = language.hasSuffix(".lproj") ? "\(language)/\(url.lastPathComponent)" : url.lastPathComponent
            if outputs.insert(name).inserted {
                list.append(FolderResource(url: url, output: Self.output(name), inputs: [url] + Self.contents(of: url)))
            } else {
                namesakes.append(url)
            }
        }
    }

    private static func isResource(_ file: URL) -> Bool {
        files.contains(file.pathExtension) && file.lastPathComponent != "Package.resolved"
    }

    /// SwiftPM writes an `Info.plist` of its own beside the resources.
    private static func output(_ name: String) -> String { name == "Info.plist" ? "AppInfo.plist" : name }

    private static func contents(of url: URL) -> [URL] {
        let enumerator = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [])
        return (enumerator?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
    }
}
