import Foundation

/// A model or a mapping model, and its files.
struct ModelFiles {
    var url: URL
    /// The files and folders whose change must compile the model again, and no others. A folder
    /// changes when a version is added.
    var files: [URL]

    var name: String {
        url.deletingPathExtension().lastPathComponent
    }

    /// The file name of the compiled model.
    var resourceName: String {
        "\(name).\(isMapping ? "cdm" : "momd")"
    }

    var isMapping: Bool {
        url.pathExtension == "xcmappingmodel"
    }
}

/// A search for the models and mapping models in a target's folder and its subfolders, whether or
/// not the manifest names them.
struct ModelFinder {
    private let skippedPaths: Set<String>

    /// Creates a finder.
    ///
    /// - Parameter skippedPaths: The folders of all targets, which are not searched: one target's
    ///   folder may be in another's.
    init(skipping skippedPaths: [String]) {
        self.skippedPaths = Set(skippedPaths)
    }

    /// Returns the models, in the order of their paths.
    func models(in folder: URL) throws -> [ModelFiles] {
        var models: [ModelFiles] = []
        for url in try contents(of: folder) where isFolder(url) {
            switch url.pathExtension {
            case "xcdatamodeld": models.append(bundle(url))
            case "xcmappingmodel":
                models.append(ModelFiles(url: url, files: [url] + existing(url.appending(path: "xcmapping.xml"))))
            case "xcdatamodel": models.append(ModelFiles(url: url, files: [url] + version(url)))
            case _ where skippedPaths.contains(url.standardizedFileURL.path): continue
            default: models += try self.models(in: url)
            }
        }
        return models
    }

    private func bundle(_ url: URL) -> ModelFiles {
        let current = url.appending(path: ".xccurrentversion")
        // Ignored: `modelc` reports an unreadable folder, with its path.
        let versions = ((try? contents(of: url)) ?? []).filter { $0.pathExtension == "xcdatamodel" }
        return ModelFiles(url: url, files: [url] + existing(current) + versions.flatMap { [$0] + version($0) })
    }

    private func version(_ url: URL) -> [URL] {
        existing(url.appending(path: "contents"))
    }

    private func existing(_ url: URL) -> [URL] {
        FileManager.default.fileExists(atPath: url.path) ? [url] : []
    }

    private func contents(of folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") }
            .sorted()
            .map { folder.appending(path: $0) }
    }

    private func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
