package import Foundation
package import StrataModelFormat

/// A generated file: its name and its text.
package struct GeneratedFile: Hashable, Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Writes the file into a folder, which is created if necessary.
    ///
    /// Does not write a file that has the same text already, so that the build system does not
    /// build its dependents again.
    ///
    /// - Returns: Whether the file was written.
    /// - Throws: `ModelFileError` if it cannot be written.
    @discardableResult
    package func write(to folder: URL) throws(ModelFileError) -> Bool {
        let url = folder.appendingPathComponent(name)
        let data = Data(text.utf8)
        if let present = FileManager.default.contents(atPath: url.path), present == data { return false }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } catch {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "The file cannot be written: \((error as NSError).localizedDescription)")
        }
        return true
    }
}
