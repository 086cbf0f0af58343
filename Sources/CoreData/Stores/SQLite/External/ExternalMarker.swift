internal import Foundation
internal import Glibc

/// A marker file, which exists while a transaction writes or removes external data files. Each
/// transaction has its own.
///
/// The file is locked until the object is released or the process ends. A marker without a lock was
/// left by a process that crashed; see `ExternalData`.
final class ExternalMarker {
    private static let prefix = "unfinished"
    private let file: URL
    private let descriptor: Int32

    /// Creates and locks a marker; throws if the folder cannot be written.
    init(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = Self.newFile(in: folder)
        // O_CLOEXEC: child processes must not inherit the lock.
        descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // On a file system without locks, this marker looks abandoned to other processes. That
        // costs them a search for orphans, which is safe in their write transactions.
        flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit { close(descriptor) }

    /// Removes the marker at the end of its transaction.
    ///
    /// A marker that remains without its lock costs a search for orphans.
    func remove() {
        // Ignored: as above.
        try? FileManager.default.removeItem(at: file)
    }

    /// Creates a marker without a lock, so that orphans are searched for when the store is next
    /// opened, or when a transaction next writes or removes a file.
    static func leave(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: newFile(in: folder))
    }

    private static func newFile(in folder: URL) -> URL { folder.appending(path: "\(prefix).\(UUID().uuidString)") }

    /// Returns all markers in a folder.
    static func all(in folder: URL) -> [URL] {
        // Ignored: usually the folder does not exist, and then there are none. If it cannot be listed,
        // orphans remain, which do no harm, and the files of rows cannot be read, which is reported.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.map { folder.appending(path: $0) }
    }

    /// Returns whether no process holds the marker's lock, which means that its process has ended.
    static func isAbandoned(_ marker: URL) -> Bool {
        let descriptor = open(marker.path, O_RDONLY | O_CLOEXEC)
        // The marker was removed in between: its transaction has ended.
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}
