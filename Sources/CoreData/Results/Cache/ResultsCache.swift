internal import Crypto
internal import Dispatch
internal import Foundation

/// A file of the user's caches that keeps what a fetched results controller fetched, by the name that the app gave it.
///
/// Whatever is wrong with a file, it only means that the store is read.
struct ResultsCache {
    let name: String

    private static let folder = UserFolder.caches.appending(path: "FetchedResults")

    /// Files are written here, one after the other, while the app goes on.
    private static let queue = DispatchQueue(label: "NSFetchedResultsController.cache", qos: .utility)

    /// Any name will do, also one with a slash, or too long for a file.
    var file: URL {
        let digest = SHA256.hash(data: Data(name.utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
        return Self.folder.appending(path: digest)
    }

    /// What was kept for the same question; nil where there is nothing of use.
    func results(of question: String) -> CachedResults? {
        let results = (try? Data(contentsOf: file)).flatMap(CachedResults.init)
        return results?.question == question ? results : nil
    }

    /// Writes the results, soon.
    func keep(_ results: CachedResults) {
        Self.queue.async {
            do {
                try FileManager.default.createDirectory(
                    at: Self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                try results.archive().write(to: file, options: .atomic)
            } catch {
                CoreDataLog.warning(
                    "The fetched results under the name '\(name)' could not be kept: \(error.localizedDescription)")
            }
        }
    }

    /// Returns when all has been written.
    static func finishWriting() { queue.sync {} }

    func delete() { Self.queue.sync { try? FileManager.default.removeItem(at: file) } }

    static func deleteAll() { queue.sync { try? FileManager.default.removeItem(at: folder) } }
}
