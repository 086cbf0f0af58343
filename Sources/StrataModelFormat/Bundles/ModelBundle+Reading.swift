package import Foundation
internal import StrataTraps

extension ModelBundle {
    /// Reads an `.xcdatamodeld` with its versions, or an `.xcdatamodel` as a bundle of one.
    ///
    /// The current version is the one that `.xccurrentversion` names, or else the first by name.
    ///
    /// - Throws: `ModelFileError` for the first version that cannot be read, or if the current
    ///   version is missing.
    package init(contentsOf url: URL) throws(ModelFileError) {
        let (folders, current) = try Self.layout(of: url)
        var versions: [ModelVersion] = []
        for folder in folders {
            versions.append(try Self.version(folder))
        }
        self.init(url: url, versions: versions, currentVersionName: current)
    }

    /// Reads the current version only: an app needs no other, and an old model may have a hundred
    /// versions.
    ///
    /// - Throws: `ModelFileError` if the version is missing or cannot be read.
    package static func currentVersion(contentsOf url: URL) throws(ModelFileError) -> ModelVersion {
        let (folders, current) = try layout(of: url)
        guard let folder = folders.first(where: { versionName($0) == current }) else {
            trap("The current version, “\(current)”, was found among the folders a moment ago.")
        }
        return try version(folder)
    }

    /// Returns the folders of the versions in the order of their names, and the name of the current
    /// one.
    private static func layout(of url: URL) throws(ModelFileError) -> (folders: [URL], current: String) {
        try requireFolder(url)
        if url.pathExtension == "xcdatamodel" { return ([url], versionName(url)) }
        let folders = try versionFolders(of: url)
        return (folders, try currentVersionName(of: url, among: folders.map(versionName)))
    }

    private static func version(_ folder: URL) throws(ModelFileError) -> ModelVersion {
        ModelVersion(name: versionName(folder), model: try ModelElement(contentsOf: folder))
    }

    private static func requireFolder(_ url: URL) throws(ModelFileError) {
        let place = SourceLocation(file: url.relativePath, line: 0)
        guard FileReading.exists(url) else {
            throw ModelFileError(at: place, "There is nothing at this path.")
        }
        guard !["mom", "momd", "omo"].contains(url.pathExtension) else {
            throw ModelFileError(
                at: place, "This is a model that Apple's compiler made. Name the .xcdatamodeld folder it was made from.")
        }
        guard FileReading.isDirectory(url), ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) else {
            throw ModelFileError(at: place, "This is no model: name an .xcdatamodeld or .xcdatamodel folder.")
        }
    }

    private static func versionFolders(of url: URL) throws(ModelFileError) -> [URL] {
        let folders = try FileReading.contents(of: url)
            .filter { $0.pathExtension == "xcdatamodel" && FileReading.isDirectory($0) }
            .sorted { versionName($0).precedesByNumber(versionName($1)) }
        guard !folders.isEmpty else {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0), "The bundle has no version: no .xcdatamodel folder is in it."
            )
        }
        return folders
    }

    private static func currentVersionName(of url: URL, among names: [String]) throws(ModelFileError) -> String {
        let file = url.appendingPathComponent(".xccurrentversion")
        guard FileReading.exists(file) else { return names[0] }
        let place = SourceLocation(file: file.relativePath, line: 1)
        let data = try FileReading.data(of: file, of: "The bundle")
        // Ignored: the error below names the file and the line.
        // Safe to decode: the bundle is a source or a resource of the program.
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        // A property list without the key chooses no version; neither does a missing file.
        if let list, list["_XCCurrentVersionName"] == nil { return names[0] }
        guard let named = list?["_XCCurrentVersionName"] as? String else {
            throw ModelFileError(at: place, "This is no property list with a string under _XCCurrentVersionName.")
        }
        let name = named.hasSuffix(".xcdatamodel") ? String(named.dropLast(".xcdatamodel".count)) : named
        guard names.contains(name) else {
            let others = names.joined(separator: ", ")
            throw ModelFileError(at: place, "The current version “\(named)” is not in the bundle, which has \(others).")
        }
        return name
    }

    /// Returns a folder's name without `.xcdatamodel`. `deletingPathExtension` would also cut at a
    /// dot inside the name.
    private static func versionName(_ folder: URL) -> String {
        String(folder.lastPathComponent.dropLast(".xcdatamodel".count))
    }
}

extension String {
    /// Whether a name precedes another in an order that compares numbers by value and does not
    /// depend on the locale.
    fileprivate func precedesByNumber(_ other: String) -> Bool {
        switch compare(other, options: [.numeric, .caseInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: self < other
        }
    }
}
