internal import Dispatch
internal import Foundation
internal import StrataModelDifference

/// A file in the user's caches folder that keeps the result of a fetched results controller, under
/// the name that the app gave it.
///
/// A file that is missing, damaged or outdated is ignored, and the store is read.
struct ResultsCache {
    let name: String

    private static let folder = UserDirectories.caches.appending(path: "FetchedResults")

    /// The queue on which files are written, one at a time, so that the fetch does not wait.
    private static let queue = DispatchQueue(label: "NSFetchedResultsController.cache", qos: .utility)

    /// The file, named by a hash: a cache name may contain slashes, or be too long for a file name.
    var file: URL {
        let digest = SHA2Hasher.hash(Data(name.utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
        return Self.folder.appending(path: digest)
    }

    /// Returns the result in the file if it belongs to a request; otherwise nil.
    ///
    /// Two controllers may use one cache name for different requests, and the model or the program
    /// may have changed since the file was written. So the file also contains the key of the request
    /// that its result belongs to, and the result counts only if that text is equal to the given one.
    ///
    /// - Parameter requestKey: A text that names everything on which the result depends apart from the
    ///   rows: the request, the model, the store, the program and the locale.
    func results(of requestKey: String) -> CachedResults? {
        // Ignored: the store is read in place of a file that is missing or cannot be read.
        let results = (try? Data(contentsOf: file)).flatMap(CachedResults.init)
        return results?.requestKey == requestKey ? results : nil
    }

    /// Writes a result to the file later, on another queue.
    func keep(_ results: CachedResults) {
        Self.queue.async {
            do {
                try FileManager.default.createDirectory(
                    at: Self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try write(results.archive())
            } catch {
                CoreDataLog.warning(
                    "The cache of fetched results named '\(name)' could not be written: \(error.localizedDescription)")
            }
        }
    }

    /// Replaces the file. The data goes to a temporary file of a fixed name first, so that a process
    /// which ends meanwhile leaves at most that one file, and the next write replaces it. Two
    /// processes that write at once may mix their data, which the checksum reveals.
    private func write(_ archive: Data) throws {
        try archive.write(to: temporaryFile)
        guard rename(temporaryFile.path, file.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
    }

    /// The file that receives new data before it takes the place of `file`.
    var temporaryFile: URL { file.appendingPathExtension("new") }

    /// Waits until all files are written.
    static func finishWriting() { queue.sync {} }

    func delete() {
        Self.queue.sync {
            // Ignored: usually there is no file, and one that remains is compared with the history
            // before it is used.
            for file in [file, temporaryFile] { try? FileManager.default.removeItem(at: file) }
        }
    }

    static func deleteAll() {
        // Ignored: as above.
        queue.sync { try? FileManager.default.removeItem(at: folder) }
    }
}
