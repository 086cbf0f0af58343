package import Foundation

extension ModelBundle {
    /// Writes an `.xcdatamodeld` folder with all versions, and, as Xcode does, `.xccurrentversion`
    /// if there are several.
    ///
    /// Keeps other versions that are in the folder already.
    ///
    /// - Throws: `ModelFileError` if a file cannot be written.
    package func write(to url: URL) throws(ModelFileError) {
        for version in versions {
            try version.model.write(to: url.appendingPathComponent(version.name + ".xcdatamodel"))
        }
        guard versions.count > 1 else { return }
        let list = ["_XCCurrentVersionName": currentVersionName + ".xcdatamodel"]
        let file = url.appendingPathComponent(".xccurrentversion")
        do {
            try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file, options: .atomic)
        } catch {
            let place = SourceLocation(file: file.relativePath, line: 0)
            throw ModelFileError(at: place, "The file cannot be written: \((error as NSError).localizedDescription)")
        }
    }
}
