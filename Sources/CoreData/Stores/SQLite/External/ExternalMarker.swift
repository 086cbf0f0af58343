internal import Foundation
internal import Glibc

/// A file which says that a transaction is writing or removing files of external data. Each transaction has its own.
///
/// It is locked for as long as its process lives: one that is there and not locked was left by a process that died.
final class ExternalMarker {
    private static let prefix = "unfinished"
    private let file: URL
    private let descriptor: Int32

    /// Makes a marker; throws where the folder cannot be written.
    init(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = Self.newFile(in: folder)
        // Programs that this one starts must not keep the lock.
        descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // Where a file system has no locks, others take this one for abandoned, and look in vain for what may be removed.
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit { close(descriptor) }

    /// Says that all is done.
    func remove() { try? FileManager.default.removeItem(at: file) }

    /// Leaves a marker for the next one who looks.
    static func leave(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: newFile(in: folder))
    }

    private static func newFile(in folder: URL) -> URL { folder.appending(path: "\(prefix).\(UUID().uuidString)") }

    /// All that are there.
    static func all(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0) }
    }

    /// Whether whoever made it lives no more.
    static func isAbandoned(_ marker: URL) -> Bool {
        let descriptor = open(marker.path, O_RDONLY | O_CLOEXEC)
        // It was removed meanwhile.
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}
