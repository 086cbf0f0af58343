package import Foundation

/// Reading of files that an app may have or not: a missing one is nothing special, and one that
/// cannot be read is warned about.
package enum ResourceFiles {
    /// Returns the content of a file; nil if there is none, or if it cannot be read.
    package static func data(at url: URL, options: Data.ReadingOptions = []) -> Data? {
        attempt(url) { try Data(contentsOf: url, options: options) }
    }

    /// Returns the URLs in a folder; none if there is no folder, or if it cannot be listed.
    package static func entries(of folder: URL) -> [URL] {
        // By its path: the method with a URL returns no entries where it cannot list a folder.
        let names = attempt(folder) { try FileManager.default.contentsOfDirectory(atPath: folder.path) } ?? []
        return names.map { folder.appending(path: $0, directoryHint: .checkFileSystem) }
    }

    /// Removes a file or a folder with its content, if it exists.
    package static func remove(_ url: URL) {
        attempt(url, "removed") { try FileManager.default.removeItem(at: url) }
    }

    /// Returns the result of a closure; nil if it throws, with a warning unless there is no file.
    @discardableResult
    private static func attempt<Value>(_ url: URL, _ verb: String = "read", _ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            return nil
        } catch {
            WarningLog.warn("\(url.path) cannot be \(verb): \(error.localizedDescription)")
            return nil
        }
    }
}
