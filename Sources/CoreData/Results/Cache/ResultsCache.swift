internal import Dispatch
internal import Foundation

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

    /// Returns the cached result, if it is the one that the text identifies; otherwise nil.
    func results(of question: String) -> CachedResults? {
        let results = (try? Data(contentsOf: file)).flatMap(CachedResults.init)
        return results?.question == question ? results : nil
    }

    /// Writes a result to the file later, on another queue.
    func keep(_ results: CachedResults) {
        Self.queue.async {
            do {
                try FileManager.default.createDirectory(
                    at: Self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try results.archive().write(to: file, options: .atomic)
            } catch {
                CoreDataLog.warning(
                    "The cache of fetched results named '\(name)' could not be written: \(error.localizedDescription)")
            }
        }
    }

    /// Waits until all files are written.
    static func finishWriting() { queue.sync {} }

    func delete() { Self.queue.sync { try? FileManager.default.removeItem(at: file) } }

    static func deleteAll() { queue.sync { try? FileManager.default.removeItem(at: folder) } }
}
