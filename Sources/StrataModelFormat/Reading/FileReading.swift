import Foundation

/// Reads files and folders, with errors that name the cause.
enum FileReading {
    /// Returns a file's bytes.
    ///
    /// - Parameter whole: The subject of the error if the file is missing, such as “The bundle”.
    static func data(of url: URL, of whole: String) throws(ModelFileError) -> Data {
        let path = url.relativePath
        let place = SourceLocation(file: path, line: 0)
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            throw ModelFileError(at: place, "\(whole) has no file “\(url.lastPathComponent)”.")
        }
        guard !isDirectory.boolValue else {
            throw ModelFileError(at: place, "“\(url.lastPathComponent)” is a folder, not a file.")
        }
        do {
            return try Data(contentsOf: url)
        } catch {
            throw ModelFileError(at: place, "The file cannot be read: \(reason(error)).")
        }
    }

    /// Returns the files and folders in a folder.
    static func contents(of url: URL) throws(ModelFileError) -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path).map { url.appendingPathComponent($0) }
        } catch {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0), "The folder cannot be read: \(reason(error)).")
        }
    }

    static func isDirectory(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    static func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    /// Returns the cause of an error. Foundation's own description on Linux says little more than
    /// "The operation could not be completed".
    private static func reason(_ error: any Error) -> String {
        let code = (error as? CocoaError)?.code
        if code == .fileReadNoPermission { return "permission denied" }
        return (error as NSError).localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    }
}
