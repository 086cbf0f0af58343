internal import Foundation
internal import Glibc

/// The lock that one process holds while it migrates a store in several steps. Another process that
/// opens the store waits, and then finds a store that needs no migration.
///
/// It is a file beside the store, `Quakes.sqlite-migration`, which exists while a migration runs.
/// The kernel releases the lock if the process ends. The store's own file cannot be locked in this
/// way: closing a descriptor of it would release the engine's own locks.
package enum MigrationLock {
    /// Calls a closure while this process holds the lock of a store.
    ///
    /// - Throws: An error that names the file, if it cannot be created.
    package static func with<T>(_ store: URL?, _ body: () throws -> T) throws -> T {
        guard let store else { return try body() }
        let path = store.resolvingSymlinksInPath().path + "-migration"
        // A stage may lead to a migration with a mapping model, on the same thread.
        let key = "StrataMigration \(path)"
        if Thread.current.threadDictionary[key] != nil { return try body() }
        Thread.current.threadDictionary[key] = true
        defer { Thread.current.threadDictionary[key] = nil }
        let descriptor = try acquire(path)
        defer {
            unlink(path)
            close(descriptor)
        }
        return try body()
    }

    private static func acquire(_ path: String) throws -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw failure(path) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let error = failure(path)
                    close(descriptor)
                    throw error
                }
            }
            // The previous owner has removed the file, so another process may have created a new one.
            var (held, current) = (stat(), stat())
            if fstat(descriptor, &held) == 0, stat(path, &current) == 0, held.st_ino == current.st_ino { return descriptor }
            close(descriptor)
        }
    }

    private static func failure(_ path: String) -> NSError {
        let reason = String(cString: strerror(errno))
        return MigrationError.failed(
            "The store was not migrated, because \(path) cannot be created: \(reason). Check the permissions of its folder.")
    }
}
