package import Foundation

extension ModelElement {
    /// The text of a `contents` file in Xcode's layout.
    package var contents: String {
        MarkupWriter.document(raw)
    }

    /// Writes an `.xcdatamodel` folder.
    ///
    /// - Throws: `ModelFileError` if the folder or its file cannot be written.
    package func write(to url: URL) throws(ModelFileError) {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data(contents.utf8).write(to: url.appendingPathComponent("contents"), options: .atomic)
        } catch {
            let place = SourceLocation(file: url.relativePath, line: 0)
            throw ModelFileError(at: place, "The model cannot be written: \((error as NSError).localizedDescription)")
        }
    }
}
