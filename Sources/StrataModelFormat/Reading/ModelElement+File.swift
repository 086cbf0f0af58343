package import Foundation

extension ModelElement {
    /// Reads the text of a `contents` file.
    ///
    /// - Parameter file: The path of the file, for error messages.
    /// - Throws: `ModelFileError` with the line.
    package init(contents data: Data, file: String) throws(ModelFileError) {
        try self.init(MarkupReader.read(data, file: file))
    }

    /// Reads an `.xcdatamodel` folder.
    ///
    /// - Throws: `ModelFileError` if the folder's `contents` cannot be read or are not a model.
    package init(contentsOf url: URL) throws(ModelFileError) {
        let file = url.appendingPathComponent("contents")
        if !FileReading.exists(file), FileReading.exists(url.appendingPathComponent("elements")) {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "This model is in the format of Xcode 3, which is not XML. Open it in a newer Xcode and save it.")
        }
        try self.init(contents: FileReading.data(of: file, of: "The model"), file: file.relativePath)
    }
}
